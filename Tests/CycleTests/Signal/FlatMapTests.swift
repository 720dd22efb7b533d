import Cycle
import CycleTesting
import Testing

@Suite("Signal.flatMap")
struct FlatMapTests {
    let time = VirtualTime()

    @Test(
        "each strategy has its own timeline",
        arguments: [
            (FlattenStrategy.merge, "-1-(21)-(32)-3|-----"), (.latest, "-1-(21)-2-3|-----"), (.first, "-1-2-3|-------"),
            (.concat, "-1-2-31-2-3|--"), (.concurrent(1), "-1-2-31-2-3|--"), (.concurrent(2), "-1-(21)-(32)-3|-----"),
        ])
    func strategies(_ strategy: FlattenStrategy, _ expected: String) {
        let flat = time.signal("-a-b-|").flatMap(strategy) { _ in time.signal("1-2-3|") }
        #expect(time.timeline(of: flat, steps: expected.timelineLength) == expected)
    }

    static let all: [FlattenStrategy] = [.merge, .latest, .first, .concat, .concurrent(3)]

    @Test("without values it ends with its source", arguments: all)
    func empty(_ strategy: FlattenStrategy) {
        let flat = time.signal("--|").flatMap(strategy) { _ in Signal.just(1) }
        #expect(time.timeline(of: flat, steps: 3) == "--|")
    }

    @Test("signals that end at once deliver all they emit", arguments: all)
    func atOnce(_ strategy: FlattenStrategy) {
        let flat = time.signal("(ab)|").flatMap(strategy) { value in Signal.from([value, value]) }
        #expect(time.timeline(of: flat, steps: 2) == "(aabb)|")
    }

    @Test("cancelled, it emits nothing more", arguments: all)
    func cancelling(_ strategy: FlattenStrategy) {
        let flat = time.signal("a|").flatMap(strategy) { _ in time.signal("1-2-3|") }
        #expect(time.timeline(of: flat, steps: 5, cancelledAfter: 1) == "1----")
    }

    @Test("a value sent from inside a value comes after it", arguments: all)
    func fromInside(_ strategy: FlattenStrategy) {
        let (values, inlet) = Signal<Character>.pipe()
        inlet.send("a")
        let flat = values.flatMap(strategy) { value in
            if value == "a" { inlet.send("b") }
            return Signal.just(value)
        }
        #expect(time.timeline(of: flat, steps: 1) == "(ab)")
    }

    @Test("a hundred thousand signals that end at once, one after the other, do not grow the stack")
    func noStackGrowth() {
        let (gate, open) = Signal<Int>.pipe()
        let flat = Signal.from(0...100_000).flatMap(.concat) { number in number == 0 ? gate.prefix(1) : .just(number) }
        var count = 0
        open.send(1)
        _ = time.timeline(of: flat.handle { _ in count += 1 }, steps: 1)
        #expect(count == 100_001)
    }
}
