import Cycle

/// A signal said in the plainest way: a closure that is started with what gets the values and the end, and returns what
/// stops it. Its operators have the names of those of `Signal`, and are the specification that they are compared with.
///
/// Rules that hold for all operators:
/// - A value passes through operators at once, in the call of its source, and so does the end; `withLatest`, `inTurns` and
///   a lens give it a turn of its own, and only they.
/// - What an operator holds back (for a turn, for a while, for room) is dropped when the operator is stopped, however.
/// - Sources are started and stopped in the order in which they are written; of `withLatest` the other one first; a
///   source before the signals that its values have led to; those in the order in which they were started.
struct ReferenceSignal<Value> {
    typealias Start = (
        _ world: ReferenceWorld, _ send: @escaping (Value) -> Void, _ end: @escaping () -> Void
    ) -> Stop

    let start: Start

    init(_ start: @escaping Start) {
        self.start = start
    }

    /// A signal of one's own making: what it sends after its end, or after it was stopped, is dropped; and it is not stopped
    /// after its end.
    static func custom(_ start: @escaping Start) -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            let life = Life(within: world.starter)
            world.starting(life) {
                start(
                    world, { if life.isReceived { send($0) } },
                    {
                        guard life.isActive else { return }
                        life.finish()
                        end()
                    })
            }
            return life.end
        }
    }

    /// Run by a signal of one's own making.
    ///
    /// Rule: cancelling it silences what waits in it, and not what it has handed on.
    func runInside(
        _ world: ReferenceWorld, _ send: @escaping (Value) -> Void, _ end: @escaping () -> Void
    ) -> Stop {
        let life = Life(within: world.starter)
        world.starting(life) {
            start(
                world, { value in if life.isActive { send(value) } },
                {
                    guard life.isActive else { return }
                    life.finish()
                    end()
                })
        }
        return life.end
    }
}

// MARK: Sources

extension ReferenceSignal {
    static var never: ReferenceSignal { ReferenceSignal { _, _, _ in { _ in } } }
    static var empty: ReferenceSignal { .from([]) }
    static func just(_ value: Value) -> ReferenceSignal { .from([value]) }

    /// Rule: breaks off when what it is started in is stopped meanwhile.
    static func from(_ values: [Value]) -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            for value in values where !world.isStartStopped { send(value) }
            if !world.isStartStopped { end() }
            return { _ in }
        }
    }
}

extension ReferenceSignal<Int> {
    /// Rule: the next tick is armed before this one is sent.
    ///
    /// - Parameter origin: When tick 0 of a clock was that many share; its next tick is the first here.
    static func ticks(every period: Int, from origin: Int? = nil) -> ReferenceSignal {
        ReferenceSignal { world, send, _ in
            let start = origin.map { $0 + (world.now - $0) / period * period } ?? world.now
            var number = 0
            var alarm: ReferenceAlarm?
            alarm = world.alarm {
                number += 1
                alarm?.arm(at: start + period * (number + 1))
                send(number)
            }
            alarm?.arm(at: start + period)
            return { _ in
                alarm?.end()
                alarm = nil
            }
        }
    }
}

// MARK: One value after the other

extension ReferenceSignal {
    /// The shape of most operators: they do something with each value, and each run has a memory of its own.
    func operating<State, Other>(
        _ initial: State, _ act: @escaping (inout State, Value, _ send: (Other) -> Void) -> Void
    ) -> ReferenceSignal<Other> {
        ReferenceSignal<Other> { world, send, end in
            var state = initial
            return start(world, { act(&state, $0, send) }, end)
        }
    }

    func map<Other>(_ transform: @escaping (Value) -> Other) -> ReferenceSignal<Other> {
        operating(()) { _, value, send in send(transform(value)) }
    }

    func compactMap<Other>(_ transform: @escaping (Value) -> Other?) -> ReferenceSignal<Other> {
        operating(()) { _, value, send in if let other = transform(value) { send(other) } }
    }

    func filter(_ isIncluded: @escaping (Value) -> Bool) -> ReferenceSignal {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    func handle(_ action: @escaping (Value) -> Void) -> ReferenceSignal {
        map {
            action($0)
            return $0
        }
    }

    func ignoringValues<Other>() -> ReferenceSignal<Other> { compactMap { _ in nil } }

    func scan<State>(_ initial: State, _ next: @escaping (State, Value) -> State) -> ReferenceSignal<State> {
        operating(initial) { state, value, send in
            state = next(state, value)
            send(state)
        }
    }

    func removeDuplicates() -> ReferenceSignal where Value: Equatable {
        operating(Value?.none) { latest, value, send in
            if latest == value { return }
            latest = value
            send(value)
        }
    }

    func combinePrevious() -> ReferenceSignal<(Value, Value)> {
        operating(Value?.none) { latest, value, send in
            let previous = latest
            latest = value
            if let previous { send((previous, value)) }
        }
    }

    func prefixed(with first: Value) -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            if !world.isStartStopped { send(first) }
            return start(world, send, end)
        }
    }

    /// Rule: the source is stopped with the last value, after that was passed on; what was passed on before still arrives.
    func prefix(_ count: Int) -> ReferenceSignal {
        guard count > 0 else { return .empty }
        return ReferenceSignal { world, send, end in
            let life = Life(within: world.starter)
            var left = count
            world.starting(life) {
                start(
                    world,
                    { value in
                        guard left > 0, life.isActive else { return }
                        left -= 1
                        send(value)
                        guard left == 0, life.isActive else { return }
                        life.end(.released)
                        end()
                    },
                    {
                        guard life.isActive else { return }
                        life.finish()
                        end()
                    })
            }
            return life.end
        }
    }
}

// MARK: Many signals

extension ReferenceSignal {
    static func merge(_ signals: [ReferenceSignal]) -> ReferenceSignal {
        guard !signals.isEmpty else { return .empty }
        return ReferenceSignal { world, send, end in
            var runningCount = signals.count
            let stops = signals.map { signal in
                signal.start(
                    world, send,
                    {
                        runningCount -= 1
                        if runningCount == 0 { end() }
                    })
            }
            return { ending in for stop in stops { stop(ending) } }
        }
    }

    /// Rules: each value, and the end, takes a turn of its own; the value then is still that of the run it came out of. The end
    /// stops `other`, which is a run of its own, started first: inside of what was stopped meanwhile it stops before this signal
    /// starts.
    func withLatest<Other>(from other: ReferenceSignal<Other>) -> ReferenceSignal<(Value, Other)> {
        ReferenceSignal<(Value, Other)> { world, send, end in
            var latest: Other?
            var isOver = false
            let stopOther = other.runInside(world, { latest = $0 }, {})
            let stop = waiting(for: world) { value in
                guard !isOver else { return }
                if let value {
                    if let latest { send((value, latest)) }
                } else {
                    isOver = true
                    stopOther(.cancelled)
                    end()
                }
            }
            return { ending in
                if !isOver { stopOther(ending) }
                isOver = true
                stop(ending)
            }
        }
    }

    /// As `withLatest`, where the other is the frame of a loop, or a part of it: read when the value's turn has come.
    func withLatest<Whole>(from place: ReferencePlace<Whole>) -> ReferenceSignal<(Value, Whole)> {
        ReferenceSignal<(Value, Whole)> { world, send, end in
            waiting(for: world) { value in
                guard let value else { return end() }
                if let whole = place.read() { send((value, whole)) }
            }
        }
    }

    /// Rule: what a value leads to there is no more of the run that it came out of.
    func inTurns() -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            waiting(for: world) { value in
                world.emittingForNobody { if let value { send(value) } else { end() } }
            }
        }
    }

    /// Gives each value, and the end, which is `nil`, a turn of its own.
    private func waiting(for world: ReferenceWorld, _ turn: @escaping (Value?) -> Void) -> Stop {
        var isStopped = false
        let wait = { (value: Value?) in world.enqueue(isEnd: value == nil) { if !isStopped { turn(value) } } }
        let stop = start(world, { wait($0) }, { wait(nil) })
        return { ending in
            isStopped = true
            stop(ending)
        }
    }
}
