import Cycle
import CycleFeedback
import Testing

@Suite("Reducer")
struct ReducerTests {
    private struct App {
        var total = 0
        var name: String? = nil
    }

    private enum Event {
        case add(Int), name(String)

        var add: Int? {
            if case .add(let number) = self { number } else { nil }
        }

        var name: String? {
            if case .name(let text) = self { text } else { nil }
        }
    }

    private enum Route: Equatable {
        case list, detail(Int)
    }

    private let adding = Reducer<Int, Int> { $0 += $1 }

    @Test("combined reducers work on the same state, one after the other")
    func combine() {
        let both = Reducer.combine(adding, Reducer { state, factor in state *= factor })
        var state = 5
        both(&state, 10)
        #expect(state == 150)
    }

    @Test("a reducer of a part answers the events of the part, in place")
    func pullback() {
        let app = Reducer.combine(
            adding.pullback(state: \App.total, event: \Event.add),
            Reducer<String, String> { $0 += $1 }.optional().pullback(state: \App.name, event: \Event.name))
        var state = App()
        app(&state, .add(2))
        app(&state, .name("lost"))
        #expect(state.total == 2)
        #expect(state.name == nil)
        state.name = "a"
        app(&state, .name("b"))
        #expect(state.name == "ab")
    }

    @Test("a reducer of a case changes nothing in another case")
    func pullbackToCase() {
        let route = adding.pullback(
            state: { if case .detail(let number) = $0 { number } else { nil } }, embed: Route.detail,
            event: { (number: Int) in number })
        var state = Route.list
        route(&state, 1)
        #expect(state == .list)
        state = .detail(1)
        route(&state, 2)
        #expect(state == .detail(3))
    }

    @Test("a logging reducer writes down each event and what it led to")
    func logging() {
        var lines: [String] = []
        var state = 1
        adding.logging { lines.append($0) }(&state, 2)
        #expect(lines == ["2 -> 3"])
    }
}
