/// Answers that `async` effects of an application wait for.
///
///     let calls = world.calls
///     let cycle = searching { query in await calls.answer("search", query, from: ["r\(query)", "nothing"]) }
///
/// Unchecked: as `VirtualTime`, it belongs to the isolation that explores, which runs all parts of all effects.
public final class ExploredCalls: Explorable, @unchecked Sendable {
    private struct Call {
        let number: Int
        let lane: String
        let labels: [String]
        let faults: Int
        /// The number of the effect that waits.
        let effect: Int?
        let take: (Int) -> Void
    }

    private let effects: ExploredEffects
    private var waiting: [Call] = []
    private var count = 0

    init(_ effects: ExploredEffects) {
        self.effects = effects
    }

    var waitingCount: Int { waiting.count }

    /// Waits for one of the answers. The exploration tries each of them at each time.
    ///
    /// - Parameters:
    ///   - lane: Its name in reports.
    ///   - question: The question, by which a report tells calls apart.
    ///   - answers: Any of these may come; one at least.
    ///   - faults: How many of them, the last, are faults: none up to all.
    public func answer<Answer: Sendable>(
        _ lane: String, _ question: String, from answers: [Answer], faults: Int = 0
    ) async -> Answer {
        if answers.isEmpty { stop("world.calls.answer(_:_:from:): no answer to \"\(question)\": one is needed") }
        let faults = faults.clamped(to: 0...answers.count)
        // The answer would be dropped, so that it need not be explored.
        if Task.isCancelled { return answers[0] }
        count += 1
        let number = count
        let index = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let labels = answers.map { "\(question) → \($0)" }
                waiting.append(
                    Call(number: number, lane: lane, labels: labels, faults: faults, effect: effects.current) {
                        continuation.resume(returning: $0)
                    })
            }
        } onCancel: {
            take(0, of: number)
        }
        return answers[index]
    }

    public var possibilities: [Possibility] {
        waiting.flatMap { call in
            call.labels.enumerated().map { index, label in
                Possibility(
                    call.lane, label, thing: call.number, outcome: index,
                    kind: index < call.labels.count - call.faults ? .due : .fault)
            }
        }
    }

    public func happen(_ possibility: Possibility) {
        take(possibility.outcome, of: possibility.thing)
    }

    private func take(_ outcome: Int, of number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        let call = waiting.remove(at: index)
        effects.tell(call.labels[outcome], to: call.effect)
        call.take(outcome)
    }

    public func remember(in memory: inout Fingerprint) {
        for call in waiting {
            memory.combine(call.labels)
            memory.combine(effects.place(of: call.effect))
        }
    }

    /// Lets all who wait go on, so that their tasks end: what they do then is not seen any more.
    func release() {
        let calls = waiting
        waiting = []
        for call in calls { call.take(0) }
    }

    public func losePower() { release() }
}

extension World {
    /// Answers for `async` effects.
    public var calls: ExploredCalls {
        part {
            let calls = ExploredCalls(common.effects)
            common.effects.awaitedCounts.append { [unowned calls] in calls.waitingCount }
            onEnd = { [unowned calls] in calls.release() }
            return calls
        }
    }
}
