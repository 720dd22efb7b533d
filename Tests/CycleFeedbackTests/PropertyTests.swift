import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("Property and Store")
struct PropertyTests {
    private let time = VirtualTime()
    private let diary = Diary()

    private func counter(_ events: Signal<Int> = .empty) -> Property<Int> {
        Property(initial: 0, reduce: { (sum: Int, event: Int) -> Int in sum + event }, events: events)
    }

    @Test("external events of before the start are kept, in order")
    func early() {
        let (events, inlet) = Signal<Int>.pipe()
        inlet.send(1)
        let property = counter(events)
        inlet.send(2)
        #expect(property.value == 0)
        time.drive(property)
        #expect(property.value == 3)
    }

    @Test("an observer is told the value now, and each that follows, until it leaves")
    func observers() {
        let (events, inlet) = Signal<Int>.pipe()
        let property = counter(events)
        time.drive(property)
        let watching = [
            property.observe { [diary] in diary.write("o\($0)") },
            property.observe(through: { $0.filter { $0 > 0 } }) { [diary] in diary.write("t\($0)") },
        ]
        inlet.send(1)
        property.drain()
        watching.forEach { $0.cancel() }
        inlet.send(1)
        property.drain()
        #expect(diary.lines == ["o0", "o1", "t1"])
    }

    @Test("a mapped property reads through its whole, and emits whenever that does")
    func map() {
        let (events, inlet) = Signal<Int>.pipe()
        let property = counter(events)
        let isPositive = property.map { $0 > 0 }
        let watching = isPositive.observe { [diary] in diary.write("\($0)") }
        time.drive(property)
        inlet.send(1)
        inlet.send(1)
        property.drain()
        watching.cancel()
        #expect(isPositive.value)
        #expect(diary.lines == ["false", "true", "true"])
    }

    @Test("stopped from inside a state callback, nothing more is applied and feedbacks see nothing more")
    func stopsInsideCallback() {
        let trial = Trial(.sideEffect { [diary] event, _ in diary.write(event) })
        let watching = trial.store.state.observe { state in
            if state == "ia" {
                trial.send("queued")
                trial.store.stop()
            }
        }
        trial.send("a", "b")
        watching.cancel()
        #expect(trial.state == "ia")
        #expect(diary.lines == [])
    }

    @Test("a view of a part sends to the whole; a view without input sends nothing; a context is of one moment")
    func views() {
        struct Pair {
            var left = 0
            var right = 0
        }
        let store = Store<Pair, Int>(initial: Pair(), reduce: { $0.left += $1 }, scheduler: time)
        let left = store.scoped(to: \.left, event: { (text: String) in text.count })
        let before = store.context
        left.send("abc")
        left.context.send(event: "d")
        before.view(value: \.left, event: { (text: String) in text.count }).send(event: "e")
        #expect(left.state.value == 5)
        #expect(before.left == 0)
        #expect(store.ignoringInput().state.value.left == 5)
        left.inlet().send("fg")
        store.state.drain()
        #expect(left.state.value == 7)
    }

    @Test("run ends when its condition holds, and when its task is cancelled")
    func runEnds() async {
        let store = Store<Int, Int>(initial: 0, reduce: { $0 += $1 }, feedbacks: [.everyState { _ in .just(1) }])
        #expect(await store.run(on: time, until: { $0 == 3 }) == 3)
        let sleeping = Task { @MainActor in
            await Store<Int, Int>(initial: 7, reduce: { $0 += $1 }).run(on: VirtualTime())
        }
        sleeping.cancel()
        #expect(await sleeping.value == 7)
    }
}
