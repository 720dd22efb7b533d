/// Watches that calls and answers could have come from a service that takes one call at a time.
final class LinearizabilityWatch<Frame, Model: SequentialModel>: HistoryWatch {
    typealias Event = HistoryEvent<Model.Call, Model.Answer>

    private let model: Model
    private let limit: Int
    private let events: @Sendable (Frame?, Frame) -> [Event]
    private let start: Linearizations<Model>
    /// Without those that are as at the start: they may as well have had no call.
    private var parts: [Model.Part: Linearizations<Model>] = [:]
    /// The part of the call that a client waits for.
    private var waiting: [String: Model.Part] = [:]
    private var history: [Event] = []

    init(_ model: Model, upTo limit: Int, _ events: @escaping @Sendable (Frame?, Frame) -> [Event]) {
        self.model = model
        self.limit = max(1, limit)
        self.events = events
        start = Linearizations(from: model.start)
    }

    func copy() -> any HistoryWatch<Frame> {
        let copy = LinearizabilityWatch(model, upTo: limit, events)
        (copy.parts, copy.waiting, copy.history) = (parts, waiting, history)
        return copy
    }

    func take(_ frame: Frame, after before: Frame?) -> HistoryProblem? {
        if before == nil { for client in waiting.keys.sorted() { lose(client) } }
        for event in events(before, frame) {
            if let problem = take(event) { return problem }
        }
        return nil
    }

    private func take(_ event: Event) -> HistoryProblem? {
        switch event {
        case .call(let call, let client):
            lose(client)
            history.append(event)
            let part = model.part(of: call)
            parts[part, default: start].call(call, by: client)
            waiting[client] = part
        case .answer(let answer, let client):
            history.append(event)
            guard let part = waiting.removeValue(forKey: client) else {
                return .mistake(
                    "the answer \(answer) to \(client) has no call: the law of the history reads none before it")
            }
            guard parts[part]?.answer(answer, to: client, model, limit: limit) != false else {
                return .mistake(
                    """
                    more than \(limit) orders of calls under way make a difference: let fewer clients wait at once, or let the \
                    model name parts
                    """)
            }
            if parts[part]?.isImpossible == true { return .broken }
            if parts[part] == start { parts[part] = nil }
        case .lost(let client): lose(client)
        }
        return nil
    }

    private func lose(_ client: String) {
        guard let part = waiting.removeValue(forKey: client) else { return }
        history.append(.lost(by: client))
        parts[part]?.lose(callBy: client, model)
        if parts[part] == start { parts[part] = nil }
    }

    func remember(in memory: inout Fingerprint) { memory.combine(parts) }

    // MARK: An account

    var account: String {
        let past = past
        guard
            case .impossible(let operation, let longest) = Linearizability(of: model).verdict(on: past.operations)
        else { return "" }
        return past.account(of: operation, behind: longest)
    }

    /// All calls and answers, up to an answer without a call: that one has ended the run.
    var past: History<Model.Call, Model.Answer> {
        var past = History<Model.Call, Model.Answer>()
        for (place, event) in history.enumerated() {
            do { try past.append(event, at: .seconds(place)) } catch { break }
        }
        return past
    }
}
