import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("The first pages of products")
struct FirstPageTests {
    struct Quote: Equatable {
        enum Event: Sendable { case asked, answered(String) }

        var isAsking = false
        var text = ""
    }

    @Test("CycleFeedback: a feedback answers once the state asks")
    func feedback() {
        let time = VirtualTime()
        let store = Store(
            initial: Quote(),
            reduce: { (quote: inout Quote, event: Quote.Event) in
                switch event {
                case .asked: quote.isAsking = true
                case .answered(let text): quote = Quote(text: text)
                }
            },
            feedbacks: [
                Feedback(whenBecomesTrue: \.isAsking) { _ in .just(.answered("Time flies.")).delay(.seconds(1)) }
            ])
        time.drive(store)
        store.send(.asked)
        time.advance(by: .seconds(1))
        #expect(store.state.value == Quote(text: "Time flies."))
    }
}
