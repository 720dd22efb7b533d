import Cycle
import CycleFeedback
import CycleHarvest
import CycleMachine

/// The machines that can be sent to. Every test holds for all of them.
enum Kind: CaseIterable, Sendable {
    case store, feedbackLoop, harvester

    /// A machine whose state is the text of all inputs so far.
    ///
    /// - Parameter answers: The effects that an input starts, side by side.
    func make(
        _ answers: [String: Signal<String>] = [:], scheduler: (any Scheduler)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) -> Subject {
        let feedback = Feedback<String, String>(event: { answers[$0] }, .merge, effects: { $0 })
        switch self {
        case .store:
            let store = Store<String, String>(
                initial: "", reduce: { $0 += $1 }, feedbacks: [feedback], scheduler: scheduler, isolation: isolation)
            return Subject(machine: store, send: store.send)
        case .feedbackLoop:
            let loop = FeedbackLoop<String, String, String>(
                initial: "", reduce: { $0 += $1 }, feedbacks: [feedback], scheduler: scheduler,
                actionTransformer: { $0 })
            if scheduler != nil { loop.start(isolation: isolation) }
            return Subject(machine: loop) { [unowned loop] in loop.send($0) }
        case .harvester:
            let mapping = Harvester<String, String>.EffectMapping<BasicEffectQueue, Never> { input, state in
                (state + input, answers[input]?.toEffect() ?? .empty)
            }
            let harvester = Harvester(state: "", mapping: mapping, scheduler: scheduler, isolation: isolation)
            return Subject(machine: harvester, send: harvester.send)
        }
    }
}

struct Subject {
    let machine: any Machine<String>
    let enter: (String) -> SendResult

    init(machine: any Machine<String>, send: @escaping (String) -> SendResult) {
        self.machine = machine
        enter = send
    }

    var state: String { machine.property.value }

    @discardableResult
    func send(_ input: String) -> SendResult {
        enter(input)
    }
}

/// The events of a test, in order.
final class Diary {
    private(set) var lines: [String] = []

    func write(_ line: String) {
        lines.append(line)
    }

    /// Runs until it is cancelled, and writes down both.
    func endless(_ name: String) -> Signal<String> {
        Signal { [self] _ in
            write("+\(name)")
            return Subscription { [self] in write("-\(name)") }
        }
    }
}
