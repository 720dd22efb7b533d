import Cycle

/// The run of a random program by the reference.
final class ReferenceRun {
    let world: ReferenceWorld
    private let program: LoopProgram
    private let loop: ReferenceLoop<RandomFrame>
    private let pipes: [ReferencePipe<Int>]
    private var shared: [ReferenceSignal<Int>] = []
    private var observers: [Stop] = []
    private var observerCount = 0

    init(_ program: LoopProgram, budget: Int) {
        self.program = program
        let world = ReferenceWorld(budget: budget)
        self.world = world
        loop = ReferenceLoop(world, startingWith: RandomFrame())
        pipes = (0..<LoopProgram.pipeCount).map { _ in ReferencePipe(world) }
        for definition in program.shared { shared.append(signal(definition, Surroundings()).share()) }
        let watching = loop.place.lens(setting: loop.place.signal.handle { world.note("frame \($0)") }.ignoringValues())
        loop.join([watching] + lenses(program.lenses, loop.place, path: ""))
        if program.isWatched { world.frameForWatchers = { [unowned loop] in "\(loop.frame)" } }
    }

    /// - Returns: The events, or `nil` if there are too many.
    func run() -> [String]? {
        loop.start()
        for time in 0...program.duration {
            world.advance(to: time)
            for send in program.sends where send.time == time {
                if send.value < 0 { pipes[send.pipe].end() } else { pipes[send.pipe].send(send.value) }
            }
            world.drain()
            if loop.isStarted { world.note("over \(world.isOver)") }
        }
        loop.stop()
        world.note("stopped, \(world.armedAlarmCount) alarms armed")
        for leave in observers { leave(.cancelled) }
        return world.isExhausted ? nil : world.log
    }

    private struct Surroundings {
        var model: ReferenceSignal<Int>?
        var input = 0
    }

    // MARK: Lenses

    func lenses<Whole: RandomWhole>(
        _ programs: [LensProgram], _ place: ReferencePlace<Whole>, path: String
    ) -> [ReferenceLens] {
        programs.enumerated().flatMap { number, program in lens(program, place, path: "\(path)\(number)") }
    }

    private func lens<Whole: RandomWhole>(
        _ program: LensProgram, _ place: ReferencePlace<Whole>, path: String
    ) -> [ReferenceLens] {
        switch program {
        case .events(let events, let action):
            let label = LensProgram.label(at: path) ?? "Int"
            return [
                place.lens(events: signal(events, Surroundings()), label: label, eventFilter: noting(action, path))
            ]
        case .driver(let events, let projection, let action):
            let around = Surroundings(model: models(place, projection, path))
            let label = LensProgram.label(at: path) ?? "RandomDriver"
            return [place.lens(events: signal(events, around), label: label, eventFilter: noting(action, path))]
        case .whole(let events, let projection, let action):
            let around = Surroundings(model: place.signal.map { $0.projected(projection) })
            let change: (inout Whole, Int) -> Void = noting(action, path)
            let wholes = signal(events, around).withLatest(from: place).map { event, whole in
                var next = whole
                change(&next, event)
                return next
            }
            return [place.lens(setting: wholes, label: "whole")]
        case .watch(let events, let projection):
            let around = Surroundings(model: models(place, projection, path))
            return [place.lens(events: signal(events, around), label: "RandomDriver") { _, _ in }]
        case .rule(let copy):
            return [
                place.rule(onChangeOf: { $0.projected(copy.projection) }) { [world] whole in
                    world.note("rule \(path)")
                    whole.act(copy.action, whole.projected(copy.projection))
                }
            ]
        case .prefixed(let number, let inner):
            return [place.lens(prefixedWith: .made(of: number))] + lens(inner, place, path: path)
        case .part(let kind, let children): return Whole.parts(kind, children, of: place, self, path)
        }
    }

    private func models<Whole: RandomWhole>(
        _ place: ReferencePlace<Whole>, _ projection: Int, _ path: String
    ) -> ReferenceSignal<Int> {
        place.models { $0.projected(projection) }.handle { [world] in world.note("render \(path) \($0)") }
    }

    private func noting<Whole: RandomWhole>(_ action: Int, _ path: String) -> (inout Whole, Int) -> Void {
        { [world] whole, event in
            world.note("event \(path) \(event)")
            whole.act(action, event)
        }
    }

    // MARK: Signals

    private func signal(_ program: Program, _ around: Surroundings) -> ReferenceSignal<Int> {
        switch program {
        case .from(let values): return .from(values)
        case .never: return .never
        case .ticks(let period): return .ticks(every: period)
        case .script(let number, let beats): return script(number, beats)
        case .pipe(let number): return pipes[number].signal
        case .shared(let number): return number < shared.count ? shared[number] : .never
        case .model: return around.model ?? .empty
        case .input(let more): return .just((around.input + more) & 63)
        case .merge(let programs): return .merge(programs.map { signal($0, around) })
        case .withLatest(let first, let second):
            return signal(first, around).withLatest(from: signal(second, around)).map { ($0 + $1) & 63 }
        case .flatMap(let strategy, let source, let inner):
            return signal(source, around).flatMap(strategy) { [unowned self] in
                signal(inner, Surroundings(model: around.model, input: $0))
            }
        case .goingOn(let strategy, let source): return goOn(2, strategy, source, around)
        case .effects(let source, let inner):
            return signal(source, around).effects(for: { RandomWant.wants(of: $0).map { (id: $0.id, want: $0) } }) {
                [unowned self] in signal(inner, Surroundings(model: around.model, input: $0.input))
            }
        case .lastingEffects(let source, let inner):
            return signal(source, around).effects(for: { RandomWant.wants(of: $0).map { (id: $0.id, want: $0) } }) {
                [unowned self] id, wants in
                let beside = signal(inner, Surroundings(model: around.model, input: id))
                return .merge([wants.map(\.input), beside])
            }
        case .until(let first, let second): return until(signal(first, around), signal(second, around))
        default: return single(program, around)
        }
    }

    private func goOn(
        _ rounds: Int, _ strategy: FlattenStrategy, _ source: Program, _ around: Surroundings
    ) -> ReferenceSignal<Int> {
        signal(source, around).flatMap(strategy) { [unowned self] value in
            if rounds == 0 { return .just(value) }
            let next = Surroundings(model: around.model, input: value)
            return .merge([.just(value), goOn(rounds - 1, strategy, source, next)])
        }
    }

    private func single(_ program: Program, _ around: Surroundings) -> ReferenceSignal<Int> {
        switch program {
        case .map(let more, let source): return signal(source, around).map { ($0 + more) & 63 }
        case .filter(let bit, let source): return signal(source, around).filter { $0 & bit == 0 }
        case .compactMap(let bit, let source): return signal(source, around).compactMap { $0 & bit == 0 ? nil : $0 }
        case .scan(let source): return signal(source, around).scan(0) { ($0 + $1) & 63 }
        case .removeDuplicates(let source): return signal(source, around).removeDuplicates()
        case .combinePrevious(let source): return signal(source, around).combinePrevious().map { ($0 * 3 + $1) & 63 }
        case .prefixed(let first, let source): return signal(source, around).prefixed(with: first)
        case .prefix(let count, let source): return signal(source, around).prefix(count)
        case .handle(let number, let deed, let source):
            return signal(source, around).handle { [unowned self] value in
                world.note("handle \(number) \(value)")
                if value == deed.value { act(deed.act) }
            }
        case .ignoringValues(let source): return signal(source, around).ignoringValues()
        case .inTurns(let source): return signal(source, around).inTurns()
        case .delay(let interval, let source): return signal(source, around).delay(interval)
        case .debounce(let quiet, let source): return signal(source, around).debounce(quiet)
        case .throttle(let interval, let latest, let source):
            return signal(source, around).throttle(interval, latest: latest)
        case .sample(let period, let source): return signal(source, around).sample(every: period)
        default: return .never
        }
    }

    private func script(_ number: Int, _ beats: [Beat]) -> ReferenceSignal<Int> {
        .custom { world, send, end in
            world.note("start \(number)")
            let start = world.now
            var left = beats
            var alarm: ReferenceAlarm?
            let play = {
                while let beat = left.first, start + beat.time <= world.now {
                    left.removeFirst()
                    if beat.values.contains(where: { $0 < 0 }) { left = [] }
                    for value in beat.values { if value < 0 { end() } else { send(value) } }
                }
                if let next = left.first { alarm?.arm(at: start + next.time) }
            }
            alarm = world.alarm(play)
            play()
            return { _ in
                world.note("stop \(number)")
                alarm?.disarm()
                alarm = nil
            }
        }
    }

    private func until(_ first: ReferenceSignal<Int>, _ second: ReferenceSignal<Int>) -> ReferenceSignal<Int> {
        .custom { world, send, end in
            var isOver = false
            var stops: [Stop] = []
            let finish = {
                guard !isOver else { return }
                isOver = true
                for stop in stops { stop(.cancelled) }
                end()
            }
            stops.append(second.runInside(world, { _ in finish() }, {}))
            if !isOver { stops.append(first.runInside(world, send, finish)) }
            if isOver { for stop in stops { stop(.cancelled) } }
            return { ending in for stop in stops { stop(ending) } }
        }
    }

    private func act(_ act: Program.Deed.Act) {
        switch act {
        case .note: break
        case .stop: loop.stop()
        case .restart:
            loop.stop()
            loop.start()
        case .resume:
            let frame = loop.frame
            loop.stop()
            loop.start(resuming: frame)
        case .send(let pipe): pipes[pipe].send(1)
        case .observe:
            observerCount += 1
            let number = observerCount
            observers.append(
                loop.place.signal.start(world, { [world] in world.note("observer \(number) \($0.total)") }, {}))
        case .leave:
            if !observers.isEmpty { observers.removeFirst()(.cancelled) }
        }
    }
}
