import Cycle
import CycleTesting
import Testing

@Suite("Values that are not equal to themselves")
struct UnequalToItselfTests {
    private let time = VirtualTime()

    private struct Average: Equatable {
        var sum = 0.0
        var count = 0
        var average = 0.0
        var text = ""
        var ruleCount = 0
    }

    @Test("a rule that watches one follows once in each turn, and is no circle")
    func rule() {
        let (events, inlet) = Signal<Double>.pipe()
        let cycle = CycledLens(startingWith: Average()) { frames in
            frames.lens(events: events) { frame, event in
                frame.sum += event
                frame.average = frame.sum / Double(frame.count)
            }
            frames.rule(onChangeOf: \.average) { frame in
                frame.text = "\(frame.average)"
                frame.ruleCount += 1
            }
            frames.rule(onChangeOf: \.text) { $0.count = 1 }
        }
        cycle.start(on: time)
        inlet.send(0)
        cycle.drain()
        #expect(cycle.frame.text.hasSuffix("nan") && cycle.frame.ruleCount == 1)
        inlet.send(2)
        cycle.drain()
        #expect(cycle.frame.text == "2.0" && cycle.frame.ruleCount == 2)
        cycle.stop()
    }

    @Test("an identity of an effect is another one with each value, and leaves nothing")
    func identity() {
        let (events, inlet) = Signal<Double>.pipe()
        var (started, running) = (0, 0)
        let wants = events.effects(for: { [1, $0, $0 + 0.5] }, by: { $0 }) { _ in
            Signal<Int> { _ in
                started += 1
                running += 1
                return Subscription { running -= 1 }
            }
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: wants) { $0 += $1 } }
        cycle.start(on: time)
        for _ in 0..<50 { inlet.send(.nan) }
        cycle.drain()
        #expect(running == 3 && started == 101)
        inlet.send(7)
        cycle.drain()
        #expect(running == 3 && started == 103)
        cycle.stop()
        #expect(running == 0)
    }

    private struct Row: Equatable, Identifiable {
        var id: Double
        var number = 0
    }

    @Test("an element with such an identity comes and goes with each frame, and the others stay")
    func elements() {
        let (events, inlet) = Signal<Int>.pipe()
        var (started, running) = (0, 0)
        struct Frame: Equatable {
            var rows = [Row(id: 1), Row(id: .nan), Row(id: 2)]
            var number = 0
        }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(each: \.rows) { _, row in
                row.lens(
                    events: Signal<Int> { _ in
                        started += 1
                        running += 1
                        return Subscription { running -= 1 }
                    }
                ) { row, event in row.number = event }
            }
            frames.lens(events: events) { frame, event in
                frame.number = event
                if event == 9 { frame.rows.remove(at: 1) }
            }
        }
        cycle.start(on: time)
        for event in 1...9 { inlet.send(event) }
        cycle.drain()
        #expect(running == 2 && started <= 3 + 9)
        cycle.stop()
        #expect(running == 0)
    }
}
