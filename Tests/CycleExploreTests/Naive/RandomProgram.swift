import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting

@testable import CycleExplore

/// Answers in a turn after that in which its model changes, as a thread would.
struct Echo: Driver, StandIn {
    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
        Signal { sink in
            let inlet = sink.inlet()
            return model.run(inside: sink, finish: {}) { count in if count > 0 { inlet.send(count) } }
        }
    }
}

/// A part of the world that no twin plays: a job that works, finishes, breaks, and is poked.
private final class Engine: Driver, StandIn, Explorable {
    private enum Phase: Int { case idle, working, finishing, over }

    private var phase = Phase.idle
    private var pokes = 1
    private var report: ((Int) -> Void)?

    func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Int> {
        Signal { [self] sink in
            let inlet = sink.inlet()
            report = { inlet.send($0) }
            let rendering = model.run(inside: sink, finish: {}) { [self] isWanted in
                if isWanted, phase == .idle { phase = .working }
                if !isWanted { phase = .idle }
            }
            return Subscription { [self] in
                rendering.cancel()
                report = nil
            }
        }
    }

    var possibilities: [Possibility] {
        guard report != nil else { return [] }
        let poke = pokes > 0 ? [Possibility("engine", "pokes", outcome: 0)] : []
        switch phase {
        case .idle, .over: return poke
        case .working:
            let outcomes = [
                Possibility("engine", "works", outcome: 1, kind: .due),
                Possibility("engine", "breaks", outcome: 2, kind: .fault),
            ]
            return outcomes + poke
        case .finishing: return [Possibility("engine", "finishes", outcome: 3, kind: .due)] + poke
        }
    }

    func happen(_ possibility: Possibility) {
        switch possibility.outcome {
        case 0: pokes -= 1
        case 1: phase = .finishing
        default: phase = .over
        }
        report?(possibility.outcome)
    }

    func remember(in memory: inout Fingerprint) {
        memory.combine(phase)
        memory.combine(pokes)
    }
}

private struct Key<Feature>: Hashable, Sendable {
    let number: Int
}

private struct Keyboard<Feature>: Driver {
    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Key<Feature>> { .never }
}

private enum Left {}
private enum Right {}
private enum Whole {}

/// The memory that no frame shows.
private final class Hidden {
    var count = 0
}

extension RandomPlan {
    func scenario(_ laws: [Law<Tiny>]) -> Scenario<Tiny> {
        Scenario(laws: laws, until: { until?.holds($0) ?? false }) { program(in: $0) }
    }

    var bounds: Bounds {
        var bounds = Bounds()
        bounds.faults = faults
        bounds.pauses = pauses
        bounds.preemptions = preemptions
        bounds.powerCuts = powerCuts
        bounds.leavesOutOrders = leavesOutOrders
        bounds.jobs = jobs
        bounds.comparedJoins = 0
        bounds.isQuiet = true
        return bounds
    }

    private func prepare(_ world: World) {
        events("keys", whole, Whole.self, world)
        events("left", left, Left.self, world)
        events("right", right, Right.self, world)
        let answers: [ExploredNetwork.Outcome] = [.text("x"), .fails(.refused)]
        world.network.answers(faults: (whole.network?.variant ?? 1) == 0 ? 1 : nil) { request in
            request.query == "2" ? [.pieces(["p"]), .fails(.refused)] : answers
        }
        if let files {
            world.files.begin(with: ["f": "1"])
            world.files.mayFail = files.variant % 2 == 0
            world.files.mayBeFull = files.variant % 3 == 0
            if files.variant > 3 { world.files.change("f", to: ["0", nil], atMost: 1) }
        }
        if let signals { world.signals.come(signals.variant % 2 == 0 ? [.hangUp] : [.hangUp, .terminate], atMost: 1) }
        if engine != nil { world.add(Engine()) }
    }

    private func events<Name>(_ lane: String, _ feature: Feature, _ name: Name.Type, _ world: World) {
        let keyboard = ScriptedDriver<Int, Key<Name>>()
        guard feature.keys != nil else { return world.add(standIn: keyboard) }
        world.events(lane, of: keyboard, from: [0, 1].map(Key.init), atMost: keyCount)
    }

    private func program(in world: World) -> CycledLens<some Any, Tiny> {
        prepare(world)
        let (calls, hidden) = (world.calls, Hidden())
        return CycledLens(startingWith: Tiny()) { frames in
            Self.feature(whole, frames, Whole.self) { frame, key in remember(hidden, &frame, key) }
            if !left.isEmpty { frames.lens(\.left) { Self.feature(left, $0, Left.self) } }
            if !right.isEmpty { frames.lens(\.right) { Self.feature(right, $0, Right.self) } }
            if let files { Self.files(files, frames) }
            if let part = signals {
                frames.lens(
                    driver: SignalDriver(), label: "signals",
                    frameFilter: { part.want.holds($0) ? .listening(to: .hangUp, .terminate) : .none },
                    eventFilter: { frame, event in
                        if case .received(let name) = event { part.handler.apply(name == .hangUp ? 0 : 1, to: &frame) }
                    })
            }
            if let part = engine {
                frames.lens(
                    driver: Engine(), label: "engine", frameFilter: { part.want.holds($0) },
                    eventFilter: { part.handler.apply($1, to: &$0) })
            }
            if let part = echo {
                frames.lens(
                    driver: Echo(), label: "echo", frameFilter: { part.want.holds($0) ? 1 + $0[part.register] : 0 },
                    eventFilter: { part.handler.apply($1, to: &$0) })
            }
            if let part = self.calls {
                frames.lens(
                    driver: Planted.Asking(strategy: [.latest, .merge, .concat][part.variant % 3]) {
                        await calls.answer("calls", $0, from: [$0, "none"], faults: part.variant / 3)
                    }, label: "calls",
                    frameFilter: { part.want.holds($0) ? "q\($0[part.register])" : "" },
                    eventFilter: { part.handler.apply($1 == "none" ? 1 : 0, to: &$0) })
            }
            if let part = rule {
                // A rule that sets what it does not watch ends at once.
                frames.rule(onChangeOf: { $0[part.register] }) { frame in
                    if part.want.holds(frame) { frame[part.register + 1] = part.want.value }
                }
            }
        }
    }

    /// A planted memory counts letters, and shows in a register at others.
    private func remember(_ memory: Hidden, _ frame: inout Tiny, _ key: Int) {
        guard let hidden else { return }
        if key == 0 { memory.count = (memory.count + 1) % 3 } else { frame[hidden.register] = memory.count }
    }

    private static func feature<State: Registers, Name>(
        _ feature: Feature, _ frames: Signal<State>, _ name: Name.Type,
        _ remember: @escaping (inout State, Int) -> Void = { _, _ in }
    ) -> MutatingLens<Signal<State>, Any> {
        let keys = frames.lens(
            driver: Keyboard<Name>(), label: "keys", frameFilter: { $0[0] },
            eventFilter: { frame, key in
                feature.keys?.handler.apply(key.number, to: &frame)
                remember(&frame, key.number)
            })
        let timer = frames.lens(
            driver: TimerDriver<Int>(), label: "timer",
            frameFilter: { frame in .timers(feature.timer.map { timers($0, frame) } ?? []) },
            eventFilter: { frame, event in feature.timer?.handler.apply(event.id, to: &frame) })
        let network = frames.lens(
            driver: NetworkDriver<Int>(), label: "network",
            frameFilter: { frame in .init(feature.network.map { requests($0, frame) } ?? []) },
            eventFilter: { frame, event in
                let number =
                    switch event {
                    case .response: 0
                    case .failed: 1
                    case .head, .chunk, .progress: 2
                    }
                feature.network?.handler.apply(number, to: &frame)
            })
        return MutatingLens.zip(keys, timer, network).map { $1 as Any }
    }

    private static func timers(_ part: Part, _ frame: some Registers) -> [TimerDriver<Int>.Timer] {
        guard part.want.holds(frame) else { return [] }
        let id = frame[part.register]
        let first = part.variant == 0 ? TimerDriver<Int>.Timer.every(id, .seconds(1)) : .once(id, after: .seconds(1))
        return part.variant < 3 ? [first] : [first, .once(id + 3, after: .seconds(part.variant == 3 ? 1 : 2))]
    }

    private static func requests(_ part: Part, _ frame: some Registers) -> [NetworkDriver<Int>.Request] {
        guard part.want.holds(frame) else { return [] }
        let value = frame[part.register]
        let first = NetworkDriver<Int>.Request(
            id: part.variant % 2 == 0 ? value : 0, get: "http://h/?q=\(value + (part.variant == 5 ? 1 : 0))")
        return part.variant == 1 ? [first, .init(id: 9, get: "http://h/?q=9")] : [first]
    }

    private static func files(_ part: Part, _ frames: Signal<Tiny>) -> MutatingLens<Signal<Tiny>, Any> {
        frames.lens(
            driver: PersistenceDriver(root: "."), label: "files",
            frameFilter: { frame in
                if part.want.holds(frame) { return .files(.write("f", "\(frame[part.register])")) }
                return part.variant == 5
                    ? .files(.watch("f")) : .files(.read("f", repetition: frame[part.register + 1]))
            },
            eventFilter: { frame, event in
                switch event {
                case .loaded: frame[part.register] = event.text.flatMap { Int($0) } ?? 0
                case .saved: part.handler.apply(0, to: &frame)
                default: part.handler.apply(1, to: &frame)
                }
            }
        ).map { $1 as Any }
    }
}
