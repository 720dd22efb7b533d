import Cycle
import CycleFeedback
import CycleHarvest
import CycleMachine
import CycleTesting
import Testing

/// Law 6, for machines: an answer arrives only if its query is still wanted when its turn comes.
@Suite("Stale answers")
@MainActor
struct StaleAnswerTests {
    struct Search: Equatable {
        var query: String?
        var answers: [String] = []
    }

    enum Event: Sendable {
        case type(String), answer(String)

        var typed: String? {
            if case .type(let text) = self { text } else { nil }
        }
    }

    enum Form: CaseIterable {
        case optional, array, set, dictionary, longLived, skippingRepeated, event

        func feedback(_ answers: @escaping (String) -> Signal<Event>) -> Feedback<Search, Event> {
            switch self {
            case .optional: .react(to: \.query, effects: answers)
            case .array: .react(to: { search in search.query.map { [$0] } ?? [] }, effects: answers)
            case .set: .react(to: { search in Set(search.query.map { [$0] } ?? []) }, effects: answers)
            case .dictionary:
                .react(
                    to: { search in search.query.map { [0: $0] } ?? [:] },
                    effects: { (_: Int, query) in answers(query) })
            case .longLived:
                .react(
                    to: { search in search.query.map { [0: $0] } ?? [:] },
                    effects: { (_: Int, queries: Signal<String>) in queries.flatMap(.latest, answers) })
            case .skippingRepeated: Feedback(skippingRepeated: \.query, effects: answers)
            case .event: Feedback(event: \.typed, effects: answers)
            }
        }
    }

    private static func reduce(_ search: inout Search, _ event: Event) {
        switch event {
        case .type(let text): search.query = text
        case .answer(let text): search.answers.append("\(text) for \(search.query ?? "nothing")")
        }
    }

    @Test("an answer that waits behind the key that replaces its query never arrives", arguments: Form.allCases)
    func replaced(_ form: Form) {
        let (answers, inlet) = Signal<String>.pipe()
        let one = Feedback<Search, Event>.states { _ in .never }
        let store = Store<Search, Event>(
            initial: Search(), reduce: Self.reduce,
            feedbacks: [one, form.feedback { query in answers.filter { $0 == query }.prefix(1).map(Event.answer) }])
        let keys = store.inlet()
        VirtualTime().drive(store)
        keys.send(.type("a"))
        store.drain()
        keys.send(.type("b"))
        inlet.send("a")
        store.drain()
        #expect(store.state.value == Search(query: "b"))
    }

    @Test("of three copies that answer at once, those whose query has changed are not heard")
    func parallel() {
        let next = { (state: String) -> String? in
            state.hasSuffix("_c") ? nil : state.hasSuffix("_b") ? "_c" : state.hasSuffix("_a") ? "_b" : "_a"
        }
        let copy = Feedback<String, String>.react(to: next, effects: { .just($0) })
        let store = Store<String, String>(initial: "initial", reduce: { $0 += $1 }, feedbacks: [copy, copy, copy])
        let states = Collector(store)
        store.start()
        #expect(states.values == ["initial", "initial_a", "initial_a_b", "initial_a_b_c"])
    }
}
