import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

/// A timer of 10 ms keeps its beats where 64 events take less than that: a beat that has come has its turn after 64 events of a flood,
/// at the latest. So it is counted, whatever the machine: an event of the flood asks for a beat, and a beat for the next one as long as
/// more has come.
@Suite("Floods of events, beside another source")
struct FloodTests {
    private struct Frame: Equatable {
        var count = 0
        var isBeating = false
        /// How many events of the flood had come at each beat.
        var beats: [Int] = []
        var longestWait: Int { zip(beats, beats.dropFirst()).map { $1 - $0 }.max() ?? .max }
    }

    /// - Parameter isFlood: Whether an event belongs to the flood.
    private func run<Flooding: Driver>(
        _ driver: Flooding, _ model: Flooding.Model, on time: VirtualTime = VirtualTime(),
        _ isFlood: @escaping (Flooding.Event) -> Bool, flood: () -> Void = {}
    ) -> Frame where Flooding.Model: Sendable {
        let (ticks, beat) = Signal<Void>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(driver: driver, frameFilter: { _ in model }) { frame, event in
                guard isFlood(event) else { return }
                frame.count += 1
                if !frame.isBeating { beat.send(()) }
                frame.isBeating = true
            }
            frames.lens(events: ticks, label: "beat") { frame, _ in
                frame.isBeating = frame.beats.last != frame.count
                frame.beats.append(frame.count)
                if frame.isBeating { beat.send(()) }
            }
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        time.advance(by: .seconds(1))
        flood()
        time.advance(by: .seconds(10))
        let frame = cycle.frame
        cycle.stop()
        return frame
    }

    @Test("keys that are pasted leave a beat its turn after each 64 of them")
    func keys() {
        let console = SimulatedConsole()
        let frame = run(console, .screen("", input: .keys), { $0 == .key("x") }) {
            console.type(String(repeating: "x", count: 1_000))
        }
        #expect(frame.count == 1_000 && frame.longestWait <= 64, "\(frame.longestWait)")
    }

    @Test("lines that are pasted leave a beat its turn after each 64 of them")
    func lines() {
        let console = SimulatedConsole(isTerminal: false)
        let frame = run(console, .lines([], input: .lines), { $0 == .line("x") }) {
            console.type(String(repeating: "x\n", count: 1_000))
        }
        #expect(frame.count == 1_000 && frame.longestWait <= 64, "\(frame.longestWait)")
    }

    @Test("watched files that all change at once leave a beat its turn after each 64 of them")
    func watches() {
        let files = SimulatedFiles()
        let paths = (0..<200).map { PersistenceDriver.Path("\($0)") }
        let model = PersistenceDriver.Model(paths.map { .watch($0) })
        let isFlood = { (event: PersistenceDriver.Event) in
            if case .changed = event { true } else { false }
        }
        let frame = run(files.driver(), model, isFlood) {
            for path in paths { files[path] = [1] }
        }
        #expect(frame.count == paths.count && frame.longestWait <= 64, "\(frame.count), \(frame.longestWait)")
    }

    @Test("lines that a program prints at once leave a beat its turn after each 64 of them")
    func programs() {
        let processes = SimulatedProcesses()
        let isFlood = { (event: ProcessDriver<Int>.Event) in
            if case .output = event { true } else { false }
        }
        let frame = run(processes.driver(), .running([.init(1, .init("p"))]), isFlood) {
            processes.happen(.output(String(repeating: "x\n", count: 1_000)), to: "p")
        }
        #expect(frame.count == 1_000 && frame.longestWait <= 64, "\(frame.count), \(frame.longestWait)")
    }

    @Test("datagrams that arrive at once leave a beat its turn after each 64 of them")
    func datagrams() {
        let sockets = SimulatedSockets()
        let address = SocketAddress.host("here", port: 1)
        let isFlood = { (event: SocketDriver<Int>.Event) in
            if case .datagram = event { true } else { false }
        }
        let frame = run(sockets.driver(), [.datagrams(1, at: address)], isFlood) {
            for _ in 0..<1_000 { sockets.arrive(.init("x", to: address), from: address) }
        }
        #expect(frame.count == 1_000 && frame.longestWait <= 64, "\(frame.count), \(frame.longestWait)")
    }

    @Test("requests that arrive at once leave a beat its turn after each 64 of them")
    func requests() {
        let sockets = SimulatedSockets()
        let address = SocketAddress.host("here", port: 1)
        let isFlood = { (event: ServerDriver<Int>.Event) in
            if case .request = event { true } else { false }
        }
        let frame = run(sockets.server(), .init([.init(1, at: address)]), isFlood) {
            for _ in 0..<300 {
                guard let client = sockets.connect(to: address) else { return }
                for _ in 0..<10 { sockets.happen(.requests("GET", "/"), at: client) }
            }
        }
        #expect(frame.count == 3_000 && frame.longestWait <= 64, "\(frame.count), \(frame.longestWait)")
    }

    @Test("messages of many WebSockets at once leave a beat its turn after each 64 of them")
    func messages() {
        let sockets = SimulatedSockets()
        sockets.answers = { _ in
            [.opensWebSocket()] + (0..<100).map { _ in .sendsMessage(.text("x")) }
        }
        let isFlood = { (event: WebSocketDriver<Int>.Event) in
            if case .received = event { true } else { false }
        }
        let model = WebSocketDriver<Int>.Model((0..<30).map { .init($0, "ws://a/") })
        let frame = run(sockets.webSockets(), model, isFlood)
        #expect(frame.count == 3_000 && frame.longestWait <= 64, "\(frame.count), \(frame.longestWait)")
    }

    @Test("chunks of many answers at once leave a beat its turn after each 64 of them")
    func chunks() {
        let time = VirtualTime()
        let pieces = (0..<20).map { _ in SimulatedAnswer.Step(.body([120])) }
        let answer = SimulatedAnswer(
            [.init(.connected), .init(.head(status: 200, [:]))] + pieces + [.init(.end)])
        let network = SimulatedNetwork(time) { _ in answer }
        let requests = (0..<300).map { NetworkDriver<Int>.Request(id: $0, .get, "http://a/", delivery: .streamed) }
        let isFlood = { (event: NetworkDriver<Int>.Event) in
            if case .chunk = event { true } else { false }
        }
        let driver = NetworkDriver<Int>(transport: network, limits: .init(perHost: 300, total: 300))
        let frame = run(driver, .init(requests), on: time, isFlood)
        #expect(frame.count >= 300 && frame.longestWait <= 64, "\(frame.count), \(frame.longestWait)")
    }
}
