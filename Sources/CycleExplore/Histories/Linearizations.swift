/// The orders in which a service may have taken the calls of a part so far, as far as they make a difference later.
///
/// Nothing is remembered of how a state was reached: two histories that allow the same go on as one, so that a search may join them. A call
/// is taken no sooner than an answer asks for it, which loses no order.
///
/// - Source: Lowe, "Testing for Linearizability", 2016: just-in-time linearization.
struct Linearizations<Model: SequentialModel>: Hashable {
    /// The end of one order.
    private struct End: Hashable {
        var state: Model.State
        /// The clients whose call has been taken and not been answered, each with the state that the call was taken in.
        var taken: [String: Model.State] = [:]
        /// The calls that will have no answer, as often as they were made and not taken.
        var open: [Model.Call: Int] = [:]
    }

    private var ends: Set<End>
    private var calls: [String: Model.Call] = [:]

    init(from start: Model.State) { ends = [End(state: start)] }

    /// Whether no order fits the answers.
    var isImpossible: Bool { ends.isEmpty }

    mutating func call(_ call: Model.Call, by client: String) { calls[client] = call }

    /// The call of a client will have no answer.
    mutating func lose(callBy client: String, _ model: Model) {
        guard let call = calls.removeValue(forKey: client) else { return }
        ends = Set(
            ends.map { end in
                var end = end
                if end.taken.removeValue(forKey: client) == nil { end.open[call, default: 0] += 1 }
                return end
            })
    }

    /// - Parameter limit: How many ends are told apart, at most.
    /// - Returns: Whether that sufficed.
    mutating func answer(_ answer: Model.Answer, to client: String, _ model: Model, limit: Int) -> Bool {
        guard let call = calls.removeValue(forKey: client) else { return true }
        var (fitting, seen): (Set<End>, Set<End>) = ([], [])
        var left: [End] = []
        for end in ends {
            guard let before = end.taken[client] else {
                if seen.insert(end).inserted { left.append(end) }
                continue
            }
            guard model.state(after: before, call, answered: answer) != nil else { continue }
            var end = end
            end.taken[client] = nil
            fitting.insert(end)
        }
        while let end = left.popLast() {
            if seen.count + fitting.count > limit { return false }
            if let state = model.state(after: end.state, call, answered: answer) {
                var taken = end
                taken.state = state
                fitting.insert(taken)
            }
            for next in nexts(of: end, model) where seen.insert(next).inserted { left.append(next) }
        }
        ends = fitting
        return true
    }

    /// The ends after one more call of which no answer is known.
    private func nexts(of end: End, _ model: Model) -> [End] {
        var nexts: [End] = []
        for (client, call) in calls where end.taken[client] == nil {
            guard let state = model.state(after: end.state, call, answered: nil) else { continue }
            var next = end
            next.taken[client] = end.state
            next.state = state
            nexts.append(next)
        }
        for (call, count) in end.open {
            // A call that changes nothing may as well never have happened.
            guard let state = model.state(after: end.state, call, answered: nil), state != end.state else { continue }
            var next = end
            next.open[call] = count == 1 ? nil : count - 1
            next.state = state
            nexts.append(next)
        }
        return nexts
    }
}
