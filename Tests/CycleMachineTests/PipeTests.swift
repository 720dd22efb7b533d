import Cycle
import CycleFeedback
import CycleMachine
import CycleTesting
import Testing

@Suite("Pipes in machines")
@MainActor
struct PipeTests {
    private let time = VirtualTime()

    @Test("decision 14: a pipe that an effect reads anew at every event loses none of them")
    func restarting() {
        let (events, inlet) = Signal<Int>.pipe()
        let store = Store<Int, Int>(
            initial: 0, reduce: { $0 += $1 }, feedbacks: [Feedback(predicate: { $0 < 5 }) { _ in events }])
        time.drive(store)
        for _ in 0..<7 { inlet.send(1) }
        store.drain()
        #expect(store.state.value == 5)
    }

    @Test("decision 14: a pipe that has ended ends at once for whoever listens later")
    func ended() async {
        let (events, inlet) = Signal<Int>.pipe()
        inlet.send(1)
        inlet.end()
        let sources = [events, events, .just(10)]
        let property = Property<Int>(
            initial: 0, reduce: { (sum: Int, event: Int) -> Int in sum + event },
            feedbacks: [.states { _ in Signal.from(sources).flatMap(.concat) { $0 } }])
        time.drive(property)
        #expect(property.value == 11)
    }
}
