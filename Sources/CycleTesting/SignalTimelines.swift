import Cycle

extension VirtualTime {
    /// A signal that emits the characters of a timeline, one a step, from the moment it is run.
    ///
    /// `-` is a step with nothing, `|` the end, `(ab)` several values in one step, any other character a value.
    public func signal(_ timeline: String) -> Signal<Character> {
        let steps = timeline.timelineSteps
        return Signal<Character> { [step] sink in
            let start = sink.now
            var next = 0
            var alarm: (any Alarm)?
            let emit = {
                while next < steps.count, start + step * next <= sink.now {
                    let values = steps[next]
                    next += 1
                    for value in values {
                        if value == "|" { sink.end() } else { sink.send(value) }
                    }
                }
                if next < steps.count { alarm?.arm(at: start + step * next) }
            }
            alarm = sink.alarm(emit)
            emit()
            return Subscription {
                alarm?.disarm()
                alarm = nil
            }
        }
    }

    /// Runs `signal` for so many steps and writes down what it emits, in the form that ``signal(_:)`` reads.
    ///
    /// A value is written as its description; what is longer than one character, and several values of one step, stand in
    /// parentheses, separated by commas where a description is longer than one character.
    public func timeline<Value>(of signal: Signal<Value>, steps: Int, cancelledAfter cancelling: Int? = nil) -> String {
        let loop = Loop()
        loop.start(on: self)
        var current: [String] = []
        var written: [[String]] = []
        // First, so that a task of the start runs in this time, too.
        join(loop) { loop.drain() }
        let subscription = signal.run(
            in: loop, finish: { current.append("|") }, receive: { current.append("\($0)") })
        for index in 0..<max(0, steps) {
            advance(by: .zero)
            if index == cancelling { subscription.cancel() }
            if index + 1 < steps { advance(by: step - .nanoseconds(1)) }
            written.append(current)
            current = []
            if index + 1 < steps { advance(by: .nanoseconds(1)) }
        }
        leave(loop)
        subscription.cancel()
        loop.stop()
        return written.map { $0.timelineStep }.joined()
    }
}

extension String {
    /// The values of each step.
    package var timelineSteps: [[Character]] {
        var steps: [[Character]] = []
        var group: [Character]?
        for character in self {
            switch character {
            case "(": group = []
            case ")":
                steps.append(group ?? [])
                group = nil
            case "-" where group == nil: steps.append([])
            default:
                if group == nil { steps.append([character]) } else { group?.append(character) }
            }
        }
        return steps
    }
}

extension [String] {
    fileprivate var timelineStep: String {
        switch count {
        case 0: "-"
        case 1 where self[0].count == 1: self[0]
        default: "(" + joined(separator: contains { $0.count > 1 } ? "," : "") + ")"
        }
    }
}
