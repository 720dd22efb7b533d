import Cycle
import CycleTesting
import Testing

@Suite("Signal.effects")
struct KeyedEffectsTests {
    struct Want: Equatable, Sendable {
        var id: Int
        var text = ""
    }

    let time = VirtualTime()
    let log = Logbook<String>()

    /// The starts and stops of effects whose wants are given as one list after the other.
    private func started(_ lists: [[Want]], effect: @escaping (Want) -> Signal<Int> = { _ in .never }) -> [String] {
        let (values, inlet) = Signal<[Want]>.pipe()
        let effects = values.effects(for: { $0 }, by: \.id) { want in
            Signal<Int> { [log] sink in
                log.append("+\(want.id)\(want.text)")
                let running = effect(want).run(inside: sink, receive: sink.send)
                return Subscription {
                    running.cancel()
                    log.append("-\(want.id)\(want.text)")
                }
            }
        }
        for list in lists { inlet.send(list) }
        _ = time.timeline(of: effects, steps: 1)
        return log.entries
    }

    @Test("starts those that came, keeps those that stay, cancels those that left, in order")
    func reconciles() {
        let lists = [[Want(id: 1), Want(id: 2)], [Want(id: 2), Want(id: 3)], []]
        #expect(started(lists) == ["+1", "+2", "-1", "+3", "-2", "-3"])
    }

    @Test("a want that differs starts its effect anew")
    func restarts() {
        #expect(started([[Want(id: 1, text: "a")], [Want(id: 1, text: "b")], []]) == ["+1a", "-1a", "+1b", "-1b"])
    }

    @Test(
        "effects of wants that left or differ are cancelled in the order in which they were started, before any starts")
    func cancelsInOrderOfStarts() {
        let first = [Want(id: 1, text: "a"), Want(id: 2), Want(id: 3, text: "a")]
        let second = [Want(id: 3, text: "b"), Want(id: 1, text: "b")]
        // The effects of the second list were started in its order.
        #expect(
            started([first, second, []]) == ["+1a", "+2", "+3a", "-1a", "-2", "-3a", "+3b", "+1b", "-3b", "-1b"])
    }

    @Test("of two different wants with one identity the first is compared with the want before")
    func firstOfTwoDiffers() {
        let (a, b) = (Want(id: 1, text: "a"), Want(id: 1, text: "b"))
        #expect(started([[a], [b, a], [b], [b, a], []]) == ["+1a", "-1a", "+1b", "-1b"])
    }

    @Test("an effect that has ended is not started again while its want stays, and is when it came back")
    func endedStaysEnded() {
        let lists = [[Want(id: 1)], [Want(id: 1)], [], [Want(id: 1)]]
        #expect(started(lists, effect: { _ in .just(1) }) == ["+1", "+1"])
    }

    @Test(
        "law 6: when a want leaves, what its effect emitted and still waits is silent, ended or not",
        arguments: [true, false])
    func leavingIsSilent(hasEnded: Bool) {
        let driver = WantingDriver { _ in hasEnded ? .from([1, 2, 3]) : .merge(.from([1, 2, 3]), .never) }
        let cycle = CycledLens(startingWith: [7]) { frames in
            frames.lens(driver: driver, frameFilter: { $0.filter { $0 == 7 } }) { frame, event in
                frame.removeAll { $0 == 7 }
                frame.append(event)
            }
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(cycle.frame == [1])
        cycle.stop()
    }

    @Test("an effect that emits three values at once and ends delivers three, while it is wanted")
    func deliversAll() {
        let driver = WantingDriver { _ in .from([1, 2, 3]) }
        let cycle = CycledLens(startingWith: [7]) { frames in
            frames.lens(driver: driver, frameFilter: { $0.filter { $0 == 7 } }) { frame, event in frame.append(event) }
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(cycle.frame == [7, 1, 2, 3])
        cycle.stop()
    }

    @Test("ends when its source and all effects have ended")
    func ends() {
        let effects = time.signal("-a|").effects(for: { [$0] }, by: { $0 }) { _ in time.signal("--x|") }
        #expect(time.timeline(of: effects, steps: 6) == "---x|-")
    }
}
