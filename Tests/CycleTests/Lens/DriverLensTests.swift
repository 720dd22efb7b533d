import Cycle
import CycleTesting
import Testing

@Suite("Driver lenses")
struct DriverLensTests {
    let time = VirtualTime()
    let dial = Dial()

    @Test("an unchanged model is not rendered again")
    func unchangedModels() {
        let cycle = dials(dial, Dial())
        cycle.start(on: time)
        for step in [1, -1, 0, 2] { dial.send(step) }
        cycle.drain()
        #expect(dial.unaccounted == [0, 1, 0, 2])
        cycle.stop()
    }

    @Test("an event-filter that asks for them gets the frames before the one it changes, the newest last")
    func previousFrames() {
        let log = Logbook<[Int]>()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: dial, frameFilter: { $0 }, keepingPrevious: 2,
                eventFilter: { total, event, turn in
                    log.append(turn.previous)
                    total += event
                })
        }
        cycle.start(on: time)
        for _ in 0..<4 { dial.send(1) }
        cycle.drain()
        #expect(log.entries == [[], [0], [0, 1], [1, 2]])
        cycle.stop()
    }

    @Test("events from outside enter by an inlet, from before the start on")
    func inlet() async {
        let (presses, button) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: presses, eventFilter: { $0 += $1 })
        }
        for number in 1...4 { button.send(number) }
        #expect(await cycle.run(on: time, until: { $0 == 10 }) == 10)
    }

    @Test("a lens on plain values reads and sets once, get before set")
    func plainValues() {
        let lens = MutatingLens(value: 5, get: { "\($0)" }, set: { text, number in [number + text.count] })
        #expect(lens.value == 5)
        #expect(lens.get == "5")
        #expect(lens.prefixed(with: 1).prefixed(with: 0).set == [0, 1, 6])
        let mapped = lens.map { number, text in text + "\(number)" }
        #expect(mapped.get == "55")
        #expect(mapped.set == [6])
    }

    @Test("zip joins any number of lenses: parts in a tuple, wholes in order")
    func zip() {
        let one = MutatingLens(value: 0, get: { _ in 1 }, set: { part, _ in part })
        let two = MutatingLens(value: 0, get: { _ in "two" }, set: { _, _ in [2, 3] })
        let none = MutatingLens(value: 0, get: { _ in 4.0 })
        let zipped = MutatingLens.zip(one, two, none, one, one, one, one, one, one, one, one, two)
        #expect(zipped.set == [1, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3])
        #expect(zipped.get.1 == "two")
        #expect(zipped.get.11 == "two")
    }
}
