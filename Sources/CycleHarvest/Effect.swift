import Cycle

/// A description of side effects: tasks to start, each of which may lead to inputs, and tasks to cancel.
///
///     Effect(request, queue: .request, id: .search) + .cancel(.suggestion)
///
/// Its parts are performed from left to right: `cancel(x) + task(x)` restarts, `task(x) + cancel(x)` leaves nothing
/// running. The inputs of a task that has ended by itself arrive; those of a cancelled task never do, not even when they
/// were already waiting for their turn.
///
/// - Source: `Effect` of Harvest and Actomaton.
public struct Effect<Input, Queue: EffectQueueProtocol, ID: Hashable> {
    enum Part {
        /// Without a queue, nothing delays, drops or cancels it.
        case task(Signal<Input>, Queue?, ID?)
        case cancel((ID) -> Bool)
    }

    let parts: [Part]

    init(parts: [Part]) {
        self.parts = parts
    }

    /// Runs `signal` and gives its values to the machine.
    ///
    /// - Parameters:
    ///   - signal: Started when the machine performs the effect, once.
    ///   - queue: Decides what becomes of the effects that run already.
    ///   - id: Names the effect for ``cancel(_:)-(ID)``. Effects with one id may run at the same time.
    public init(_ signal: Signal<Input>, queue: Queue = .defaultEffectQueue, id: ID? = nil) {
        self.init(parts: [.task(signal, queue, id)])
    }

    /// Nothing to do.
    public static var empty: Effect { Effect(parts: []) }

    /// Gives the machine one input, after those that wait already. It is in no queue: none delays or drops it.
    public static func nextInput(_ input: Input) -> Effect {
        Effect(parts: [.task(.just(input), nil, nil)])
    }

    /// Cancels the effects with this id that run or wait, in all queues.
    public static func cancel(_ id: ID) -> Effect {
        cancel { $0 == id }
    }

    /// Cancels the effects whose id passes the test. One without an id is cancelled by its queue or with its machine.
    public static func cancel(_ isCancelled: @escaping (ID) -> Bool) -> Effect {
        Effect(parts: [.cancel(isCancelled)])
    }

    /// First the left one, then the right one.
    public static func + (left: Effect, right: Effect) -> Effect {
        Effect(parts: left.parts + right.parts)
    }

    /// All of them, in order.
    public static func combine(_ effects: [Effect]) -> Effect {
        Effect(parts: effects.flatMap(\.parts))
    }
}

/// `nil` in a table is no effect.
extension Effect: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) {
        self = .empty
    }
}

extension Effect {
    /// The same effect for a machine with other inputs.
    public func mapInput<Other>(_ transform: @escaping (Input) -> Other) -> Effect<Other, Queue, ID> {
        mapParts { signal, queue, id in
            .task(signal.map(transform), queue, id)
        } cancel: {
            .cancel($0)
        }
    }

    /// The same effect in other queues.
    public func mapQueue<Other>(_ transform: (Queue) -> Other) -> Effect<Input, Other, ID> {
        mapParts { signal, queue, id in
            .task(signal, queue.map(transform), id)
        } cancel: {
            .cancel($0)
        }
    }

    /// The same effect among effects with other ids.
    ///
    /// - Parameters:
    ///   - inject: The other id of one of these.
    ///   - tryGet: The way back; `nil` for ids that were none of these, which no ``cancel(_:)-((ID)->Bool)`` of this
    ///     effect touches.
    public func transformID<Other>(
        _ inject: (ID) -> Other, _ tryGet: @escaping (Other) -> ID?
    ) -> Effect<Input, Queue, Other> {
        mapParts { signal, queue, id in
            .task(signal, queue, id.map(inject))
        } cancel: { isCancelled in
            .cancel { other in tryGet(other).map(isCancelled) ?? false }
        }
    }

    private func mapParts<NewInput, NewQueue, NewID>(
        task: (Signal<Input>, Queue?, ID?) -> Effect<NewInput, NewQueue, NewID>.Part,
        cancel: (@escaping (ID) -> Bool) -> Effect<NewInput, NewQueue, NewID>.Part
    ) -> Effect<NewInput, NewQueue, NewID> {
        Effect<NewInput, NewQueue, NewID>(
            parts: parts.map { part in
                switch part {
                case .task(let signal, let queue, let id): task(signal, queue, id)
                case .cancel(let isCancelled): cancel(isCancelled)
                }
            })
    }
}

/// A signal as an effect.
extension Signal {
    /// This signal as an effect: its values are inputs.
    public func toEffect<Queue, ID>(
        queue: Queue = .defaultEffectQueue, id: ID? = nil
    ) -> Effect<Value, Queue, ID> {
        Effect(self, queue: queue, id: id)
    }
}
