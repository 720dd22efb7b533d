import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import CycleHarvest

extension Planted {
    static let machines: [Planted] = [store, loop, harvester, property]

    private struct Cart: Hashable {
        enum Event: Sendable, Hashable {
            case add, clear, priced(Int)
        }
        var count = 0
        var price = 0
        var isAsking = false
    }

    /// The price of what was in the cart before comes after it was cleared.
    static let store = Planted("a store with a stale price", finds: "the price is that of the cart", in: 5) { hasBug in
        try seek(Law<Cart>.atRest("the price is that of the cart") { $0.price == $0.count }) { world in
            let calls = world.calls
            let pricing = Feedback<Cart, Cart.Event>.react(to: { $0.isAsking ? (hasBug ? 1 : $0.count) : nil }) {
                (count: Int) in
                .task { .priced(await calls.answer("server", "price of \(count)", from: [count])) }
            }
            let store = Store(
                initial: Cart(),
                reduce: { (cart: inout Cart, event: Cart.Event) in
                    switch event {
                    case .add:
                        cart.count += 1
                        cart.isAsking = true
                    case .clear: cart = Cart()
                    case .priced(let price):
                        cart.price = price
                        cart.isAsking = false
                    }
                }, feedbacks: [pricing])
            world.input("user", [Cart.Event.add, .clear], atMost: 3) { store.send($0) }
            return store
        }
    }

    private final class Attempts: FeedbackLoop<Attempts.Count, Bool, Bool> {
        struct Count: Hashable {
            var failed = 0
            var isLocked = false
        }

        init(limit: Int) {
            super.init(
                initial: Count(),
                reduce: { count, isRight in
                    if count.isLocked { return }
                    count.failed = isRight ? 0 : count.failed + 1
                    count.isLocked = count.failed > limit
                }, actionTransformer: { $0 })
        }
    }

    static let loop = Planted("a lock that is one attempt late", finds: "three wrong attempts lock", in: 3) { hasBug in
        try seek(
            Law<Attempts.Count>.always("three wrong attempts lock") { $0.failed < 3 || $0.isLocked }
        ) { world in
            let attempts = Attempts(limit: hasBug ? 3 : 2)
            world.input("user", [true, false], atMost: 5) { attempts.send(action: $0) }
            return attempts
        }
    }

    private struct Session: Hashable, Sendable {
        enum Move: Hashable, Sendable { case enter, entered, leave }
        enum Place: Hashable, Sendable { case out, entering, inside }
        var place = Place.out
        var wantsIn = false
    }

    private typealias Door = Harvester<Session.Move, Session>

    /// A person who leaves while entering is let in later.
    static let harvester = Planted(
        "a machine that lets in who has left", finds: "no person is inside after leaving", in: 5
    ) {
        hasBug in
        try seek(
            Law<Session>.always("no person is inside after leaving") { $0.place != .inside || $0.wantsIn }
        ) { world in
            let calls = world.calls
            let mapping = Door.EffectMapping<BasicEffectQueue, Never> { move, session in
                switch (move, session.place) {
                case (.enter, .out):
                    let entering = Signal<Session.Move>.task { await calls.answer("door", "open", from: [.entered]) }
                    return (Session(place: .entering, wantsIn: true), Effect(entering))
                case (.entered, _) where hasBug: return (Session(place: .inside, wantsIn: session.wantsIn), .empty)
                case (.entered, .entering): return (Session(place: .inside, wantsIn: true), .empty)
                case (.leave, .entering), (.leave, .inside): return (Session(), .empty)
                default: return nil
                }
            }
            let door = Door(state: Session(), mapping: mapping)
            world.input("user", [Session.Move.enter, .leave], atMost: 2) { door.send($0) }
            return door
        }
    }

    static let property = Planted("a count below zero", finds: "never below zero", in: 1) { hasBug in
        try seek(Law<Int>.always("never below zero") { $0 >= 0 }) { world in
            let store = Store(
                initial: 0,
                reduce: { (count: inout Int, step: Int) in count = hasBug ? count + step : max(0, count + step) })
            world.input("user", [1, -1], atMost: 4) { store.send($0) }
            return store
        }
    }
}
