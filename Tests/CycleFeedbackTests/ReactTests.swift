import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("Feedback.react")
struct ReactTests {
    private struct Download: Equatable, Identifiable {
        let id: Int
        var address: String
    }

    private let diary = Diary()

    /// A store whose events are its states.
    private func start<State>(_ initial: State, _ feedback: Feedback<State, State>) -> Store<State, State> {
        let store = Store(initial: initial, reduce: { $0 = $1 }, feedbacks: [feedback])
        store.start()
        return store
    }

    @Test("a query: nil cancels, equal leaves alone, different replaces")
    func query() {
        let store = start(Int?.none, .react(to: { $0 }, effects: { [diary] in diary.effect("\($0)") }))
        for state in [1, 1, 2, nil, 2] { store.send(state) }
        #expect(diary.lines == ["+1", "-1", "+2", "-2", "+2"])
    }

    @Test("an effect that has ended is not started again while its query stays the same")
    func endedEffect() {
        let store = start(
            0,
            .react(
                to: { _ in "same" },
                effects: { [diary] query in
                    diary.write(query)
                    return .empty
                }))
        store.send(1)
        store.send(2)
        #expect(diary.lines == ["same"])
    }

    @Test("a set: those that leave are cancelled, those that stay are left alone, those that come start")
    func set() {
        let store = start(Set([1, 2]), .react(to: { $0 }, effects: { [diary] in diary.effect("\($0)") }))
        store.send([2, 3])
        #expect(diary.lines == ["+1", "+2", "-1", "+3"])
    }

    @Test("law 6: what an effect of a set emitted before it ended is silent once its first event has ended the query")
    func setOfEndedEffects() {
        let store = Store<[String], String>(
            initial: [], reduce: { $0.append($1) },
            feedbacks: [
                .react(to: { Set($0.isEmpty ? ["q"] : []) }, effects: { (_: String) in .from(["1", "2"]) })
            ])
        store.start()
        #expect(store.state.value == ["1"])
    }

    @Test("a set starts its effects in one order, whatever the hash values")
    func setOrder() {
        let words = (0..<40).map { String(UnicodeScalar(UInt8(65 + $0))) }
        let store = start(Set(words.shuffled()), .react(to: { $0 }, effects: { [diary] in diary.effect($0) }))
        #expect(diary.read() == words.map { "+" + $0 })
        store.stop()
    }

    @Test("a dictionary: a different query of an identity replaces its effect")
    func dictionary() {
        let store = start(
            ["a": 1, "b": 1], .react(to: { $0 }, effects: { [diary] id, query in diary.effect("\(id)\(query)") }))
        store.send(["a": 2, "b": 1, "c": 1])
        store.send(["c": 1])
        #expect(diary.lines == ["+a1", "+b1", "-a1", "+a2", "+c1", "-b1", "-a2"])
    }

    @Test("queries that leave and queries that differ are cancelled in the order in which they were started")
    func cancelOrder() {
        let store = start(
            ["a": 1, "b": 1, "c": 1],
            .react(to: { $0 }, effects: { [diary] id, query in diary.effect("\(id)\(query)") }))
        store.send(["a": 2, "c": 2])
        #expect(diary.lines == ["+a1", "+b1", "+c1", "-a1", "-b1", "-c1", "+a2", "+c2"])
    }

    @Test("a dictionary with long-lived effects: each is handed its query, and each different one that follows")
    func longLived() {
        let store = start(
            ["a": 1],
            .react(
                to: { $0 },
                effects: { [diary] (id: String, queries: Signal<Int>) in
                    diary.effect(id, queries.handle { diary.write("\(id)\($0)") }.ignoringValues())
                }))
        store.send(["a": 1])
        store.send(["a": 2])
        store.send([:])
        store.send(["a": 2])
        #expect(diary.lines == ["+a", "a1", "a2", "-a", "+a", "a2"])
    }

    @Test("an array of identified queries starts in its order")
    func array() {
        let store = start(
            [Download(id: 2, address: "x"), Download(id: 1, address: "y")],
            .react(to: { $0 }, effects: { [diary] in diary.effect("\($0.id)\($0.address)") }))
        store.send([Download(id: 1, address: "z"), Download(id: 2, address: "x")])
        #expect(diary.lines == ["+2x", "+1y", "-1y", "+1z"])
    }

    @Test(
        "an array of queries that are not identified: equal ones stay, wherever they stand, an empty one wants nothing")
    func arrayWithoutIdentity() {
        let store = start([String](), .react(to: { $0 }, effects: { [diary] in diary.effect($0) }))
        #expect(diary.read() == [])
        for state in [["a", "b", "a"], ["b", "c"], []] { store.send(state) }
        #expect(diary.lines == ["+a", "+b", "-a", "+c", "-b", "-c"])
    }

    private struct Place: Equatable {
        let name: String
    }

    @Test("an array of queries that can only be compared")
    func arrayOfEquatable() {
        let store = start([Place(name: "a")], .react(to: { $0 }, effects: { [diary] in diary.effect($0.name) }))
        store.send([Place(name: "b"), Place(name: "a")])
        #expect(diary.lines == ["+a", "+b"])
    }

    @Test("an array literal is an array of queries, not one query")
    func arrayLiteral() {
        let store = start(
            false, .react(to: { $0 ? ["a", "b"] : [] }, effects: { [diary] (query: String) in diary.effect(query) }))
        #expect(diary.read() == [])
        store.send(true)
        store.send(false)
        #expect(diary.lines == ["+a", "+b", "-a", "-b"])
    }

    @Test("decision 17: an element that changes its identity leaves and comes")
    func changesIdentity() {
        let store = start(
            [Download(id: 1, address: "x")], .react(to: { $0 }, effects: { [diary] in diary.effect("\($0.id)") }))
        store.send([Download(id: 2, address: "x")])
        #expect(diary.lines == ["+1", "-1", "+2"])
    }

    @Test("an effect that fails is an event; the others go on")
    func failure() async {
        struct Refused: Error {}
        let store = Store<Set<String>, String>(
            initial: ["good", "bad"], reduce: { $0.remove($1) },
            feedbacks: [
                .react(
                    to: { $0 },
                    effects: { query in
                        .task({ if query == "bad" { throw Refused() } else { query } }, catch: { _ in "bad" })
                    })
            ])
        let last = await store.run(on: VirtualTime(), until: \.isEmpty)
        #expect(last == [])
    }
}
