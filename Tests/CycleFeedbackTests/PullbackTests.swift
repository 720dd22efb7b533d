import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("Feedback.pullback")
struct PullbackTests {
    private struct App {
        var total = 0
        var child: String? = "i"
        var route = Route.list
    }

    private enum Route {
        case list, detail(Int)

        var detail: Int? {
            if case .detail(let number) = self { number } else { nil }
        }
    }

    private enum Event {
        case total(Int), child(String), replaceChild(String?), route(Route)

        var total: Int? {
            if case .total(let number) = self { number } else { nil }
        }

        var child: String? {
            if case .child(let text) = self { text } else { nil }
        }
    }

    private let diary = Diary()

    private func start(_ feedback: Feedback<App, Event>) -> Store<App, Event> {
        let store = Store(
            initial: App(),
            reduce: { app, event in
                switch event {
                case .total(let number): app.total += number
                case .child(let text): app.child?.append(text)
                case .replaceChild(let text): app.child = text
                case .route(let route): app.route = route
                }
            }, feedbacks: [feedback])
        store.start()
        return store
    }

    @Test("a part sees its state after every event, and of the events its own")
    func part() {
        let store = start(
            Feedback<Int, Int>.transitions { [diary] in
                $0.handle { diary.write("\($0) \($1.map { "\($0)" } ?? "nil")") }.ignoringValues()
            }.pullback(state: \.total, event: \.total, embed: Event.total))
        store.send(.total(2))
        store.send(.child("x"))
        #expect(diary.lines == ["0 nil", "2 2", "2 nil"])
    }

    @Test("the events of a part are events of the whole")
    func embeds() {
        let store = start(
            Feedback<Int, Int>(whenBecomesTrue: { $0 == 1 }, effects: { _ in .from([10, 20]) })
                .pullback(state: \.total, event: \.total, embed: Event.total))
        store.send(.total(1))
        #expect(store.state.value.total == 31)
    }

    @Test("in an optional part effects run while it is there, are cancelled when it goes, and start anew")
    func optionalPart() {
        let store = start(
            Feedback<String, String>.combine(
                .react(to: { _ in "q" }, effects: { [diary] in diary.effect($0) }),
                .states { [diary] in $0.handle(diary.write).ignoringValues() }
            ).pullback(optionalState: \.child, event: \.child, embed: Event.child))
        store.send(.child("a"))
        #expect(diary.read() == ["+q", "i", "ia"])
        store.send(.replaceChild(nil))
        store.send(.child("lost"))
        #expect(diary.read() == ["-q"])
        store.send(.replaceChild("j"))
        #expect(diary.read() == ["+q", "j"])
    }

    @Test("in a case of an enum effects are cancelled when the state leaves the case")
    func casePart() {
        let store = start(
            Feedback<Int, Int>(whenBecomesTrue: { _ in true }, effects: { [diary] in diary.effect("\($0)") })
                .pullback(optionalState: \.route.detail, event: { _ in nil }, embed: Event.total))
        store.send(.route(.detail(1)))
        store.send(.route(.detail(2)))
        store.send(.route(.list))
        #expect(diary.lines == ["+1", "-1"])
    }

    @Test("optional() runs nothing while the state is nil")
    func optional() {
        let store = Store<Int?, Int?>(
            initial: nil, reduce: { $0 = $1 },
            feedbacks: [
                Feedback<Int, Int>.everyState { [diary] in diary.effect("\($0)") }
                    .pullback(optionalState: { $0 }, event: { $0 }, embed: { $0 })
            ])
        store.start()
        store.send(1)
        store.send(nil)
        #expect(diary.lines == ["+1", "-1"])
        let ended = Store<Int?, Int>(
            initial: nil, reduce: { $0 = $1 },
            feedbacks: [Feedback<Int, Int>.everyState { [diary] in diary.effect("\($0)") }.optional()])
        ended.start()
        #expect(diary.read().count == 2)
        ended.send(5)
        #expect(diary.read() == ["+5"])
    }
}
