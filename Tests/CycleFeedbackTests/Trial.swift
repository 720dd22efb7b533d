import Cycle
import CycleFeedback
import CycleTesting

/// A store whose state is the text of all events so far, after "i" for initial; driven in virtual time.
final class Trial {
    let time = VirtualTime()
    let store: Store<String, String>
    private let collector: Collector<String>

    init(_ feedbacks: Feedback<String, String>..., initial: String = "i") {
        store = Store(initial: initial, reduce: { $0 += $1 }, feedbacks: feedbacks)
        collector = Collector(store)
        time.drive(store)
    }

    var state: String { store.state.value }
    /// The state at the start, and after each event.
    var states: [String] { collector.values }

    func send(_ events: String...) {
        for event in events { store.send(event) }
    }
}

/// The starts and stops of effects, in order: `+a` started, `-a` cancelled before its end.
final class Diary {
    private(set) var lines: [String] = []
    private(set) var runningCount = 0

    func write(_ line: String) {
        lines.append(line)
    }

    /// Takes what was written since the last time.
    func read() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// An effect that is written down, and emits what `signal` emits.
    func effect<Event>(_ name: String, _ signal: Signal<Event> = .never) -> Signal<Event> {
        Signal { [self] sink in
            write("+\(name)")
            runningCount += 1
            let running = signal.run(inside: sink) { sink.send($0) }
            return Subscription { [self] in
                write("-\(name)")
                runningCount -= 1
                running.cancel()
            }
        }
    }
}
