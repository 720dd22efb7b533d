import CycleBase
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("The server of a running program", .waiting)
struct LiveServerTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private var path: String { folder.path + "/live" }

    /// Sends lines until the other end is closed.
    private func flood(_ path: String) throws -> (thread: SystemThread, file: Int32) {
        let file = try LocalSocket.connect(to: path)
        LocalSocket.setBlocking(file)
        let lines = Array(String(repeating: "pause\n", count: 10_000).utf8)
        let thread = try SystemThread("test") {
            while lines.withUnsafeBytes({ Sockets.send(file, $0) }) > 0 {}
        }
        return (thread, file)
    }

    @Test("a client that floods lines has 64 of them waiting, others are served, and the end does not wait for it")
    func flooding() throws {
        let counts = Guarded<[Int: Int]>([:])
        let server = try LiveServer(path: path) { news in
            guard case .line(let id, _) = news else { return }
            counts.withLock { $0[id, default: 0] += 1 }
            counts.wakeAll()
        }
        try server.start()
        let (thread, file) = try flood(path)
        _ = counts.wait { $0[1] == 64 ? true : nil }
        let other = try LocalSocket.connect(to: path)
        _ = Array("a\nb\n".utf8).withUnsafeBytes { Sockets.send(other, $0) }
        _ = counts.wait { $0[2] == 2 ? true : nil }
        #expect(counts.withLock { $0[1] } == 64)
        for _ in 0..<64 { server.take(from: 1) }
        _ = counts.wait { $0[1] == 128 ? true : nil }
        server.stop()
        thread.join()
        #expect(counts.withLock { $0[1] } == 128)
        Descriptors.close(file)
        Descriptors.close(other)
    }

    @Test("a client that floods while each line is taken at once does not keep the end either")
    func taken() throws {
        let count = Guarded(0)
        let server = Guarded<LiveServer?>(nil)
        let made = try LiveServer(path: path) { news in
            guard case .line(let id, _) = news else { return }
            server.withLock { $0 }?.take(from: id)
            count.withLock { $0 += 1 }
            count.wakeAll()
        }
        server.withLock { $0 = made }
        try made.start()
        let (thread, file) = try flood(path)
        _ = count.wait { $0 > 1_000 ? true : nil }
        made.stop()
        thread.join()
        Descriptors.close(file)
        server.withLock { $0 = nil }
    }

    @Test("a client whose line has no end is let go before it fills the memory")
    func endless() throws {
        let isGone = Guarded(false)
        let server = try LiveServer(path: path) { news in
            guard case .detached = news else { return }
            isGone.withLock { $0 = true }
            isGone.wakeAll()
        }
        try server.start()
        let file = try LocalSocket.connect(to: path)
        LocalSocket.setBlocking(file)
        let bytes = [UInt8](repeating: 0x78, count: 3 << 20)
        var (sent, last) = (0, 1)
        while sent < bytes.count, last > 0 {
            last = bytes[sent...].withUnsafeBytes { Sockets.send(file, $0) }
            sent += max(0, last)
        }
        #expect(isGone.wait { $0 ? true : nil } && sent < bytes.count)
        server.stop()
        Descriptors.close(file)
    }

    @Test("a client for whom there is no descriptor waits, and costs nothing until the next try")
    func scarce() throws {
        let isScarce = Guarded(true)
        let isAttached = Guarded(false)
        let server = try LiveServer(
            path: path,
            accept: { listening throws(SystemFailure) in
                if isScarce.withLock({ $0 }) { throw SystemFailure(code: EMFILE) }
                return try LocalSocket.accept(at: listening)
            }
        ) { news in
            guard case .attached = news else { return }
            isAttached.withLock { $0 = true }
        }
        let file = try LocalSocket.connect(to: path)
        // In the place of the poller.
        var requests: [pollfd] = []
        func look(at now: Duration) {
            requests = []
            server.appendRequests(to: &requests)
            _ = poll(&requests, nfds_t(requests.count), 0)
            _ = server.look(requests[...], at: now)
        }
        look(at: .zero)
        #expect(server.deadline == .milliseconds(100))
        server.appendRequests(to: &requests)
        #expect(requests.last?.fd == -1)
        isScarce.withLock { $0 = false }
        look(at: .milliseconds(50))
        #expect(!isAttached.withLock { $0 })
        look(at: .milliseconds(100))
        look(at: .milliseconds(101))
        #expect(isAttached.withLock { $0 } && server.deadline == nil)
        server.stop()
        Descriptors.close(file)
    }

    @Test("a socket that another program has made at the path since stays when the server ends")
    func replaced() throws {
        let first = try LiveServer(path: path) { _ in }
        try first.start()
        unlink(path)
        let second = try LiveServer(path: path) { _ in }
        try second.start()
        first.stop()
        Descriptors.close(try LocalSocket.connect(to: path))
        second.stop()
        #expect(access(path, F_OK) != 0)
    }
}
