import Cycle

extension Effect where Input: Sendable {
    /// Runs `work` outside the machine's isolation and gives it what `work` returns. Cancelling the effect cancels the task.
    public init(
        queue: Queue = .defaultEffectQueue, id: ID? = nil, _ work: @escaping @Sendable () async -> Input
    ) {
        self.init(.task(work), queue: queue, id: id)
    }

    /// As the one before, with the input that an error becomes.
    public init(
        queue: Queue = .defaultEffectQueue, id: ID? = nil, _ work: @escaping @Sendable () async throws -> Input,
        catch failure: @escaping @Sendable (any Error) -> Input
    ) {
        self.init(.task(work, catch: failure), queue: queue, id: id)
    }

    /// Runs `work` outside the machine's isolation and gives it what `work` returns, if it is not `nil`.
    public init(
        queue: Queue = .defaultEffectQueue, id: ID? = nil, _ work: @escaping @Sendable () async -> Input?
    ) {
        self.init(Signal.task(work).compactMap { $0 }, queue: queue, id: id)
    }

    /// As the one before, with the input that an error becomes.
    public init(
        queue: Queue = .defaultEffectQueue, id: ID? = nil, _ work: @escaping @Sendable () async throws -> Input?,
        catch failure: @escaping @Sendable (any Error) -> Input?
    ) {
        self.init(Signal.task(work, catch: failure).compactMap { $0 }, queue: queue, id: id)
    }

    /// Gives the machine the elements of an asynchronous sequence. While the machine is behind, the sequence waits.
    public init<Source: AsyncSequence & Sendable>(
        sequence: Source, queue: Queue = .defaultEffectQueue, id: ID? = nil
    ) where Source.Element == Input, Source.Failure == Never {
        self.init(.from(sequence), queue: queue, id: id)
    }

    /// As ``init(sequence:queue:id:)``, with the input that an error becomes.
    public init<Source: AsyncSequence & Sendable>(
        sequence: Source, queue: Queue = .defaultEffectQueue, id: ID? = nil,
        catch failure: @escaping @Sendable (any Error) -> Input
    ) where Source.Element == Input {
        self.init(.from(sequence, catch: failure), queue: queue, id: id)
    }
}

extension Effect {
    /// Runs `work`, which leads to no input.
    public static func fireAndForget(
        queue: Queue = .defaultEffectQueue, id: ID? = nil, _ work: @escaping @Sendable () async -> Void
    ) -> Effect {
        Effect(Signal.task(work).ignoringValues(), queue: queue, id: id)
    }
}
