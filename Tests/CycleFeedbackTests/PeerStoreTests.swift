import Cycle
import CycleFeedback
import CycleTesting
import Testing

/// The demands of the Composable Architecture and similar libraries on a store: reducers of parts, effects with
/// identities, scopes.
@Suite("Programs of stores with effects and scopes")
struct PeerStoreTests {
    private struct Row: Equatable, Identifiable {
        let id: Int
        var seconds = 0
        var isRunning = true
    }

    private struct App: Equatable {
        var text = ""
        var results: [String] = []
        var sheet: Row?
        var rows: [Row] = []
        var log = ""
    }

    private enum Event: Equatable, Sendable {
        case typed(String), found([String]), open, close, sheetTicked, add(Int), remove(Int), ticked(Int), pause(Int)
        case note(String)

        var note: String? { if case .note(let text) = self { text } else { nil } }
        var row: RowEvent? { if case .ticked = self { .ticked } else { nil } }
    }

    private enum RowEvent {
        case ticked
    }

    private static func reduce(_ app: inout App, _ event: Event) {
        switch event {
        case .typed(let text): app.text = text
        case .found(let results): app.results = results
        case .open: app.sheet = Row(id: 0)
        case .close: app.sheet = nil
        case .sheetTicked: app.sheet?.seconds += 1
        case .add(let id): app.rows.append(Row(id: id))
        case .remove(let id): app.rows.removeAll { $0.id == id }
        case .ticked(let id):
            for index in app.rows.indices where app.rows[index].id == id { app.rows[index].seconds += 1 }
        case .pause(let id):
            for index in app.rows.indices where app.rows[index].id == id { app.rows[index].isRunning = false }
        case .note(let text): app.log += text
        }
    }

    private let time = VirtualTime()
    private let diary = Diary()

    private func store(_ feedbacks: Feedback<App, Event>...) -> Store<App, Event> {
        let store = Store(initial: App(), reduce: Self.reduce, feedbacks: feedbacks)
        time.drive(store)
        return store
    }

    @Test("an effect that is started anew under its identity cancels the one in flight")
    func cancelInFlight() {
        let store = store(
            Feedback(
                event: { if case .typed(let text) = $0 { text } else { nil } }, .latest,
                effects: { text in diary.effect(text, Signal.just(.found([text])).delay(.seconds(2))) }))
        store.send(.typed("a"))
        time.advance(steps: 1)
        store.send(.typed("ab"))
        time.advance(steps: 9)
        #expect(store.state.value.results == ["ab"])
        #expect(diary.lines == ["+a", "-a", "+ab"])
    }

    @Test("a search waits until nobody types, and one that is under way goes when the text does")
    func debouncedSearch() {
        let store = store(
            Feedback(
                compacting: { $0.map(\.text).removeDuplicates().debounce(.seconds(2)) }, .latest,
                effects: { text in
                    text.isEmpty
                        ? .just(.found([])) : diary.effect(text, Signal.just(.found([text])).delay(.seconds(3)))
                }))
        for text in ["a", "ab", "abc"] {
            store.send(.typed(text))
            time.advance(steps: 1)
        }
        time.advance(steps: 2)
        #expect(diary.read() == ["+abc"])
        store.send(.typed(""))
        time.advance(steps: 2)
        store.send(.typed("x"))
        time.advance(steps: 1)
        store.send(.typed(""))
        time.advance(steps: 9)
        #expect(store.state.value.results == [])
        #expect(diary.read() == [])
    }

    @Test("the effects of an optional child go with it, and its late answers change nothing")
    func optionalChild() {
        let ticking = Feedback<Row, RowEvent>(
            whenBecomesTrue: \.isRunning,
            effects: { _ in diary.effect("clock", Signal.ticks(every: .seconds(1)).map { _ in .ticked }) })
        let store = store(
            ticking.pullback(
                optionalState: \.sheet, event: { $0 == .sheetTicked ? .ticked : nil }, embed: { _ in .sheetTicked }))
        store.send(.open)
        time.advance(steps: 3)
        #expect(store.state.value.sheet?.seconds == 3)
        store.send(.close)
        store.send(.sheetTicked)
        time.advance(steps: 3)
        #expect(store.state.value.sheet == nil)
        store.send(.open)
        time.advance(steps: 1)
        #expect(store.state.value.sheet?.seconds == 1)
        #expect(diary.lines == ["+clock", "-clock", "+clock"])
        #expect(time.armedCount == 1)
    }

    @Test("each element has its effect, which goes with the element or with what it wants")
    func elements() {
        let store = store(
            .react(
                to: { $0.rows.filter(\.isRunning).map(\.id) },
                effects: { id in diary.effect("\(id)", Signal.ticks(every: .seconds(1)).map { _ in .ticked(id) }) }))
        store.send(.add(1))
        time.advance(steps: 1)
        store.send(.add(2))
        time.advance(steps: 1)
        store.send(.pause(1))
        time.advance(steps: 1)
        #expect(store.state.value.rows.map(\.seconds) == [2, 2])
        store.send(.remove(2))
        store.send(.ticked(2))
        time.advance(steps: 5)
        #expect(store.state.value.rows.map(\.seconds) == [2])
        #expect(diary.lines == ["+1", "+2", "-1", "-2"])
        #expect(time.armedCount == 0)
    }

    @Test(
        "the events of an effect come in its order; merged effects run side by side, concatenated ones one after the other"
    )
    func orders() {
        let notes = { (text: String) in Signal.from(text.map { Event.note("\($0)") }) }
        let merged = store(
            Feedback(
                event: { $0 == .open ? true : nil },
                effects: { _ in .merge(notes("ab"), notes("cd").delay(.seconds(1)), notes("e")) }))
        merged.send(.open)
        time.advance(steps: 2)
        #expect(merged.state.value.log == "abecd")
        let concatenated = store(
            Feedback(
                event: { $0 == .open ? true : nil },
                effects: { _ in Signal.from([notes("ab").delay(.seconds(1)), notes("cd")]).flatMap(.concat) { $0 } }))
        concatenated.send(.open)
        time.advance(steps: 2)
        #expect(concatenated.state.value.log == "abcd")
    }

    @Test("the reducer of a part comes before what the whole makes of it, and both in one turn")
    func reducers() {
        let row = Reducer<Row, RowEvent> { row, _ in row.seconds += 1 }
        let whole = Reducer<App, Event> { app, event in
            Self.reduce(&app, event)
            if app.sheet?.seconds == 2 { app.sheet = nil }
        }
        let store = Store(
            initial: App(),
            reduce: Reducer.combine(
                row.optional().pullback(state: \.sheet, event: { $0 == .ticked(0) ? .ticked : nil }), whole
            ).reduce)
        let sheets = Collector(store.state.map(\.sheet?.seconds))
        time.drive(store)
        for event in [Event.open, .ticked(0), .ticked(0), .ticked(0)] { store.send(event) }
        #expect(sheets.values == [nil, 0, 1, nil, nil])
    }

    @Test("a scope of a scope sends to the root, and reads through it")
    func scopes() {
        let store = store()
        let rows = store.scoped(to: \.rows, event: { (event: Int) in .add(event) })
        let first = rows.scoped(to: { $0.first?.id ?? 0 }, event: { (text: String) in text.count })
        let ids = Collector(first)
        first.send("abc")
        rows.send(7)
        store.send(.remove(3))
        #expect(ids.values == [0, 3, 3, 7])
        #expect(first.state.value == 7)
    }

    @Test("awaited, what was sent is over when its effects are")
    func finished() {
        let store = store(
            Feedback(
                event: { if case .typed(let text) = $0 { text } else { nil } }, .merge,
                effects: { text in
                    text.isEmpty ? .empty : Signal.just(.typed(String(text.dropLast()))).delay(.seconds(1))
                }))
        let result = store.send(.typed("abc"))
        time.advance(steps: 2)
        #expect(!result.isSettled)
        time.advance(steps: 1)
        #expect(result.isSettled)
        #expect(store.state.value.text.isEmpty)
    }

    @Test("events that are sent while one is reduced, observed and answered come in that order, each once")
    func reentrance() {
        var store: Store<App, Event>?
        let made = Store(
            initial: App(),
            reduce: { (app: inout App, event: Event) in
                if event == .note("0") { store?.send(.note("1")) }
                Self.reduce(&app, event)
            },
            feedbacks: [.sideEffect(\.note) { if $0 == "0" { store?.send(.note("3")) } }])
        store = made
        made.observe { if $0.log == "0" { store?.send(.note("2")) } }
        time.drive(made)
        made.send(.note("0"))
        #expect(made.state.value.log == "0123")
        store = nil
    }
}
