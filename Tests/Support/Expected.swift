package import Cycle

/// The time of a reference interpreter: alarms ring by their deadlines, at one instant in the order in which they were armed.
package final class ExpectedTime {
    package private(set) var now = 0
    private var armed: [(deadline: Int, number: Int, ring: () -> Void)] = []
    private var count = 0

    package init() {}

    /// - Returns: A closure that disarms it.
    package func arm(at deadline: Int, _ ring: @escaping () -> Void) -> () -> Void {
        count += 1
        let number = count
        armed.insert((deadline, number, ring), at: armed.firstIndex { $0.deadline > deadline } ?? armed.count)
        return { [self] in armed.removeAll { $0.number == number } }
    }

    /// Lets so many steps pass; `drain` gives all that waits its turn.
    package func advance(by steps: Int, drain: () -> Void) {
        let end = now + steps
        drain()
        while let next = armed.first, next.deadline <= end {
            armed.removeFirst()
            now = max(now, next.deadline)
            next.ring()
            drain()
        }
        now = end
    }
}

/// Something that runs inside of something else, as the guide to the loop says it of a subscription.
package final class ExpectedRun {
    private let outer: ExpectedRun?
    package private(set) var isRunning = true
    private var isCancelled = false
    /// Called when it is cancelled before it has ended.
    package var stop: () -> Void = {}

    package init(inside outer: ExpectedRun?) {
        self.outer = outer
    }

    package func end() {
        isRunning = false
    }

    package func cancel() {
        guard isRunning else { return }
        (isRunning, isCancelled) = (false, true)
        stop()
    }

    /// Whether what it emitted still has a turn: not if it, or what it runs inside of, was cancelled.
    package var isHeard: Bool { !isCancelled && outer?.isHeard ?? true }
}

/// An effect: numbers at times from its start on, and perhaps an end with the last of them.
package struct Script: CustomStringConvertible {
    package struct Step {
        package let time: Int
        package let values: [Int]
    }

    package let name: String
    package var steps: [Step]
    package var ends: Bool

    package init(name: String, values: Int, _ chance: inout SeededChance) {
        self.name = name
        steps = []
        for time in 0..<4 where chance.once(in: time == 0 ? 2 : 4) {
            steps.append(Step(time: time, values: chance.many(1...2) { $0.below(values) }))
        }
        ends = !chance.once(in: 4)
    }

    package var description: String {
        let texts = steps.map { "@\($0.time) \($0.values.map(String.init).joined(separator: ","))" }
        return "\(name): \(texts.joined(separator: " "))\(ends ? " |" : "")"
    }

    /// Runs it in the library. `write` is told of its start, `+name`, and of its being cancelled, `-name`.
    package func signal(_ write: @escaping (String) -> Void) -> Signal<Int> {
        Signal { [self] sink in
            write("+\(name)")
            let start = sink.now
            var next = 0
            var alarm: (any Alarm)?
            let emit = {
                while next < steps.count, start + .seconds(steps[next].time) <= sink.now {
                    let values = steps[next].values
                    next += 1
                    for value in values { sink.send(value) }
                }
                if next < steps.count {
                    alarm?.arm(at: start + .seconds(steps[next].time))
                } else if ends {
                    sink.end()
                }
            }
            alarm = sink.alarm(emit)
            emit()
            return Subscription {
                write("-\(name)")
                alarm?.disarm()
                alarm = nil
            }
        }
    }

    /// Runs it in a reference.
    ///
    /// - Parameters:
    ///   - run: Made before, so that who started it knows it already when it emits.
    ///   - receive: Called with each value.
    ///   - finish: Called at the end.
    package func start(
        as run: ExpectedRun, in time: ExpectedTime, _ write: @escaping (String) -> Void,
        receive: @escaping (Int) -> Void, finish: @escaping () -> Void
    ) {
        write("+\(name)")
        let start = time.now
        var next = 0
        var disarm: () -> Void = {}
        func emit() {
            while next < steps.count, start + steps[next].time <= time.now {
                let values = steps[next].values
                next += 1
                for value in values where run.isRunning { receive(value) }
            }
            guard run.isRunning else { return }
            if next < steps.count {
                disarm = time.arm(at: start + steps[next].time, emit)
            } else if ends {
                run.end()
                finish()
            }
        }
        run.stop = { [name] in
            write("-\(name)")
            disarm()
        }
        emit()
    }
}

/// The unfinished consequences of one thing that was sent.
package final class ExpectedScope {
    private let outer: ExpectedScope?
    private var openCount = 1

    package init(inside outer: ExpectedScope?) {
        self.outer = outer
        outer?.hold()
    }

    package var isSettled: Bool { openCount == 0 }

    package func hold() {
        openCount += 1
    }

    package func release() {
        openCount -= 1
        if openCount == 0 { outer?.release() }
    }
}

/// The behaviour of each ``FlattenStrategy``, by its documentation.
package final class ExpectedFlatten<Value> {
    /// Starts what a value leads to, as the run given, and calls back when it emits and when it ends.
    package typealias Start = (Value, ExpectedRun, _ emits: @escaping () -> Void, _ ends: @escaping () -> Void) -> Void

    private let strategy: FlattenStrategy
    private let outer: ExpectedRun
    private let start: Start
    /// Called once with each value: when what it led to is over.
    private let done: (Value) -> Void
    private var running: [(run: ExpectedRun, value: Value)] = []
    private var waiting: [Value] = []
    private var winner: ExpectedRun?

    package init(
        _ strategy: FlattenStrategy, inside outer: ExpectedRun, done: @escaping (Value) -> Void = { _ in },
        start: @escaping Start
    ) {
        (self.strategy, self.outer, self.done, self.start) = (strategy, outer, done, start)
    }

    package func receive(_ value: Value) {
        switch strategy {
        case .merge: begin(value)
        case .concat: enqueue(value, 1)
        case .concurrent(let count): enqueue(value, count)
        case .latest:
            cancel()
            begin(value)
        case .first: if running.isEmpty { begin(value) } else { done(value) }
        case .race: if winner == nil { begin(value) } else { done(value) }
        }
    }

    /// Cancels all, and forgets what waits.
    package func cancel() {
        let (cancelled, forgotten) = (running, waiting)
        (running, waiting, winner) = ([], [], nil)
        for (run, _) in cancelled { run.cancel() }
        for value in cancelled.map(\.value) + forgotten { done(value) }
    }

    private func enqueue(_ value: Value, _ count: Int) {
        if running.count < count { begin(value) } else { waiting.append(value) }
    }

    private func begin(_ value: Value) {
        let run = ExpectedRun(inside: outer)
        running.append((run, value))
        start(value, run, { [self] in won(run) }) { [self] in
            won(run)
            running.removeAll { $0.run === run }
            if winner === run { winner = nil }
            done(value)
            if !waiting.isEmpty { begin(waiting.removeFirst()) }
        }
    }

    private func won(_ run: ExpectedRun) {
        guard strategy == .race, winner == nil else { return }
        winner = run
        let others = running.filter { $0.run !== run }
        running.removeAll { $0.run !== run }
        for (other, value) in others {
            other.cancel()
            done(value)
        }
    }
}
