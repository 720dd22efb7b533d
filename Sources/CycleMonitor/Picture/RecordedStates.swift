extension StateDiagram {
    /// So many states are told apart; all others are one.
    private static let stateLimit = 40
    /// So many events stand at one way, each shortened to this.
    private static let labelLimit = 6
    private static let labelLength = 28

    /// The states that a place of the frame had in a run, in the order in which they came, and the events that led from one to another.
    ///
    ///     let picture = StateDiagram(of: "fetch", in: recording.moments).svg
    ///
    /// A case of an enum is one state, whatever it carries.
    ///
    /// - Parameters:
    ///   - keyPath: A place such as `items[3].phase`.
    ///   - moments: In their order.
    ///   - redaction: Takes secrets out of them first; `nil` leaves them in.
    /// - Source: the state charts of XState's inspector, made of a run instead of its description.
    public init(
        of keyPath: String, in moments: some Sequence<RecordedMoment>, redaction: Redaction? = Redaction()
    ) {
        var (states, labels, order): ([String], [[Int]: [String]], [[Int]]) = ([], [:], [])
        var current: Int?
        for moment in redaction.applied(to: Array(moments)) {
            let name = Self.name(of: moment.effect[keyPath])
            let place = states.firstIndex(of: name) ?? states.count
            let state = min(place, Self.stateLimit)
            if state == states.count { states.append(state < Self.stateLimit ? name : "others") }
            defer { current = state }
            guard let current, !moment.isStart, current != state else { continue }
            let way = [current, state]
            if labels[way] == nil { order.append(way) }
            var events = labels[way] ?? []
            events.add("\(moment.lens) \(moment.event.text(upTo: Self.labelLength))", upTo: Self.labelLimit)
            labels[way] = events
        }
        self.init(states: states, ways: order.map { Way(from: $0[0], to: $0[1], labels: labels[$0] ?? []) })
    }

    private static func name(of value: RecordedValue?) -> String {
        guard let value else { return "nothing" }
        if case .object(let fields) = value.value, fields.count == 1 { return fields[0].key }
        return value.text(upTo: labelLength)
    }
}

extension [String] {
    /// Another label, once; `…` for those beyond the limit.
    fileprivate mutating func add(_ label: String, upTo limit: Int) {
        let new = count < limit ? label : "…"
        if !contains(label), !contains(new) { append(new) }
    }
}
