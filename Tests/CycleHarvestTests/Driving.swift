import Cycle
import CycleHarvest
import CycleTesting

extension VirtualTime {
    /// A signal that emits `value` after so many steps, and ends.
    func after<Value>(_ steps: Int, _ value: Value) -> Signal<Value> {
        Signal.just(value).delay(step * steps)
    }

    /// Emits `name1` after two steps and `name2` after four, then ends.
    func twice(_ name: String) -> Signal<String> {
        .merge(after(2, "\(name)1"), after(4, "\(name)2"))
    }

    var stepsPassed: Int { Int(now / step) }
}

/// The events of a test, in order.
final class Log {
    private(set) var lines: [String] = []

    func write(_ line: String) {
        lines.append(line)
    }

    var text: String { lines.joined(separator: " ") }
}

enum Lane: Hashable, EffectQueueProtocol {
    case plain
    case flattened(FlattenStrategy)
    case ruled(EffectQueuePolicy)
    case delayed(EffectQueuePolicy, EffectQueueDelay)

    var flattenStrategy: FlattenStrategy {
        if case .flattened(let strategy) = self { strategy } else { .merge }
    }

    var effectQueuePolicy: EffectQueuePolicy {
        switch self {
        case .ruled(let policy), .delayed(let policy, _): policy
        case .plain, .flattened: EffectQueuePolicy(flattenStrategy)
        }
    }

    var effectQueueDelay: EffectQueueDelay {
        if case .delayed(_, let delay) = self { delay } else { .none }
    }

    static var defaultEffectQueue: Lane { .plain }
}

/// A machine that counts its inputs and answers some of them with effects.
final class Answering {
    typealias Machine = Harvester<String, Int>
    typealias Answer = Effect<String, Lane, String>

    let time = VirtualTime()
    let harvester: Machine
    /// Every input that was applied, with the step it was applied in.
    let log = Log()
    private var watching: [Subscription] = []

    init(start: Answer = .empty, input: Signal<String> = .never, _ answers: [String: Answer]) {
        harvester = Machine(
            state: 0, effect: start, input: input,
            mapping: Machine.EffectMapping { input, count in (count + 1, answers[input] ?? .empty) })
        harvester.replies.observe { [log, time] reply in
            log.write("\(reply.input)@\(time.stepsPassed)")
        }.store(in: &watching)
        time.drive(harvester)
    }

    func send(_ input: String) {
        harvester.send(input)
    }

    /// Sends one input after the other, a step apart, then lets everything come to an end.
    func play(_ inputs: [String], thenFor steps: Int = 30) {
        for (index, input) in inputs.enumerated() {
            if index > 0 { time.advance(steps: 1) }
            if !input.isEmpty { send(input) }
        }
        time.advance(steps: steps)
    }

    /// The inputs that were applied and not sent by the test: the inputs with a number of their own.
    var answers: String {
        log.lines.filter { $0.prefix { $0 != "@" }.contains(where: \.isNumber) }.joined(separator: " ")
    }
}
