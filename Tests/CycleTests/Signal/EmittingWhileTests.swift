import Cycle
import CycleTesting
import Testing

@Suite("Signal.emitting(_:while:)")
struct EmittingWhileTests {
    let time = VirtualTime()

    @Test("passes values and the end on, in order")
    func passesOn() {
        let want = Subscription()
        let values = time.signal("-a(bc)|").emitting({ $0 }, while: { _ in want })
        #expect(time.timeline(of: values, steps: 4) == "-a(bc)|")
        #expect(time.timeline(of: Signal<Int>.empty.emitting({ $0 }, while: { _ in want }), steps: 1) == "|")
    }

    @Test("cancelling the signal passes nothing more on")
    func cancelling() {
        let values = time.signal("-a-b-").emitting({ $0 }, while: { _ in Subscription() })
        #expect(time.timeline(of: values, steps: 5, cancelledAfter: 2) == "-a---")
    }

    @Test("a value whose subscription is cancelled while it waits has no turn; the others have theirs")
    func silences() {
        let wants = ["a": Subscription(), "b": Subscription()]
        var seen: [String] = []
        let values = Signal.from(["a", "b", "a", "b"]).emitting({ $0 }) { wants[$0] ?? Subscription() }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: values) { frame, value in
                seen.append(value)
                wants["b"]?.cancel()
                frame += 1
            }
        }
        cycle.start(on: time)
        cycle.drain()
        cycle.stop()
        #expect(seen == ["a", "a"])
    }

    @Test("nothing is emitted while its subscription is cancelled already")
    func cancelledBefore() {
        let want = Subscription()
        want.cancel()
        #expect(time.timeline(of: time.signal("ab|").emitting({ $0 }, while: { _ in want }), steps: 3) == "--|")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let want = Subscription()
        let answering = values.emitting({ $0 }, while: { _ in want }).handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering, steps: 1) == "(ab)")
    }

    @Test("a signal that a flatMap has cancelled is silent, whatever its own subscription says")
    func inside() {
        let want = Subscription()
        let values = time.signal("1-2--|").flatMap(.latest) { [time] number in
            time.signal("x-y|").map { "\(number)\($0)" }.emitting({ $0 }, while: { _ in want })
        }
        var seen: [String] = []
        _ = time.timeline(of: values.handle { seen.append($0) }.map { _ in "." as Character }, steps: 7)
        #expect(seen.last == "2y" && !seen.contains("1z"))
    }
}
