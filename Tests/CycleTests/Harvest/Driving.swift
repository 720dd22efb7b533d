import Cycle
import CycleTesting

extension VirtualTime {
    /// Lets a machine take part in this time, until nobody else holds it.
    func drive<Input, State>(_ harvester: Harvester<Input, State>) {
        join(harvester) { [weak harvester] in harvester?.drain() }
    }

    /// A signal that emits `value` after so many steps, and ends.
    func after<Value>(_ steps: Int, _ value: Value) -> Signal<Value> {
        Signal.just(value).delay(step * steps)
    }
}

/// What happened, in order, with the step it happened in.
final class Log {
    private(set) var lines: [String] = []

    func write(_ line: String) {
        lines.append(line)
    }

    var text: String { lines.joined(separator: " ") }
}
