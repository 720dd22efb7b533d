import Cycle
import TestSupport

/// Where lenses stand in an application.
struct ApplicationPlace<Whole> {
    let path: String
    let token: FeatureToken?
    /// The whole of these lenses, in a frame in which it is there.
    let read: (AppFrame) -> Whole?
}

extension ApplicationPlace<AppFrame> {
    static var whole: Self { .init(path: "", token: nil, read: { $0 }) }
}

/// A driver that makes an effect of each want.
struct WantsDriver: Driver {
    let isStandIn: Bool
    let run: (_ models: Signal<[Want]>, _ isStandIn: Bool) -> Signal<Emission>

    func eventsCapturedAfterRendering(model: Signal<[Want]>) -> Signal<Emission> { run(model, isStandIn) }
}

/// Plays all drivers.
struct ApplicationCast: StandIns {
    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        if let driver = driver as? WantsDriver, let models = models as? Signal<[Want]> {
            return driver.run(models, true) as? Signal<Event> ?? .never
        }
        if let ticker = driver as? Ticker, let models = models as? Signal<Bool> {
            return ticker.eventsCapturedAfterRendering(model: models) as? Signal<Event> ?? .never
        }
        return .never
    }
}

extension ApplicationRun {
    typealias Lens = MutatingLens<Signal<AppFrame>, Void>

    /// The lenses of the whole frame, some of which stand nowhere else.
    func lenses(
        _ lenses: [Application.Lens], _ frames: Signal<AppFrame>, _ place: ApplicationPlace<AppFrame>
    ) -> [Lens] {
        lenses.enumerated().map { index, lens in self.lens(lens, frames, place, "\(index)") }
    }

    private func lens(
        _ lens: Application.Lens, _ frames: Signal<AppFrame>, _ place: ApplicationPlace<AppFrame>, _ path: String
    ) -> Lens {
        switch lens {
        case .reel(let period):
            return frames.lens(\.reel, label: "reel\(path)") { $0.emittingTail(every: .seconds(period)) }.map { _, _ in
            }
        case .motion:
            return frames.animating(every: .seconds(1), while: \.motion.isMoving) { [unowned self] frame, tick in
                judge.call(.eventFilter, "tick") { frame.motion.advance(by: tick.elapsed) }
            }.map { _, _ in }
        case .whole: return wholeLens(frames, path)
        case .newcomer(let source, let inTurns): return newcomer(source, inTurns, frames, path)
        case .prefixed(let inner):
            var first = AppFrame()
            first.number = 7
            return self.lens(inner, frames, place, path).prefixed(with: first)
        default: return partLens(lens, frames, place, path)
        }
    }

    private func wholeLens(_ frames: Signal<AppFrame>, _ path: String) -> Lens {
        frames.lens(
            label: "whole\(path)", get: { _ in },
            set: { [unowned self] (_: Void, _: Signal<AppFrame>) in
                Signal { [unowned self, witness = judge.makeWitness()] sink in
                    wholes.append(sink)
                    return Subscription { withExtendedLifetime(witness) {} }
                }
            })
    }

    /// A lens that listens to the frames again for each event, and sends whole frames while it is shown one.
    private func newcomer(
        _ source: Application.Source, _ inTurns: Bool, _ frames: Signal<AppFrame>, _ path: String
    ) -> Lens {
        frames.lens(
            label: "newcomer\(path)", get: { _ in },
            set: { [unowned self] (_: Void, frames: Signal<AppFrame>) in
                Signal { [unowned self] sink in
                    var listening: Subscription?
                    let events = signal(source, isLenient: true)
                    let running = (inTurns ? events.inTurns() : events).run(inside: sink, finish: {}) {
                        [unowned self] event in
                        listening?.cancel()
                        var isFirst = true
                        listening = frames.run(inside: sink, finish: {}) { [unowned self] frame in
                            defer { isFirst = false }
                            if isFirst { meet(frame, event, sink) }
                        }
                    }
                    return Subscription {
                        running.cancel()
                        listening?.cancel()
                    }
                }
            })
    }

    private func meet(_ frame: AppFrame, _ event: Emission, _ sink: Sink<AppFrame>) {
        judge.judgeStarted("a newcomer")
        judge.call(.newcomer) {
            judgeIntact(frame)
            if event.value & 1 == 0, judge.takeFuel() {
                var next = latest ?? AppFrame()
                next.ballast.change(to: event.value)
                next.number = event.value
                sink.send(next)
            }
            // New arrays take the place of one that was freed meanwhile.
            let others = (0..<8).map { [Int](repeating: $0 - 100, count: 24) }
            judgeIntact(frame)
            withExtendedLifetime(others) {}
        }
    }

    // MARK: Of any part

    func partLenses(
        _ lenses: [Application.Lens], _ frames: Signal<AppNode>, _ place: ApplicationPlace<AppNode>
    ) -> MutatingLens<Signal<AppNode>, Void> {
        let all = lenses.enumerated().map { index, lens in
            partLens(lens, frames, place, "\(place.path).\(index)")
        }
        return MutatingLens(value: frames, get: { _ in }, set: { _, _ in all.flatMap(\.set) })
    }

    private func partLens<Whole: ApplicationPart>(
        _ lens: Application.Lens, _ frames: Signal<Whole>, _ place: ApplicationPlace<Whole>, _ path: String
    ) -> MutatingLens<Signal<Whole>, Void> {
        switch lens {
        case .events(let source, let action):
            let isDirect = if case .pipe = source { place.token == nil } else { false }
            let filter = filter(action, place, path, isOrdered: program.isOrdered(source))
            return frames.lens(events: signal(source, isLenient: false), label: "lens\(path)") {
                [unowned self] (frame: inout Whole, event: Emission) in
                arrives(event, at: path, isDirect)
                filter(&frame, event)
            }.map { _, _ in }
        case .driver(let action, let keepsPrevious): return driverLens(action, keepsPrevious, frames, place, path)
        case .watcher: return watcher(frames, place, path)
        case .rule(let rule): return ruleLens(rule, frames, place)
        case .part(let kind, let inner): return parts(kind, inner, frames, place, path)
        case .reel, .motion, .whole, .newcomer, .prefixed: return MutatingLens(value: frames) { _ in }
        }
    }

    private func watcher<Whole: ApplicationPart>(
        _ frames: Signal<Whole>, _ place: ApplicationPlace<Whole>, _ path: String
    ) -> MutatingLens<Signal<Whole>, Void> {
        frames.lens(get: { frames in
            frames.handle { [unowned self, witness = judge.makeWitness()] frame in
                judgeShown(frame, place, path)
                judge.call(.watcher, path) { judgeIntact(frame) }
                withExtendedLifetime(witness) {}
            }
        }).map { _, _ in }
    }

    /// Law 1: all lenses are shown the same frame, while they are there.
    private func judgeShown<Whole: ApplicationPart>(
        _ frame: Whole, _ place: ApplicationPlace<Whole>, _ path: String
    ) {
        judge.judgeStarted("a lens")
        if !(place.token?.isLive ?? true) { judge.complain("law 6: \(path) is shown a part that is not there") }
        if latest.flatMap(place.read) != frame { judge.complain("law 1: \(path) is shown another frame") }
    }

    private func ruleLens<Whole: ApplicationPart>(
        _ rule: Application.Rule, _ frames: Signal<Whole>, _ place: ApplicationPlace<Whole>
    ) -> MutatingLens<Signal<Whole>, Void> {
        let watched: (Whole) -> Int = rule == .rowsToCount ? { $0.rows.count } : { $0.number }
        return frames.rule(onChangeOf: watched) { [unowned self, witness = judge.makeWitness()] frame in
            judge.judgeStarted("a rule")
            judge.call(.rule, "\(rule)") {
                judgeIntact(frame)
                switch rule {
                case .rowsToCount: frame.count = frame.rows.count
                case .numberToRows: if frame.number % 7 == 0 { frame.rows.removeAll() }
                }
            }
            withExtendedLifetime(witness) {}
        }
    }

    private func parts<Whole: ApplicationPart>(
        _ kind: Application.PartKind, _ inner: [Application.Lens], _ frames: Signal<Whole>,
        _ place: ApplicationPlace<Whole>, _ path: String
    ) -> MutatingLens<Signal<Whole>, Void> {
        let (read, outer) = (place.read, place.token)
        let key = "\(path)#\(outer?.number ?? 0)"
        let identities: (AppFrame) -> Set<Int>? = { read($0)?.identities(kind) }
        return Whole.lens(kind, frames, label: "part\(path)") { [unowned self] identity, part in
            let token = token(key, identity, outer, identities, isFixed: kind == .pair && !Whole.haveIdentities(kind))
            let place = ApplicationPlace<AppNode>(path: path, token: token) { read($0)?.part(kind, identity) }
            return partLenses(inner, part, place)
        }
    }

    /// A feature is made. That of a part which is always there is made once, before the start.
    private func token(
        _ key: String, _ identity: Int, _ outer: FeatureToken?, _ identities: @escaping (AppFrame) -> Set<Int>?,
        isFixed: Bool
    ) -> FeatureToken? {
        if isFixed { return nil }
        let registry = registries[key] ?? PartRegistry(outer, identities)
        registries[key] = registry
        judge.note("feature \(key) \(identity)")
        judge.judgeStarted("a feature")
        if registry.tokens[identity] != nil {
            judge.complain("law 6: the feature of \(identity) at \(key) is started twice")
        }
        if latest.flatMap(identities)?.contains(identity) != true {
            judge.complain("law 6: the feature of \(identity) at \(key) is started for a part that is not there")
        }
        let token = FeatureToken(makeListener(), identity, in: outer, epoch: judge.epoch)
        registry.tokens[identity] = token
        return token
    }

    // MARK: Drivers

    private func driverLens<Whole: ApplicationPart>(
        _ action: Application.Action, _ keepsPrevious: Bool, _ frames: Signal<Whole>, _ place: ApplicationPlace<Whole>,
        _ path: String
    ) -> MutatingLens<Signal<Whole>, Void> {
        // Each run of the driver has a state of its own.
        let current = Current()
        let driver = WantsDriver(isStandIn: false) { [unowned self] models, isStandIn in
            if isStandIn != program.hasStandIns { judge.complain("the wrong driver is run at \(path)") }
            return Signal { [unowned self] sink in
                let state = DriverState(path, place.token) { place.read($0)?.model }
                current.state = state
                drivers.append(state)
                let running = rendering(models, state).run(inside: sink, receive: sink.send)
                return Subscription { [unowned self] in
                    running.cancel()
                    // A driver that is started after a stop, and stopped at once, is shown nothing.
                    drivers.removeAll { $0 === state }
                }
            }
        }
        let frameFilter = { [unowned self, witness = judge.makeWitness()] (frame: Whole) in
            defer { withExtendedLifetime(witness) {} }
            return judge.call(.frameFilter, path) {
                judgeIntact(frame)
                return frame.model
            }
        }
        let filter = filter(action, place, path, isOrdered: true)
        let answered = { [unowned self] (frame: inout Whole, event: Emission) in
            judgeWanted(event, frame, current.state, path)
            let want = current.state?.effects.values.first { $0.source == event.source }?.want
            filter(&frame, event)
            if let want, event.value & 3 == 0 { frame.answer(want) }
        }
        guard keepsPrevious else {
            return frames.lens(
                driver: driver, label: "lens\(path)", frameFilter: frameFilter, eventFilter: answered
            ).map { _, _ in }
        }
        return frames.lens(driver: driver, label: "lens\(path)", frameFilter: frameFilter, keepingPrevious: 1) {
            [unowned self] frame, event, turn in
            if turn.time != time.now { judge.complain("a turn tells another time") }
            if let before = turn.previous.last, let previous, before != place.read(previous) {
                // A part has a frame before only where it has changed itself.
                if place.path.isEmpty { judge.complain("law 2: a turn does not tell the frame before") }
            }
            answered(&frame, event)
        }.map { _, _ in }
    }

    private final class Current {
        var state: DriverState?
    }

    /// Law 6: what an event answers is wanted when its turn comes.
    private func judgeWanted(_ event: Emission, _ frame: some ApplicationPart, _ state: DriverState?, _ path: String) {
        let effect = state?.effects.first { $0.value.source == event.source }
        let wanted = frame.model.first { $0.id == effect?.key }
        if effect == nil || wanted != effect?.value.want {
            judge.complain(
                "law 6: \(event) answers \(effect.map { "\($0.value.want)" } ?? "an older effect") at \(path)")
        }
    }

    private func filter<Whole: ApplicationPart>(
        _ action: Application.Action, _ place: ApplicationPlace<Whole>, _ path: String, isOrdered: Bool
    ) -> (inout Whole, Emission) -> Void {
        let listener = makeListener()
        return { [unowned self, witness = judge.makeWitness()] frame, event in
            judge.arrives(event, at: listener, isOrdered: isOrdered, path)
            if !(place.token?.isLive ?? true) { judge.complain("law 6: \(path) is given \(event), and is not there") }
            if latest == nil {
                judge.complain("decision 1: \(path) is given \(event) before the first frame is shown")
            }
            if let latest, place.read(latest) != frame { judge.complain("law 2: \(path) is given an older frame") }
            judge.call(.eventFilter, "\(path) \(event)") {
                judgeIntact(frame)
                frame.act(action, event.value, judge)
            }
            withExtendedLifetime(witness) {}
        }
    }
}
