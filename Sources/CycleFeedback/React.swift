import Cycle

// Effects for what a state wants, by identity: started when it comes, left alone while it stays, cancelled when it goes.

extension Feedback {
    /// One effect for a query that may be there. `nil` cancels it, a different query replaces it, an equal one leaves it
    /// alone; one that has ended is not started again while the query stays the same.
    ///
    /// - Source: `react(request:)` of RxFeedback.
    public static func react<Query: Equatable>(
        to query: @escaping (State) -> Query?, effects: @escaping (Query) -> Signal<Event>
    ) -> Feedback {
        Feedback(skippingRepeated: query, effects: effects)
    }

    /// One effect for each query of an array, in its order. An element that differs from the one with its identity
    /// before replaces its effect.
    public static func react<Query: Equatable & Identifiable>(
        to queries: @escaping (State) -> [Query], effects: @escaping (Query) -> Signal<Event>
    ) -> Feedback {
        .states { $0.effects(for: queries, by: \.id, run: effects) }
    }

    /// One effect for each query of a set. Those that come together start in the order of their descriptions, so that
    /// every run is the same.
    ///
    /// - Source: `react(requests:)` of RxFeedback, where the order is that of the hash values.
    public static func react<Query: Hashable>(
        to queries: @escaping (State) -> Set<Query>, effects: @escaping (Query) -> Signal<Event>
    ) -> Feedback {
        .states { states in
            // A query that is its own identity never changes: its effect ends with what it started.
            states.map(queries).inOrder().effects(for: { $0 }, by: { $0 }) { query, _ in effects(query) }
        }
    }

    /// One effect for each entry of a dictionary: a different query of the same identity replaces it.
    public static func react<ID: Hashable, Query: Equatable>(
        to queries: @escaping (State) -> [ID: Query], effects: @escaping (ID, Query) -> Signal<Event>
    ) -> Feedback {
        react(to: queries) { id, wanted in wanted.flatMap(.latest) { effects(id, $0) } }
    }

    /// One effect for the whole life of each identity of a dictionary: it is handed the query now, and each different
    /// one that follows.
    public static func react<ID: Hashable, Query: Equatable>(
        to queries: @escaping (State) -> [ID: Query], effects: @escaping (ID, Signal<Query>) -> Signal<Event>
    ) -> Feedback {
        .states { states in
            states.map(queries).inOrder().effects(for: { $0 }, by: \.id) { id, wanted in
                effects(id, wanted.map(\.query))
            }
        }
    }
}

/// An entry of a dictionary, as a want.
private struct Entry<ID: Hashable, Query: Equatable>: Equatable {
    let id: ID
    let query: Query
}

extension Signal {
    /// The elements of each set in an order that does not depend on hash values: those that stay where they were, then
    /// those that came, by their descriptions.
    fileprivate func inOrder<Element: Hashable>() -> Signal<[Element]> where Value == Set<Element> {
        removeDuplicates().scan([]) { known, elements in
            known.filter(elements.contains) + elements.subtracting(known).sortedByDescription
        }
    }

    fileprivate func inOrder<ID: Hashable, Query: Equatable>() -> Signal<[Entry<ID, Query>]>
    where Value == [ID: Query] {
        let entries = removeDuplicates()
        return Signal<[Entry<ID, Query>]> { sink in
            var order: [ID] = []
            return entries.run(inside: sink) { queries in
                let known = Set(order)
                order = order.filter { queries[$0] != nil }
                order += queries.keys.filter { !known.contains($0) }.sortedByDescription
                sink.send(order.compactMap { id in queries[id].map { Entry(id: id, query: $0) } })
            }
        }
    }
}

extension Collection {
    fileprivate var sortedByDescription: [Element] {
        guard count > 1 else { return Array(self) }
        return map { (element: $0, description: String(reflecting: $0)) }
            .sorted { $0.description < $1.description }
            .map(\.element)
    }
}
