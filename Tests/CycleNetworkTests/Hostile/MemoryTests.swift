import CycleBase
import Cycle
import CycleDrivers
import CycleNetwork
import Foundation
import TestSupport
import Testing

#if os(Linux)
    private let isLong = ProcessInfo.processInfo.environment["CYCLE_NETWORK_LONG"] != nil
    private let size = isLong ? 1 << 30 : 128 << 20

    extension Loopback {
        /// Each in a process of its own: what others hold is not counted.
        @Suite("Memory and rest")
        struct MemoryTests {
            @Test("a body beyond the limit costs the limit and little more")
            func hugeBody() async {
                await #expect(processExitsWith: .success) {
                    for delivery in [HTTP.Delivery.whole, .streamed] {
                        let server = endless(size, isAnnounced: false)
                        defer { server.stop() }
                        let growth = try await peakGrowth {
                            let request = Outcomes.Driver.Request(
                                id: 1, .get, server.url(), delivery: delivery, byteLimit: 1 << 20)
                            #expect(await outcome(of: request)?.failure == .tooLarge)
                        }
                        #expect(growth < (1 + 32) << 20)
                    }
                }
            }

            @Test("a gzip bomb costs the limit and little more")
            func bomb() async {
                await #expect(processExitsWith: .success) {
                    let bomb = Gzip.bomb(mebibytes: size >> 20)
                    let server = LoopbackServer { connection in
                        _ = connection.request()
                        connection.send(
                            "HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
                        connection.send(bomb)
                    }
                    defer { server.stop() }
                    let growth = try await peakGrowth {
                        let request = Outcomes.Driver.Request(id: 1, .get, server.url(), byteLimit: 4 << 20)
                        #expect(await outcome(of: request)?.failure == .tooLarge)
                    }
                    #expect(growth < (4 + 32) << 20)
                }
            }

            @Test("a slow loop slows the server instead of filling the memory")
            func slowLoop() async {
                await #expect(processExitsWith: .success) {
                    let server = endless(64 << 20)
                    defer { server.stop() }
                    let request = Outcomes.Driver.Request(
                        id: 1, .get, server.url(), delivery: .streamed, byteLimit: 1 << 30, progress: nil)
                    let cycle = CycledLens(startingWith: (count: 0, outcome: nil as Bool?)) { frames in
                        frames.lens(
                            driver: Outcomes.Driver(), frameFilter: { _ in .init([request]) },
                            eventFilter: { frame, event in
                                switch event {
                                case .chunk(_, let bytes):
                                    frame.count += bytes.count
                                    // A frame that is dear to make.
                                    let start = ContinuousClock.now
                                    while start.duration(to: .now) < .microseconds(100) {}
                                case .response: frame.outcome = true
                                case .failed: frame.outcome = false
                                default: break
                                }
                            })
                    }
                    let growth = try await peakGrowth {
                        let last = await cycle.run(on: RealTime()) { $0.outcome != nil }
                        #expect(last.outcome == true)
                        #expect(last.count == 64 << 20)
                    }
                    #expect(growth < 32 << 20)
                }
            }

            @Test("a body beyond all memory is sent through little of it, whatever the loop does")
            func hugeUpload() async {
                await #expect(processExitsWith: .success) {
                    let server = LoopbackServer { connection in
                        var count = 0
                        while count < size, let piece = connection.receive() { count += piece.count }
                        connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                    }
                    defer { server.stop() }
                    let piece = [UInt8](repeating: 1, count: 65_536)
                    let stream = HTTP.BodyStream("a", byteCount: size) { $0 < size ? piece : nil }
                    let request = Outcomes.Driver.Request(
                        id: 1, .post, server.url(), body: .stream(stream), progress: .zero)
                    let cycle = CycledLens(startingWith: (sentCount: 0, status: nil as Int?)) { frames in
                        frames.lens(
                            driver: Outcomes.Driver(), frameFilter: { _ in .init([request]) },
                            eventFilter: { frame, event in
                                switch event {
                                case .progress(_, let progress): frame.sentCount = progress.sentByteCount
                                case .response(_, let response): frame.status = response.status
                                case .failed: frame.status = 0
                                default: break
                                }
                            })
                    }
                    let growth = try await peakGrowth {
                        let last = await cycle.run(on: RealTime()) { $0.status != nil }
                        #expect(last.status == 200)
                        #expect(last.sentCount == size)
                    }
                    #expect(growth < 32 << 20)
                }
            }

            @Test("a file beyond all memory goes through little of it")
            func hugeFile() async {
                await #expect(processExitsWith: .success) {
                    let server = endless(size)
                    defer { server.stop() }
                    try await inFolder { folder in
                        let growth = try await peakGrowth {
                            let request = Outcomes.Driver.Request(
                                id: 1, .get, server.url(), delivery: .file(path: folder + "/a"), byteLimit: .max)
                            #expect(await outcome(of: request)?.response?.byteCount == size)
                        }
                        #expect(growth < 32 << 20)
                    }
                }
            }

            @Test("without descriptors requests fail, and with them they work again")
            func descriptors() async {
                await #expect(processExitsWith: .success) {
                    let server = LoopbackServer.echo()
                    defer { server.stop() }
                    let good = Outcomes.Driver.Request(id: 1, get: server.url())
                    // A server in this process would have no descriptors either.
                    let refused = Outcomes.Driver.Request(id: 1, get: "http://127.0.0.1:1/")
                    #expect(await outcome(of: good)?.response?.status == 200)
                    var limit = rlimit(rlim_cur: 256, rlim_max: 256)
                    #expect(setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0)
                    for leftCount in [0, 1, 2, 3, 4, 8] {
                        server.waitUntilAlone()
                        var taken: [Int32] = []
                        while case let one = dup(0), one >= 0 { taken.append(one) }
                        for one in taken.suffix(leftCount) { close(one) }
                        let failure = await outcome(of: refused)?.failure
                        for one in taken.dropLast(leftCount) { close(one) }
                        #expect(
                            failure != nil && failure != .timedOut && failure != .timedOutConnecting,
                            "\(leftCount) left")
                        let answer = await outcome(of: good)
                        #expect(answer?.response?.status == 200, "\(leftCount) left: \(String(describing: answer))")
                    }
                }
            }

            @Test("nothing of its own is open in programs that the process starts meanwhile")
            func inherited() async {
                await #expect(processExitsWith: .success) {
                    let inherited = { @Sendable in Set((0..<1_000).filter { fcntl($0, F_GETFD) == 0 }) }
                    // Of who has started this process, some of which may go.
                    let before = inherited()
                    let during = Guarded(Set<Int32>())
                    var first = Outcomes(requests: [.init(id: 1, get: "http://127.0.0.1:1/")])
                    first.isChanging = { _ in during.withLock { $0 = inherited() } }
                    // Others open and close at the same time.
                    let isOver = Guarded(false)
                    Thread.detachNewThread {
                        while !isOver.withLock({ $0 }) {
                            let opened = (0..<3 as Range<Int>).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
                            for one in opened { close(one) }
                        }
                    }
                    for _ in 0..<100 as Range<Int> {
                        #expect(await outcomes(from: first, .init(transport: .curl))[1]?.failure == .refused)
                        #expect(during.withLock { $0.subtracting(before) }.isEmpty)
                    }
                    isOver.withLock { $0 = true }
                }
            }

            @Test("waiting costs no CPU, and afterwards threads and descriptors are gone")
            func rest() async {
                await #expect(processExitsWith: .success) {
                    let log = Log()
                    let waiting = Waiting()
                    let server = LoopbackServer { connection in
                        _ = connection.request()
                        if log.lines.isEmpty, hasThread() { log.append("seen") }
                        // All are held until the last has waited for two seconds; then none is answered.
                        if waiting.begin() == 50 {
                            connection.waitForClose(atMost: 2)
                            waiting.end()
                        } else {
                            waiting.wait()
                        }
                    }
                    // The first run starts things that stay, as libraries do.
                    _ = await outcome(of: .init(id: 1, get: "http://127.0.0.1:1/"))
                    let descriptors = try descriptorCount()
                    let first = Outcomes(
                        requests: (0..<50).map { id in
                            .init(
                                id: id, .get, server.url(), timeOuts: .init(idle: .seconds(300), total: .seconds(600)))
                        })
                    let last = await outcomes(from: first, .init(limits: .init(perHost: 50)))
                    #expect(last.ends.count == 50)
                    let spent = waiting.processorTime
                    #expect(spent < .milliseconds(50), "\(spent) of two seconds")
                    server.waitUntilAlone()
                    #expect(try descriptorCount() <= descriptors)
                    #expect(!log.lines.isEmpty)
                    #expect(!hasThread())
                }
            }
        }
    }

    private func endless(_ size: Int, isAnnounced: Bool = true) -> LoopbackServer {
        LoopbackServer { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 X\r\n" + (isAnnounced ? "Content-Length: \(size)\r\n\r\n" : "\r\n"))
            let piece = [UInt8](repeating: 120, count: 65_536)
            for _ in 0..<size / piece.count where connection.send(piece) {}
        }
    }

    /// How much more memory than before the process held at the most.
    private func peakGrowth(_ work: () async -> Void) async throws -> Int {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        let before = try peak()
        await work()
        return try peak() - before
    }

    private func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) << 10
    }

    /// How many sockets and pipes are open: what a driver opens. Libdispatch opens a timer of its own when it likes.
    private func descriptorCount() throws -> Int {
        let folder = "/proc/self/fd/"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            var target = [CChar](repeating: 0, count: 64)
            guard readlink(folder + name, &target, target.count - 1) > 0 else { return false }
            let text = String(decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return text.hasPrefix("socket:") || text.hasPrefix("pipe:")
        }
    }

    /// The time of the processor that this program takes between the last beginning and the end.
    private final class Waiting: Sendable {
        private let state = Guarded((count: 0, start: clock(), spent: clock_t(0)))
        private let isOver = DispatchGroup()

        init() { isOver.enter() }

        /// - Returns: How many have begun.
        func begin() -> Int {
            state.withLock { state in
                state.count += 1
                state.start = clock()
                return state.count
            }
        }

        func end() {
            state.withLock { $0.spent = clock() - $0.start }
            isOver.leave()
        }

        func wait() { isOver.wait() }

        var processorTime: Duration {
            .seconds(Double(state.withLock(\.spent)) / Double(CLOCKS_PER_SEC))
        }
    }

    /// Whether the thread of libcurl is there.
    private func hasThread() -> Bool {
        threadNames().contains("Cycle network")
    }
#endif
