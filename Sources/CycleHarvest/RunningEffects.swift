import Cycle
import CycleMachine

/// One part of an effect whose queue and id have lost their types, so that the frame of a machine names neither.
enum EffectPart<Input> {
    case task(Signal<Input>, in: QueueRules, id: AnyHashable?)
    case cancel((AnyHashable) -> Bool)
}

/// The rules of a queue, and its identity.
struct QueueRules {
    let queue: AnyHashable?
    let policy: EffectQueuePolicy
    let delay: EffectQueueDelay
}

extension Effect {
    var erased: [EffectPart<Input>] {
        parts.map { part in
            switch part {
            case .task(let signal, let queue, let id):
                let rules = QueueRules(
                    queue: queue.map { AnyHashable($0) }, policy: queue?.effectQueuePolicy ?? .unlimited,
                    delay: queue?.effectQueueDelay ?? .none)
                return .task(signal, in: rules, id: id.map { AnyHashable($0) })
            case .cancel(let isCancelled):
                return .cancel { id in (id.base as? ID).map(isCancelled) ?? false }
            }
        }
    }
}

/// All effects of one running machine, each in its queue.
///
/// Confined to the machine's loop.
final class RunningEffects<Input> {
    private let sink: Sink<HarvesterEvent<Input>>
    /// Those with effects, and at most as many without: a queue that is not there is an empty one.
    private var queues: [AnyHashable?: RunningQueue<Input>] = [:]
    private var queueLimit = leastQueueLimit
    private var startedCount = 0
    private var isOver = false

    private let scope: TurnScope

    init(_ sink: Sink<HarvesterEvent<Input>>, _ scope: TurnScope) {
        self.sink = sink
        self.scope = scope
    }

    func perform(_ parts: [EffectPart<Input>]) {
        for part in parts where !isOver {
            switch part {
            case .task(let signal, in: let rules, let id):
                startedCount += 1
                queue(of: rules).add(RunningEffect(scope.tracing(signal), id: id, number: startedCount))
            case .cancel(let isCancelled):
                cancel { task in task.id.map(isCancelled) ?? false }
            }
        }
    }

    func cancelAll() {
        isOver = true
        cancel { _ in true }
    }

    private func queue(of rules: QueueRules) -> RunningQueue<Input> {
        if let queue = queues[rules.queue] { return queue }
        if queues.count >= queueLimit {
            queues = queues.filter { !$0.value.isIdle }
            queueLimit = max(Self.leastQueueLimit, 2 * queues.count)
        }
        let queue = RunningQueue(rules, sink)
        queues[rules.queue] = queue
        return queue
    }

    private static var leastQueueLimit: Int { 16 }

    /// In the order in which they came; all of them before a queue fills the places that they leave. The queue whose oldest
    /// effect came first does so first.
    private func cancel(where isCancelled: (RunningEffect<Input>) -> Bool) {
        let cancelled = queues.values.flatMap { $0.tasks.filter(isCancelled) }.sorted { $0.number < $1.number }
        guard !cancelled.isEmpty else { return }
        for task in cancelled { task.cancel() }
        let served = queues.values.map { ($0, oldest: $0.tasks.filter { !$0.isCancelled }.map(\.number).min() ?? .max) }
        for (queue, _) in served.sorted(by: { $0.oldest < $1.oldest }) { queue.replaceCancelled() }
    }
}

/// One task of an effect, from the turn that started it to its end.
final class RunningEffect<Input> {
    let id: AnyHashable?
    let number: Int
    private(set) var isCancelled = false
    private var hasEnded = false
    /// Until it starts.
    private var signal: Signal<Input>?
    private var running: Subscription?
    /// Starts it for a scheduler that wants to know what waits. Released with the signal.
    private var startWaiting: ((_ start: () -> Void) -> Void)?

    init(_ signal: Signal<Input>, id: AnyHashable?, number: Int) {
        self.signal = signal
        self.id = id
        self.number = number
    }

    /// It may have to wait.
    func waits(on scheduler: (any Scheduler)?) {
        startWaiting = scheduler?.effectWaits()
    }

    /// - Parameters:
    ///   - sink: The machine's.
    ///   - emitting: Called before each input that it gives.
    ///   - ended: Called when it has ended by itself.
    func start(
        _ sink: Sink<HarvesterEvent<Input>>, emitting: @escaping () -> Void, ended: @escaping () -> Void
    ) {
        guard let signal else { return }
        guard let startWaiting else { return run(signal, sink, emitting, ended) }
        self.startWaiting = nil
        startWaiting { run(signal, sink, emitting, ended) }
    }

    private func run(
        _ signal: Signal<Input>, _ sink: Sink<HarvesterEvent<Input>>, _ emitting: @escaping () -> Void,
        _ ended: @escaping () -> Void
    ) {
        self.signal = nil
        let running = signal.run(
            inside: sink,
            finish: { [self] in
                guard !isCancelled, !hasEnded else { return }
                hasEnded = true
                self.running = nil
                ended()
            },
            receive: { [self] input in
                guard !isCancelled, !hasEnded else { return }
                emitting()
                sink.send(.input(input, from: self))
            })
        if isCancelled {
            running.cancel()
        } else if !hasEnded {
            self.running = running
        }
    }

    func cancel() {
        guard !isCancelled, !hasEnded else { return }
        isCancelled = true
        signal = nil
        startWaiting = nil
        let stopping = running
        running = nil
        stopping?.cancel()
    }
}
