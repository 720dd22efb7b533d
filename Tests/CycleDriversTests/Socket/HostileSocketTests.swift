import Cycle
import CycleBase
import Foundation
import SocketSupport
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("Peers that do not cooperate", .waiting, .timeLimit(.minutes(60)))
struct HostileSocketTests {
    private typealias Socket = SocketDriver<Int>.Socket
    private typealias Event = SocketDriver<Int>.Event

    private struct Frame: Equatable {
        var sockets: [Socket] = []
        var isDone = false
        var byteCount = 0
        var events: [Event] = []
    }

    private let local = SocketAddress.host("127.0.0.1", port: 0)

    private func run(
        _ sockets: [Socket], patience: Duration = .milliseconds(50), next: @escaping (inout Frame, Event) -> Void
    ) async -> Frame {
        let cycle = CycledLens(startingWith: Frame(sockets: sockets)) { frames in
            frames.lens(
                driver: SocketDriver<Int>(patience: patience),
                frameFilter: { SocketDriver.Model($0.sockets).unhurried },
                eventFilter: { frame, event in
                    if case .received(_, let bytes) = event {
                        frame.byteCount += bytes.count
                    } else {
                        frame.events.append(event)
                    }
                    next(&frame, event)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    /// A blocking socket of the test that is connected to an address.
    private static func connect(to address: SocketAddress) -> Int32 {
        guard case .host(let host, let port) = address,
            let found = SystemAddress.addresses(of: host, port: port, .stream, isNumber: true).first
        else { return -1 }
        let file = socket(found.family, Sockets.Kind.stream.number, 0)
        return found.withPointer { CycleBase.connect(file, $0, $1) } == 0 ? file : -1
    }

    @Test("a peer that cuts a stream is a reset, and no signal")
    func cut() async {
        let frame = await run([.listen(1, at: local)]) { frame, event in
            switch event {
            case .ready(_, let address):
                let file = Self.connect(to: address)
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(file, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
                Descriptors.close(file)
            case .accepted(_, let connection, _): frame.sockets.append(.accepted(2, connection, output: .init(["x"])))
            default: frame.isDone = event.isLast
            }
        }
        #expect(frame.events.last == .failed(2, .reset))
    }

    @Test("the last words of a peer that cuts a stream are received, but of a paused one")
    func lastWords() async throws {
        let folder = TemporaryFolder()
        let path = folder.path(of: "s")
        let address = try #require(SystemAddress(path: path))
        for isPaused in [false, true] {
            let file = try Sockets.make(AF_UNIX, .stream)
            let frame = await run([.listen(1, at: .path(path))]) { frame, event in
                switch event {
                case .ready:
                    let isThere = address.withPointer { CycleBase.connect(file, $0, $1) } == 0
                    #expect(isThere && write(file, "why", 3) == 3)
                    Descriptors.close(file)
                case .accepted(_, let connection, _):
                    frame.sockets.append(.accepted(2, connection, output: .init(["x"])))
                    frame.sockets[1].isPaused = isPaused
                default: frame.isDone = event.isLast
                }
            }
            #expect(frame.byteCount == (isPaused ? 0 : 3) && frame.events.last == .failed(2, .reset))
        }
    }

    #if os(Linux)
        /// `SO_SNDBUFFORCE`, for administrators alone.
        private static func sender() throws -> Int32? {
            let file = try Sockets.make(AF_UNIX, .datagram)
            var size: Int32 = 2 << 20
            if setsockopt(file, SOL_SOCKET, 32, &size, socklen_t(MemoryLayout<Int32>.size)) == 0 { return file }
            Descriptors.close(file)
            return nil
        }

        @Test("a datagram of the most bytes that are received comes whole, and a longer one ends its socket")
        func endlessDatagram() async throws {
            guard let file = try Self.sender() else { return }
            defer { Descriptors.close(file) }
            let folder = TemporaryFolder()
            let path = folder.path(of: "s")
            let address = try #require(SystemAddress(path: path))
            let frame = await run([.datagrams(1, at: .path(path))]) { frame, event in
                if case .ready = event {
                    for count in [Datagram.byteLimit, Datagram.byteLimit + 1] {
                        let bytes = [UInt8](repeating: 7, count: count)
                        #expect(bytes.withUnsafeBytes { Sockets.send(file, $0, to: address) } == count)
                    }
                }
                frame.isDone = event.isLast
            }
            guard case .datagram(1, let bytes, _)? = frame.events.dropFirst().first else {
                Issue.record("no datagram")
                return
            }
            #expect(bytes == [UInt8](repeating: 7, count: Datagram.byteLimit))
            #expect(frame.events.count == 3 && frame.events.last == .failed(1, .tooLong))
        }
    #endif

    @Test("datagrams for a receiver at a path that is full wait without work, and arrive when it has read")
    func fullReceiver() async throws {
        let folder = TemporaryFolder()
        let receiver = try Sockets.make(AF_UNIX, .datagram)
        defer { Descriptors.close(receiver) }
        _ = fcntl(receiver, F_SETFL, fcntl(receiver, F_GETFL) & ~O_NONBLOCK)
        let (from, to) = (folder.path(of: "from"), folder.path(of: "to"))
        let address = try #require(SystemAddress(path: to))
        #expect(address.withPointer { bind(receiver, $0, $1) } == 0)
        let share = try SocketShare(try SharedPoller.join().get())
        let (sent, count) = (Latch(), 2_000)
        let isResting = Guarded(false)
        share.poller.order {
            share.open(.datagrams(at: .path(from)), mode: 0o600, isEncrypted: false, 1)
            share.send([Datagram](repeating: Datagram("x", to: .path(to)), count: count), from: 0, 1)
            // Such a socket always says that it could be written to.
            isResting.withLock { $0 = share.retries[1] != nil && share.sockets[1]?.isWatchedForRoom == false }
            share.close(within: .seconds(3_600))
            sent.open()
        }
        await sent.wait()
        #expect(isResting.withLock { $0 })
        var byte: UInt8 = 0
        for _ in 0..<count { #expect(recv(receiver, &byte, 1, 0) == 1) }
        await share.ending.wait()
    }

    @Test("a peer that never reads holds up the output to it alone, and the run ends within its patience")
    func readsNothing() async {
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        nonisolated(unsafe) var held: Int32 = -1
        let frame = await run([.listen(1, at: local)]) { frame, event in
            switch event {
            case .ready(_, let address): held = Self.connect(to: address)
            case .accepted(_, let connection, _):
                let pieces = [[UInt8]](repeating: piece, count: 64)
                frame.sockets.append(.accepted(2, connection, output: .init(pieces)))
                frame.sockets.append(.connect(3, to: .host("127.0.0.1", port: 1)))
            // Another socket is served meanwhile.
            case .failed(3, _): frame.isDone = true
            default: break
            }
        }
        Descriptors.close(held)
        let end = frame.events.compactMap { if case .written(2, let end) = $0 { end } else { nil } }.last ?? 0
        #expect(end < 64 && frame.events.contains(.failed(3, .refused)))
    }

    @Test("output that the system has not taken at the end of a run has the patience to leave")
    func leavesAtTheEnd() async throws {
        let byteCount = 8 << 20
        nonisolated(unsafe) var reader: SystemThread?
        let read = Guarded(0)
        _ = await run([.listen(1, at: local)], patience: .seconds(60)) { frame, event in
            switch event {
            case .ready(_, let address):
                let file = Self.connect(to: address)
                do {
                    reader = try SystemThread("reader") {
                        while case .bytes(let bytes) = Descriptors.read(file, upTo: 65_536) {
                            read.withLock { $0 += bytes.count }
                        }
                        Descriptors.close(file)
                    }
                } catch { Issue.record("\(error)") }
            case .accepted(_, let connection, _):
                frame.sockets.append(.accepted(2, connection, output: .init([[UInt8](repeating: 1, count: byteCount)])))
                frame.isDone = true
            default: break
            }
        }
        await reader?.wait()
        #expect(read.withLock { $0 } == byteCount)
    }

    @Test("a thousand peers that never speak are idle, and one that does is heard")
    func idle() async {
        nonisolated(unsafe) var files: [Int32] = []
        var address: SocketAddress?
        let count = 400
        let frame = await run([.listen(0, at: local)]) { frame, event in
            switch event {
            case .ready(_, let at):
                address = at
                files.append(Self.connect(to: at))
            case .accepted(_, let connection, _):
                frame.sockets.append(.accepted(frame.sockets.count, connection))
                if frame.sockets.count <= count, let address {
                    files.append(Self.connect(to: address))
                } else {
                    _ = [UInt8(1)].withUnsafeBytes { Sockets.send(files[count / 2], $0) }
                }
            case .received: frame.isDone = true
            default: break
            }
        }
        for file in files { Descriptors.close(file) }
        #expect(frame.byteCount == 1 && frame.sockets.count == count + 1)
    }

    @Test(
        "a path is replaced that nobody listens at, kept when somebody does or it is no socket, and removed at the end")
    func paths() async throws {
        let folder = TemporaryFolder()
        let path = folder.path(of: "s")
        let address = try #require(SystemAddress(path: path))
        let left = try Sockets.make(AF_UNIX, .stream)
        #expect(address.withPointer { bind(left, $0, $1) } == 0)
        Descriptors.close(left)
        var mode: mode_t = 0
        let frame = await run([.listen(1, at: .path(path))]) { frame, event in
            switch event {
            case .ready(1, _):
                var status = stat()
                if lstat(path, &status) == 0 { mode = status.st_mode & 0o777 }
                frame.sockets.append(.listen(2, at: .path(path)))
            case .failed(2, _): frame.isDone = true
            default: break
            }
        }
        #expect(frame.events == [.ready(1, at: .path(path)), .failed(2, .inUse)] && mode == 0o600)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(FileManager.default.createFile(atPath: path, contents: Data("mine".utf8)))
        let other = await run([.listen(1, at: .path(path))]) { $0.isDone = $1.isLast }
        #expect(other.events == [.failed(1, .inUse)])
        #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
    }

    @Test("a stream that is its own peer counts as one that nobody answers")
    func itself() throws {
        let address = try #require(SystemAddress.addresses(of: "127.0.0.1", port: 0, .stream, isNumber: true).first)
        let file = try Sockets.make(AF_INET, .stream)
        defer { Descriptors.close(file) }
        #expect(address.withPointer { bind(file, $0, $1) } == 0)
        let own = SystemAddress.filled { getsockname(file, $0, $1) }
        #expect(SystemSocket(accepted: file).isItsOwnPeer == false)
        // As when the system chooses this port for a stream to this port.
        #expect(own.withPointer { CycleBase.connect(file, $0, $1) } == 0 || errno == EINPROGRESS)
        #expect(SystemSocket(accepted: file).isItsOwnPeer)
    }

    @Test("a listener at an address of which a part is taken fails, and is not left with the rest")
    func partlyTaken() async throws {
        let frame = await run([.listen(1, at: .host("::1", port: 0))]) { frame, event in
            switch event {
            case .ready(1, .host(_, let port)): frame.sockets.append(.listen(2, at: .host("", port: port)))
            default: frame.isDone = true
            }
        }
        // A machine without version 6 has nothing to share.
        if case .failed(1, _)? = frame.events.last { return }
        #expect(frame.events.last == .failed(2, .inUse))
    }

    @Test("the port of a listener that is gone is free, although a child that is started has a copy of the socket")
    func copied() async {
        var copies: [Int32] = []
        let frame = await run([.listen(1, at: local)]) { frame, event in
            switch event {
            case .ready(1, let address):
                // A process of many tests has thousands of descriptors.
                let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
                copies = open.compactMap { Int32($0) }.filter { SystemSocket(accepted: $0).ownAddress == address }
                    .map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
                frame.sockets = [.listen(2, at: address)]
            case .ready, .failed: frame.isDone = true
            default: break
            }
        }
        for copy in copies { Descriptors.close(copy) }
        guard case .ready(2, _)? = frame.events.last, !copies.isEmpty else {
            Issue.record("\(frame.events)")
            return
        }
    }

    private func listeners(_ count: Int) throws -> (files: [Int32], addresses: [SystemAddress]) {
        let number = try #require(SystemAddress.addresses(of: "127.0.0.1", port: 0, .stream, isNumber: true).first)
        let files = try (0..<count).map { _ in try Sockets.make(AF_INET, .stream) }
        for file in files { #expect(number.withPointer { bind(file, $0, $1) } == 0 && listen(file, 9) == 0) }
        return (files, files.map { file in SystemAddress.filled { getsockname(file, $0, $1) } })
    }

    @Test("an address that answers in the round in which its time ends is not passed over")
    func answersInTheLastRound() async throws {
        let (files, addresses) = try listeners(2)
        let share = try SocketShare(try SharedPoller.join().get())
        let peer = Guarded<SocketAddress?>(nil)
        share.poller.order {
            share.sockets[1] = SystemSocket()
            share.connect(1, addresses[...])
            guard let limit = share.deadline else { return share.close(within: .zero) }
            var answers = [pollfd(fd: share.writers.descriptor, events: Int16(POLLIN), revents: 0)]
            _ = poll(&answers, 1, -1)
            _ = share.look(answers[...], at: limit)
            peer.withLock { $0 = share.sockets[1]?.peerAddress }
            share.close(within: .zero)
        }
        await share.ending.wait()
        for file in files { Descriptors.close(file) }
        #expect(peer.withLock { $0 } == SocketAddress(addresses[0]))
    }

    @Test("an address of a host that does not answer in time is passed over for the next one")
    func silentAddress() async throws {
        let (files, addresses) = try listeners(2)
        let share = try SocketShare(try SharedPoller.join().get())
        let peers = Guarded<[SocketAddress?]>([])
        share.poller.order {
            share.sockets[1] = SystemSocket()
            share.connect(1, addresses[...])
            // The answer of the first one is not looked at.
            guard let limit = share.deadline else { return share.close(within: .zero) }
            for now in [limit - .nanoseconds(1), limit] {
                _ = share.look([], at: now)
                peers.withLock { $0.append(share.sockets[1]?.peerAddress) }
            }
            share.close(within: .zero)
        }
        await share.ending.wait()
        for file in files { Descriptors.close(file) }
        #expect(peers.withLock { $0 } == addresses.map { SocketAddress($0) })
    }

    @Test("a listener goes on after any error of a connection that it could not accept")
    func acceptsLater() async throws {
        let share = try SocketShare(try SharedPoller.join().get())
        let done = Latch()
        let kept = Guarded<(isThere: Bool, isResting: Bool)?>(nil)
        // A socket that does not listen: an error that none of the lists of manuals has.
        let file = try Sockets.make(AF_INET, .stream)
        share.poller.order {
            share.sockets[1] = SystemSocket(accepted: file)
            share.sockets[1]?.role = .listener
            share.accept(1)
            kept.withLock { $0 = (share.sockets[1] != nil, share.retries[1] != nil) }
            share.close(within: .zero)
            done.open()
        }
        await done.wait()
        await share.ending.wait()
        #expect(kept.withLock { $0?.isThere } == true && kept.withLock { $0?.isResting } == true)
    }

    #if os(Linux)
        @Test("the thread of all descriptors is gone when a run has returned")
        func threadGoes() async {
            await #expect(processExitsWith: .success) {
                for round in 0..<500 {
                    let cycle = CycledLens(startingWith: false) { frames in
                        frames.lens(
                            driver: SocketDriver<Int>(patience: .zero),
                            frameFilter: { _ in .init([.listen(1, at: .host("127.0.0.1", port: 0))]) },
                            eventFilter: { frame, _ in frame = true })
                    }
                    _ = await cycle.run(until: { $0 })
                    #expect(!threadNames().contains("Cycle poller"), "round \(round)")
                }
            }
        }
    #endif

    @Test("a socket that another program has made at the path since stays when the one before it is closed")
    func replaced() async throws {
        let folder = TemporaryFolder()
        let path = folder.path(of: "s")
        let address = try #require(SystemAddress(path: path))
        let other = try Sockets.make(AF_UNIX, .stream)
        _ = await run([.listen(1, at: .path(path))]) { frame, _ in
            unlink(path)
            frame.isDone = address.withPointer { bind(other, $0, $1) } == 0
        }
        #expect(FileManager.default.fileExists(atPath: path))
        Descriptors.close(other)
    }

    @Test("each listener that had no descriptor for a connection waits for it, not the newest one alone")
    func rests() async throws {
        let share = try SocketShare(try SharedPoller.join().get())
        let (looked, resting) = (Latch(), Guarded<[Int]>([]))
        share.poller.order {
            for number in [1, 2] { share.rest(number, -1) }
            resting.withLock { $0 = share.retries.keys.sorted() }
            share.close(within: .zero)
            looked.open()
        }
        await looked.wait()
        #expect(resting.withLock { $0 } == [1, 2])
        await share.ending.wait()
    }

    @Test("a name that nobody has is not found, and addresses that are none say so")
    func addresses() async {
        let sockets: [Socket] = [
            .connect(1, to: .host("no-such-host.invalid", port: 80)), .connect(2, to: .host("127.0.0.1", port: 70_000)),
            .listen(3, at: .host("192.0.2.77", port: 0)), .connect(4, to: .path(String(repeating: "x", count: 400))),
            .connect(5, to: .path("")), .listen(6, at: .path("/no/such/folder/s")),
        ]
        let frame = await run(sockets) { frame, _ in frame.isDone = frame.events.count == sockets.count }
        let failures = Dictionary(
            uniqueKeysWithValues: frame.events.compactMap { event -> (Int, SocketFailure)? in
                if case .failed(let id, let failure) = event { (id, failure) } else { nil }
            })
        #expect(failures[1] == .unresolved)
        for id in 2...6 { #expect(failures[id] == .badAddress, "\(id)") }
        #expect(failures.count == 6)
    }
}
