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
        Feedback(run: { transitions in
            transitions.states.effects(for: queries, by: \.id) { transitions.scope.tracing(effects($0)) }
        })
    }

    /// One effect for each query of an array whose elements have no identity but themselves. Of equal ones the first counts.
    ///
    /// - Complexity: O(m * n) for m queries after n. Queries that are `Identifiable`, and sets of `Hashable` ones, cost
    ///   O(m + n).
    // Without this one an array of strings would be taken for one query, and start an effect for `[]`.
    public static func react<Query: Equatable>(
        to queries: @escaping (State) -> [Query], effects: @escaping (Query) -> Signal<Event>
    ) -> Feedback {
        Feedback(run: { transitions in
            transitions.states.map(queries).numbered().effects(for: { $0 }, by: \.id) {
                transitions.scope.tracing(effects($0.query))
            }
        })
    }

    /// One effect for each query of a set. Queries that arrive together start in the order of their descriptions, so
    /// that every run is the same.
    ///
    /// - Source: `react(requests:)` of RxFeedback, where the order is that of the hash values.
    public static func react<Query: Hashable>(
        to queries: @escaping (State) -> Set<Query>, effects: @escaping (Query) -> Signal<Event>
    ) -> Feedback {
        Feedback(run: { transitions in
            // A query that is its own identity never changes: its effect ends with what it started.
            transitions.states.map(queries).inOrder().effects(for: { $0 }, by: { $0 }) { query, _ in
                transitions.scope.tracing(effects(query))
            }
        })
    }

    /// One effect for each entry of a dictionary: a different query of the same identity replaces it.
    public static func react<ID: Hashable, Query: Equatable>(
        to queries: @escaping (State) -> [ID: Query], effects: @escaping (ID, Query) -> Signal<Event>
    ) -> Feedback {
        Feedback(run: { transitions in
            transitions.states.map(queries).inOrder().effects(for: { $0 }, by: \.id) {
                transitions.scope.tracing(effects($0.id, $0.query))
            }
        })
    }

    /// One effect for the whole life of each identity of a dictionary: it is handed the query now, and each different
    /// one that follows.
    public static func react<ID: Hashable, Query: Equatable>(
        to queries: @escaping (State) -> [ID: Query], effects: @escaping (ID, Signal<Query>) -> Signal<Event>
    ) -> Feedback {
        Feedback(run: { transitions in
            transitions.states.map(queries).inOrder().effects(for: { $0 }, by: \.id) { id, wanted in
                transitions.scope.tracing(effects(id, wanted.map(\.query)))
            }
        })
    }
}

/// A query with its identity, as a want.
private struct Entry<ID: Hashable, Query: Equatable>: Equatable {
    let id: ID
    let query: Query
}

extension Signal {
    /// The elements of each array with numbers: equal ones have the same, also in the next array.
    fileprivate func numbered<Query: Equatable>() -> Signal<[Entry<Int, Query>]> where Value == [Query] {
        scan((entries: [Entry<Int, Query>](), newest: 0)) { before, queries in
            var newest = before.newest
            var entries: [Entry<Int, Query>] = []
            for query in queries where !entries.contains(where: { $0.query == query }) {
                if let entry = before.entries.first(where: { $0.query == query }) {
                    entries.append(entry)
                } else {
                    newest += 1
                    entries.append(Entry(id: newest, query: query))
                }
            }
            return (entries, newest)
        }.map(\.entries)
    }

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
