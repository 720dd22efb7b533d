import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Local sockets")
struct LocalSocketTests {
    @Test("close a connection that could end the program by a signal, and serve the next one")
    func unsilenced() throws {
        let folder = try Folder()
        let listening = try LocalSocket.listen(at: folder.file("s"))
        defer { _ = System.closeFile(listening) }
        let refused = try LocalSocket.connect(to: folder.file("s"))
        defer { _ = System.closeFile(refused) }
        #expect(LocalSocket.accept(at: listening, silence: { _ in false }) == nil)
        var byte: UInt8 = 0
        #expect(System.readBytes(refused, &byte, 1) == 0)
        let client = try LocalSocket.connect(to: folder.file("s"))
        defer { _ = System.closeFile(client) }
        let served = try #require(LocalSocket.accept(at: listening))
        defer { _ = System.closeFile(served) }
        #expect([UInt8(7)].withUnsafeBytes { LocalSocket.write(served, $0) } == 1)
        #expect(System.readBytes(client, &byte, 1) == 1)
    }
}
