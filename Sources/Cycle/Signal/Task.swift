// The one file that starts tasks: an `async` function needs one, and its signal cancels it. No event path starts a task
// of its own; what a task produces goes through an inlet, in order.

extension Loop {
    /// Has what the drivers of the session before still had to do go on beside the next session: it would pile up until
    /// ``settle(isolation:)``, which an owner that starts its loop again and again may never call.
    func settleBehind() {
        guard let attached, !attached.settlements.isEmpty else { return }
        let (settlements, earlier) = (exchange(&attached.settlements, with: []), attached.settling)
        attached.settling = Task {
            await earlier?.value
            for settle in settlements { await settle() }
        }
    }
}

extension Signal where Value: Sendable {
    /// Runs `work` and emits what it returns, then ends. Cancelling the signal cancels the task.
    ///
    ///     queries.flatMap(.latest) { query in .task { await search(query) } }
    ///
    /// The task begins when the turns are over that it came with; one that they have cancelled does not begin.
    ///
    /// - Parameter work: Runs outside the loop's isolation, in a task of its own.
    public static func task(_ work: @escaping @Sendable () async -> Value) -> Signal {
        .running { inlet in inlet.send(await work()) }
    }

    /// Runs `work` and emits what it returns, or what `failure` makes of its error; then ends.
    ///
    ///     .task({ try await read(name).count }, catch: { _ in nil })
    ///
    /// - Parameters:
    ///   - work: As above. Cancelled work may throw: what becomes of that error is dropped.
    ///   - failure: Called in the task, not on the loop.
    public static func task(
        _ work: @escaping @Sendable () async throws -> Value, catch failure: @escaping @Sendable (any Error) -> Value
    ) -> Signal {
        .task {
            do { return try await work() } catch { return failure(error) }
        }
    }

    /// The elements of an asynchronous sequence that cannot fail, as they come, then the end.
    ///
    ///     frames.lens(events: Signal.from(positions), label: "positions") { frame, position in frame.position = position }
    ///
    /// - Parameters:
    ///   - source: Iterated by a task of its own, once for each run of the signal.
    ///   - bound: How many elements may wait for the loop before the sequence is left to wait.
    public static func from<Source: AsyncSequence & Sendable>(_ source: Source, bound: Int = 64) -> Signal
    where Source.Element == Value, Source.Failure == Never {
        .reading(bound: bound) { post in
            for await element in source { guard await post(element) else { return } }
        }
    }

    /// The elements of an asynchronous sequence, what `failure` makes of its error if it throws, then the end.
    ///
    /// - Parameters:
    ///   - source: As above.
    ///   - bound: As above.
    ///   - failure: Called in the task, not on the loop.
    public static func from<Source: AsyncSequence & Sendable>(
        _ source: Source, bound: Int = 64, catch failure: @escaping @Sendable (any Error) -> Value
    ) -> Signal where Source.Element == Value {
        .reading(bound: bound) { post in
            do {
                for try await element in source { guard await post(element) else { return } }
            } catch {
                _ = await post(failure(error))
            }
        }
    }

    /// - Parameter read: Posts values until there are no more, or the signal is cancelled: then `post` returns `false`.
    private static func reading(
        bound: Int, _ read: @escaping @Sendable (_ post: @Sendable (Value) async -> Bool) async -> Void
    ) -> Signal {
        .makeOperator { sink in
            // A stream, not a continuation: the thread sanitizer takes one that is resumed before its task waits for a race.
            // A stream remembers a yield until its task waits. Each run has its own: a task that is cancelled while it
            // waits ends the stream.
            let (openings, opening) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let values = running(bound: bound, onRoom: { opening.yield() }) { inlet in
                await read { value in
                    switch inlet.send(value) {
                    case .accepted: return true
                    case .refused, .closed: return false
                    case .acceptedAndFull:
                        for await _ in openings { return true }
                        return false
                    }
                }
            }
            return values.run(sink)
        }
    }

    private static func running(
        bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil,
        _ work: @escaping @Sendable (Inlet<Value>) async -> Void
    ) -> Signal {
        Signal { sink in
            let inlet = sink.inlet(bound: bound, onRoom: onRoom)
            let executor = sink.loop.session.scheduler?.taskExecutor
            var task: Task<Void, Never>?
            let subscription = Subscription {
                task?.cancel()
                if let executor { sink.loop.session.scheduler?.effectEnded(on: executor) }
                onRoom?()
            }
            sink.loop.afterRound {
                guard subscription.isActive else { return }
                task = Task(executorPreference: executor) {
                    await work(inlet)
                    inlet.end()
                }
            }
            return subscription
        }
    }
}
