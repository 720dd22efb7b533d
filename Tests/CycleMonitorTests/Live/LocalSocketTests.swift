import CycleBase
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Local sockets")
struct LocalSocketTests {
    @Test("serve the next connection after one that has gone, and a write to that is an error and no signal")
    func gone() throws {
        let folder = try Folder()
        let listening = try LocalSocket.listen(at: folder.file("s")).file
        defer { Descriptors.close(listening) }
        let leaving = try LocalSocket.connect(to: folder.file("s"))
        let left = try #require(try LocalSocket.accept(at: listening))
        defer { Descriptors.close(left) }
        Descriptors.close(leaving)
        #expect([UInt8(7)].withUnsafeBytes { Sockets.send(left, $0) } == -1 && errno == EPIPE)
        let client = try LocalSocket.connect(to: folder.file("s"))
        defer { Descriptors.close(client) }
        let served = try #require(try LocalSocket.accept(at: listening))
        defer { Descriptors.close(served) }
        #expect([UInt8(7)].withUnsafeBytes { Sockets.send(served, $0) } == 1)
        guard case .bytes([7]) = Descriptors.read(client, upTo: 2) else {
            Issue.record("the byte has not come")
            return
        }
    }
}
