import Cycle
import CycleFeedback
import CycleTesting
import Testing

/// The view model of seed 002, as its interface is printed there.
private protocol BoxViewModel: AnyObject {
    associatedtype State
    associatedtype Action

    var state: Property<State> { get }

    func send(action: Action)
}

private struct Form: Equatable {
    var userName = ""
    var greeting = ""
}

private enum FormEvent {
    case ui(FormAction), greeted(String)
}

private enum FormAction {
    case submit
}

private final class FormViewModel: FeedbackLoop<Form, FormEvent, FormAction>, BoxViewModel {
    init(diary: Diary) {
        super.init(
            initial: Form(),
            reduce: { form, event in
                if case .greeted(let greeting) = event { form.greeting = greeting }
            },
            feedbacks: [
                Feedback(
                    event: { if case .ui(.submit) = $0 { true } else { nil } },
                    effects: { (_: Bool, form: Form) in
                        Signal.just(.greeted("Hello \(form.userName)")).delay(.seconds(1))
                    }),
                .states { $0.handle { diary.write($0.userName) }.ignoringValues() },
            ],
            actionTransformer: FormEvent.ui)
    }
}

private struct FormRenderer {
    func render(snapshot: StateSnapshot<FormViewModel>) -> (text: String, textDidChange: (String) -> Void) {
        ("\(snapshot.userName) \(snapshot.greeting)", { snapshot.mutate(\.userName, value: $0) })
    }
}

@Suite("FeedbackLoop, the view model of seed 002")
struct FeedbackLoopTests {
    private let diary = Diary()
    private let time = VirtualTime()

    private func started() -> FormViewModel {
        let form = FormViewModel(diary: diary)
        time.drive(form)
        return form
    }

    @Test("a mutation passes the reducer by; feedbacks and the renderer see it")
    func mutates() {
        let form = started()
        FormRenderer().render(snapshot: form.snapshot).textDidChange("Ada")
        #expect(form.state.value == Form(userName: "Ada"))
        #expect(diary.lines == ["", "Ada"])
    }

    @Test("an action becomes an event, and its answers come in their time")
    func acts() {
        let form = started()
        form.mutate(keyPath: \.userName, value: "Ada")
        form.snapshot.send(action: .submit)
        time.advance(by: .seconds(1))
        #expect(FormRenderer().render(snapshot: form.snapshot).text == "Ada Hello Ada")
    }

    @Test("a snapshot never changes, and sends nowhere once its loop is gone")
    func snapshotIsWeak() {
        var form: FormViewModel? = started()
        weak let weakForm = form
        let snapshot = form?.snapshot
        form?.mutate(keyPath: \.userName, value: "Ada")
        #expect(snapshot?.userName == "")
        form = nil
        #expect(weakForm == nil)
        snapshot?.send(action: .submit)
        snapshot?.mutate(keyPath: \.userName, value: "x")
        #expect(snapshot?.userName == "")
    }

    @Test("an action before the start is kept, an action while stopped is dropped; started again the loop goes on")
    func startsAndStops() {
        let form = FormViewModel(diary: diary)
        form.mutate(keyPath: \.userName, value: "early")
        #expect(form.state.value == Form())
        form.start(on: time)
        #expect(form.state.value.userName == "early")
        form.stop()
        form.mutate(keyPath: \.userName, value: "dropped")
        form.start(on: time)
        #expect(form.state.value.userName == "early")
        form.mutate(keyPath: \.userName, value: "late")
        #expect(form.state.value.userName == "late")
    }

    @Test("releasing a loop cancels all its effects")
    func releases() {
        var loop: FeedbackLoop<Int, Int, Int>? = FeedbackLoop(
            initial: 0, reduce: { $0 += $1 }, feedbacks: [.everyState { [diary] in diary.effect("\($0)") }],
            scheduler: time, actionTransformer: { $0 })
        #expect(diary.runningCount == 1)
        loop?.send(action: 1)
        loop = nil
        #expect(diary.runningCount == 0)
    }

    @Test("a scoped view reads and sends through its loop")
    func scoped() {
        let form = started()
        let greeting = form.scoped(to: \.greeting, action: { (_: Void) in FormAction.submit })
        greeting.send(())
        time.advance(by: .seconds(1))
        #expect(greeting.state.value == "Hello ")
    }

    @Test("many threads send through inlets, and nothing is lost")
    func threads() async {
        let loop = FeedbackLoop<Int, Int, Int>(initial: 0, reduce: { $0 += $1 }, actionTransformer: { $0 })
        let inlets = (0..<4).map { _ in loop.inlet() }
        await withTaskGroup(of: Void.self) { group in
            for inlet in inlets {
                group.addTask { for _ in 0..<2_000 { inlet.send(1) } }
            }
        }
        #expect(await loop.run(on: time, until: { $0 == 8_000 }) == 8_000)
    }
}
