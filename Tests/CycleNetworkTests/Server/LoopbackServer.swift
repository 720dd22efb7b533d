import Foundation
import TestSupport

/// A server on the loopback interface that does what a test says with every connection, on a thread of its own.
final class LoopbackServer: Sendable {
    let port: Int
    private let listener: Int32
    private let alone = NSCondition()
    private nonisolated(unsafe) var connectionCount = 0
    private let isStopped = DispatchGroup()

    /// - Parameters:
    ///   - hasLittleRoom: Whether a connection takes next to nothing that is not read.
    ///   - serve: Called on a thread for each connection; the connection is closed when it returns.
    init(hasLittleRoom: Bool = false, _ serve: @escaping @Sendable (Connection) -> Void) {
        listener = streamSocket(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        var least: Int32 = 1
        if hasLittleRoom {
            setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &least, socklen_t(MemoryLayout<Int32>.size))
        }
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let isReady =
                    bind(listener, pointer, length) == 0 && listen(listener, 1_024) == 0
                    && getsockname(listener, pointer, &length) == 0
                precondition(isReady, "no port is free on the loopback interface")
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        isStopped.enter()
        Thread { [self] in accept(serve) }.start()
    }

    func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// A server that answers every request with a text.
    static func answering(_ answer: @escaping @Sendable (ReceivedRequest) -> String) -> LoopbackServer {
        LoopbackServer { connection in
            while let request = connection.request() {
                guard connection.send(answer(request)) else { return }
            }
        }
    }

    /// A server that sends bodies back.
    static func echo() -> LoopbackServer {
        LoopbackServer { connection in
            while let request = connection.request() {
                connection.send(
                    "HTTP/1.1 200 X\r\nX-Method: \(request.method)\r\nContent-Length: \(request.body.count)\r\n\r\n")
                connection.send(request.body)
            }
        }
    }

    /// Returns when no client is connected. A client that stays is a test that hangs.
    func waitUntilAlone() {
        alone.lock()
        while connectionCount > 0 { alone.wait() }
        alone.unlock()
    }

    private func count(_ difference: Int) {
        alone.lock()
        connectionCount += difference
        alone.broadcast()
        alone.unlock()
    }

    private func accept(_ serve: @escaping @Sendable (Connection) -> Void) {
        // A test may hold all descriptors for a moment: the server then gives this one up for a client, and takes that of the
        // client when it has been served.
        let spare = Spare()
        while true {
            let descriptor = closedInChildren(Foundation.accept(listener, nil, nil))
            if descriptor < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                guard errno == EMFILE, spare.giveUp() else { break }
                continue
            }
            count(1)
            let thread = Thread { [self] in
                let connection = Connection(descriptor, isStopped)
                serve(connection)
                if !spare.takeOver(descriptor, of: connection) { connection.close() }
                count(-1)
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
        spare.end()
        close(listener)
        isStopped.leave()
    }
}

/// A descriptor of a server, for when there is no other.
private final class Spare: @unchecked Sendable {
    private let lock = NSCondition()
    /// Negative while it is given up. Guarded by the lock, and the reason for `@unchecked`.
    private var descriptor = open("/dev/null", O_RDWR)
    private var isOver = false

    /// Where the client has it that was given one before, it waits for the end of that connection.
    ///
    /// - Returns: Whether there was one.
    func giveUp() -> Bool {
        lock.withLock {
            while descriptor < 0, !isOver { lock.wait() }
            defer { descriptor = -1 }
            return descriptor >= 0 && close(descriptor) == 0
        }
    }

    /// Puts something else under the number of a connection, which closes it, in one step: nobody gets the number in between.
    ///
    /// - Returns: Whether that was needed.
    func takeOver(_ number: Int32, of connection: Connection) -> Bool {
        lock.withLock {
            guard descriptor < 0, !isOver, connection.isReplaced(by: STDIN_FILENO) else { return false }
            descriptor = number
            lock.broadcast()
            return true
        }
    }

    func end() {
        lock.withLock {
            isOver = true
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }
}

/// One connection as the server sees it. Belongs to the thread that serves it.
final class Connection {
    private let descriptor: Int32
    private var isClosed = false
    private var unread: [UInt8] = []
    private let isStopped: DispatchGroup

    init(_ descriptor: Int32, _ isStopped: DispatchGroup) {
        self.descriptor = descriptor
        self.isStopped = isStopped
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    /// - Returns: Whether the client was still there.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.send(descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, flags)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send([UInt8](text.utf8)) }

    /// A piece of what the client sent; `nil` when it has closed.
    func receive() -> [UInt8]? {
        if !unread.isEmpty {
            defer { unread = [] }
            return unread
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        return count > 0 ? [UInt8](buffer[..<count]) : nil
    }

    /// The next request, with its body; `nil` when the client has closed.
    func request() -> ReceivedRequest? {
        var bytes: [UInt8] = []
        while true {
            if let request = ReceivedRequest(&bytes) {
                unread = bytes
                return request
            }
            guard let piece = receive() else { return nil }
            bytes += piece
        }
    }

    /// Waits until the client closes.
    func waitForClose() {
        while receive() != nil {}
    }

    /// Waits until the test has stopped the server.
    func waitForStop() { isStopped.wait() }

    /// Waits until the client closes, but no longer than so many seconds: what a slow server does between two bytes. Once the test has
    /// stopped the server, the end of a client is looked for behind all that nobody has read: the system gives up to deliver it there.
    ///
    /// - Returns: Whether it has.
    @discardableResult
    func waitForClose(atMost seconds: Double) -> Bool {
        #if canImport(Glibc)
            // `POLLRDHUP`: whatever it has sent and nobody has read, it has closed.
            let closed: Int16 = 0x2000
        #else
            let closed = Int16(POLLIN)
        #endif
        var wanted = pollfd(fd: descriptor, events: closed, revents: 0)
        var left = Int32(seconds * 1_000)
        while true {
            if poll(&wanted, 1, min(left, 100)) != 0 { return true }
            if left <= 100 { return false }
            left -= 100
            guard isStopped.wait(timeout: .now()) == .success else { continue }
            waitForClose()
            return true
        }
    }

    /// Waits until something of what was sent is where the client can read it, or the client closes.
    func waitForArrival() {
        #if canImport(Glibc)
            var unacknowledged: Int32 = 0
            let first = ioctl(descriptor, UInt(TIOCOUTQ), &unacknowledged) == 0 ? unacknowledged : 0
            while unacknowledged > 0, unacknowledged >= first, !waitForClose(atMost: 0.001) {
                guard ioctl(descriptor, UInt(TIOCOUTQ), &unacknowledged) == 0 else { return }
            }
        #endif
    }

    /// A client's connection to another server of this machine; `nil` where none is there.
    convenience init?(to port: Int) {
        let descriptor = streamSocket(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return nil }
        self.init(descriptor, DispatchGroup())
    }

    /// Ends both directions; the descriptor stays until ``close()``.
    func shutdownBoth() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Says that nothing more will come.
    func shutdownSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes so that the client sees a reset.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Closes it by a copy of another descriptor in its place.
    ///
    /// - Returns: Whether the copy is there now.
    func isReplaced(by other: Int32) -> Bool {
        guard !isClosed, dup2(other, descriptor) >= 0 else { return false }
        isClosed = true
        return true
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Foundation.close(descriptor)
    }
}

/// The request that a client sent.
struct ReceivedRequest: Sendable {
    let method: String
    let target: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// Takes a whole request off the front of `bytes`; `nil` while there is none.
    init?(_ bytes: inout [UInt8]) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let start = lines[0].split(separator: " ")
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        let named = { (name: String) in headers.first { $0.0.lowercased() == name }?.1 }
        var rest = bytes[end.upperBound...]
        var body: [UInt8] = []
        if named("transfer-encoding")?.lowercased() == "chunked" {
            while true {
                guard let line = rest.firstRange(of: Array("\r\n".utf8)),
                    let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16),
                    rest.endIndex - line.upperBound >= size + 2
                else { return nil }
                body += rest[line.upperBound..<line.upperBound + size]
                rest = rest[(line.upperBound + size + 2)...]
                if size == 0 { break }
            }
        } else {
            let length = named("content-length").flatMap { Int($0) } ?? 0
            guard rest.count >= length else { return nil }
            body = [UInt8](rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        method = String(start.first ?? "")
        target = start.count > 1 ? String(start[1]) : ""
        self.headers = headers
        self.body = body
        bytes = [UInt8](rest)
    }

    subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
