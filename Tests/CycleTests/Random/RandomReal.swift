import Cycle
import CycleTesting

/// The run of a random program by the library.
final class RealRun {
    private let program: LoopProgram
    private let time = VirtualTime()
    private let census: Census
    private var pipes: [(signal: Signal<Int>, inlet: Inlet<Int>)] = []
    private var shared: [Signal<Int>] = []
    private var cycle: CycledLens<Void, RandomFrame>?
    private var observers: [Subscription] = []
    private var watching: Subscription?
    private var observerCount = 0
    private var log: [String] = []
    private var isStarted = false

    init(_ program: LoopProgram, _ census: Census) {
        self.program = program
        self.census = census
        pipes = (0..<LoopProgram.pipeCount).map { _ in Signal<Int>.pipe() }
        for definition in program.shared { shared.append(signal(definition, Surroundings()).share()) }
        cycle = CycledLens(startingWith: RandomFrame(), answerLimit: .max) { frames in
            let watching = frames.lens(get: { [unowned self] frames in
                frames.handle { [unowned self] in note("frame \($0)") }
            })
            let all = watching.set + lens(of: program.lenses, frames, path: "").set
            return MutatingLens(value: frames, get: { _ in () }, set: { _, _ in all })
        }
        guard program.isWatched, let cycle else { return }
        watching = cycle.observeMoments { [unowned self] moment in
            // A value that an operator has put off is no event of a lens.
            if type(of: moment.cause.event) == Int?.self { return }
            let cause = "\(moment.cause.lens) \(moment.cause.event)"
            note("moment \(cause): \(moment.context) -> \(moment.effect)")
        }
    }

    func run() -> [String] {
        guard let cycle else { return [] }
        start()
        time.join(self) { [unowned cycle] in cycle.drain() }
        for step in 0...program.duration {
            time.advance(by: .seconds(step) - time.now)
            for send in program.sends where send.time == step {
                if send.value < 0 { pipes[send.pipe].inlet.end() } else { pipes[send.pipe].inlet.send(send.value) }
            }
            time.advance(by: .zero)
            if isStarted { note("over \(cycle.isOver)") }
        }
        time.leave(self)
        stop()
        note("stopped, \(time.armedCount) alarms armed")
        for observer in observers { observer.cancel() }
        watching?.cancel()
        return log
    }

    private func start() {
        isStarted = true
        cycle?.start(on: time)
    }

    private func stop() {
        isStarted = false
        cycle?.stop()
    }

    /// A program that goes on for ever, against what the reference says, is stopped.
    private func note(_ line: String) {
        if log.count == 5_000 { stop() }
        log.append("\(time.now.components.seconds): \(line)")
    }

    private struct Surroundings {
        var model: Signal<Int>?
        var input = 0
    }

    // MARK: Lenses

    private struct RandomDriver: Driver {
        let events: (Signal<Int>) -> Signal<Int>

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> { events(model) }
    }

    func lens<Whole: RandomWhole>(
        of programs: [LensProgram], _ frames: Signal<Whole>, path: String
    ) -> MutatingLens<Signal<Whole>, Void> {
        let all = programs.enumerated().map { number, program in lens(program, frames, path: "\(path)\(number)") }
        return MutatingLens(value: frames, get: { _ in }, set: { _, _ in all.flatMap(\.set) })
    }

    private func lens<Whole: RandomWhole>(
        _ program: LensProgram, _ frames: Signal<Whole>, path: String
    ) -> MutatingLens<Signal<Whole>, Void> {
        switch program {
        case .events(let events, let action):
            return frames.lens(
                events: signal(events, Surroundings()), label: LensProgram.label(at: path),
                eventFilter: noting(action, path)
            ).map { _, _ in }
        case .driver(let events, let projection, let action):
            return frames.lens(
                driver: driver(events, path), label: LensProgram.label(at: path),
                frameFilter: { $0.projected(projection) }, eventFilter: noting(action, path)
            ).map { _, _ in }
        case .whole(let events, let projection, let action):
            let around = Surroundings(model: frames.map { $0.projected(projection) })
            let change: (inout Whole, Int) -> Void = noting(action, path)
            let wholes = signal(events, around).withLatest(from: frames).map { event, whole in
                var next = whole
                change(&next, event)
                return next
            }
            return frames.lens(label: "whole", get: { _ in }, set: { (_: Void, _: Signal<Whole>) in wholes })
        case .watch(let events, let projection):
            return frames.lens(driver: driver(events, path), frameFilter: { $0.projected(projection) }).map { _, _ in }
        case .rule(let copy):
            return frames.rule(onChangeOf: { $0.projected(copy.projection) }) {
                [unowned self, witness = census.makeWitness()] whole in
                note("rule \(path)")
                withExtendedLifetime(witness) {}
                whole.act(copy.action, whole.projected(copy.projection))
            }
        case .prefixed(let number, let inner): return lens(inner, frames, path: path).prefixed(with: .made(of: number))
        case .part(let kind, let children): return Whole.parts(kind, children, of: frames, self, path)
        }
    }

    private func driver(_ events: Program, _ path: String) -> RandomDriver {
        RandomDriver { [unowned self] models in
            signal(events, Surroundings(model: models.handle { [unowned self] in note("render \(path) \($0)") }))
        }
    }

    private func noting<Whole: RandomWhole>(_ action: Int, _ path: String) -> (inout Whole, Int) -> Void {
        { [unowned self, witness = census.makeWitness()] whole, event in
            note("event \(path) \(event)")
            whole.act(action, event)
            withExtendedLifetime(witness) {}
        }
    }

    // MARK: Signals

    private func signal(_ program: Program, _ around: Surroundings) -> Signal<Int> {
        switch program {
        case .from(let values): return .from(values)
        case .never: return .never
        case .ticks(let period): return .ticks(every: .seconds(period))
        case .script(let number, let beats): return script(number, beats)
        case .pipe(let number): return pipes[number].signal
        case .shared(let number): return number < shared.count ? shared[number] : .never
        case .model: return around.model ?? .empty
        case .input(let more): return .just((around.input + more) & 63)
        case .merge(let programs): return .merge(programs.map { signal($0, around) })
        case .withLatest(let first, let second):
            return signal(first, around).withLatest(from: signal(second, around)).map { ($0 + $1) & 63 }
        case .flatMap(let strategy, let source, let inner):
            return signal(source, around).flatMap(strategy) { [unowned self, witness = census.makeWitness()] value in
                defer { withExtendedLifetime(witness) {} }
                return signal(inner, Surroundings(model: around.model, input: value))
            }
        case .goingOn(let strategy, let source): return goOn(2, strategy, source, around)
        case .effects(let source, let inner):
            return signal(source, around).effects(for: RandomWant.wants, by: \.id) {
                [unowned self, witness = census.makeWitness()] want in
                defer { withExtendedLifetime(witness) {} }
                return signal(inner, Surroundings(model: around.model, input: want.input))
            }
        case .lastingEffects(let source, let inner):
            return signal(source, around).effects(for: RandomWant.wants, by: \.id) {
                [unowned self, witness = census.makeWitness()] (id: Int, wants: Signal<RandomWant>) in
                defer { withExtendedLifetime(witness) {} }
                let beside = signal(inner, Surroundings(model: around.model, input: id))
                return wants.map(\.input).merge(with: beside)
            }
        case .until(let first, let second): return until(signal(first, around), signal(second, around))
        default: return single(program, around)
        }
    }

    private func goOn(
        _ rounds: Int, _ strategy: FlattenStrategy, _ source: Program, _ around: Surroundings
    ) -> Signal<Int> {
        signal(source, around).flatMap(strategy) { [unowned self, witness = census.makeWitness()] value in
            defer { withExtendedLifetime(witness) {} }
            if rounds == 0 { return .just(value) }
            let next = Surroundings(model: around.model, input: value)
            return .merge(.just(value), goOn(rounds - 1, strategy, source, next))
        }
    }

    private func single(_ program: Program, _ around: Surroundings) -> Signal<Int> {
        switch program {
        case .map(let more, let source):
            return signal(source, around).map { [witness = census.makeWitness()] value in
                defer { withExtendedLifetime(witness) {} }
                return (value + more) & 63
            }
        case .filter(let bit, let source): return signal(source, around).filter { $0 & bit == 0 }
        case .compactMap(let bit, let source): return signal(source, around).compactMap { $0 & bit == 0 ? nil : $0 }
        case .scan(let source): return signal(source, around).scan(0) { ($0 + $1) & 63 }
        case .removeDuplicates(let source): return signal(source, around).removeDuplicates()
        case .combinePrevious(let source): return signal(source, around).combinePrevious().map { ($0 * 3 + $1) & 63 }
        case .prefixed(let first, let source): return signal(source, around).prefixed(with: first)
        case .prefix(let count, let source): return signal(source, around).prefix(count)
        case .handle(let number, let deed, let source):
            return signal(source, around).handle { [unowned self, witness = census.makeWitness()] value in
                note("handle \(number) \(value)")
                if value == deed.value { act(deed.act) }
                withExtendedLifetime(witness) {}
            }
        case .ignoringValues(let source): return signal(source, around).ignoringValues()
        case .inTurns(let source): return signal(source, around).inTurns()
        case .delay(let interval, let source): return signal(source, around).delay(.seconds(interval))
        case .debounce(let quiet, let source): return signal(source, around).debounce(.seconds(quiet))
        case .throttle(let interval, let latest, let source):
            return signal(source, around).throttle(.seconds(interval), latest: latest)
        case .sample(let period, let source): return signal(source, around).sample(every: .seconds(period))
        default: return .never
        }
    }

    private func script(_ number: Int, _ beats: [Beat]) -> Signal<Int> {
        Signal { [unowned self, witness = census.makeWitness()] sink in
            note("start \(number)")
            let playing = sink.play(beats)
            return Subscription { [unowned self] in
                note("stop \(number)")
                playing.cancel()
                withExtendedLifetime(witness) {}
            }
        }
    }

    private func until(_ first: Signal<Int>, _ second: Signal<Int>) -> Signal<Int> {
        Signal { sink in
            var isOver = false
            var running: [Subscription] = []
            let finish = {
                guard !isOver else { return }
                isOver = true
                for part in running { part.cancel() }
                running = []
                sink.end()
            }
            running.append(second.run(inside: sink, finish: {}) { _ in finish() })
            if !isOver { running.append(first.run(inside: sink, finish: finish, receive: sink.send)) }
            if isOver { for part in running { part.cancel() } }
            return Subscription { for part in running { part.cancel() } }
        }
    }

    private func act(_ act: Program.Deed.Act) {
        switch act {
        case .note: break
        case .stop: stop()
        case .restart:
            stop()
            start()
        case .resume:
            guard let frame = cycle?.frame else { return }
            stop()
            isStarted = true
            cycle?.start(on: time, resuming: frame)
        case .send(let pipe): pipes[pipe].inlet.send(1)
        case .observe:
            guard let cycle else { return }
            observerCount += 1
            let number = observerCount
            observers.append(cycle.observe { [unowned self] in note("observer \(number) \($0.total)") })
        case .leave:
            if !observers.isEmpty { observers.removeFirst().cancel() }
        }
    }
}
