import Cycle
import CycleTesting
import Testing

@Suite("Timeline")
struct TimelineTests {
    @Test("is written and read as text, a lane for each source")
    func text() {
        let timeline: Timeline = """
            keys -+-+
            clock (tt)-t
            """
        #expect(timeline.lanes == [.init("keys", "-+-+"), .init("clock", "(tt)-t")])
        #expect(timeline.stepCount == 4)
        #expect(timeline.description == "keys  -+-+\nclock (tt)-t")
        #expect(Timeline(timeline.description) == timeline)
    }

    @Test("decision 16: plays at virtual time: at one step, lanes come in the order in which they are written")
    func plays() {
        let time = VirtualTime()
        var seen: [String] = []
        time.play("a -x(yz)\nb 1x") { lane, event in seen.append("\(time.now.components.seconds)\(lane)\(event)") }
        #expect(seen == ["0b1", "1ax", "1bx", "2ay", "2az"])
        #expect(time.now == .seconds(3))
    }

    @Test("a program plays it")
    func program() {
        let time = VirtualTime()
        let keys = ScriptedDriver<Int, Int>()
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(driver: keys, frameFilter: { $0 }, eventFilter: { $0 += $1 }),
                frames.lens(events: .ticks(every: .seconds(2)), eventFilter: { total, _ in total *= 10 }))
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        time.play("keys 12-3") { _, event in keys.send(event.wholeNumberValue ?? 0) }
        #expect(keys.unaccounted == [0, 1, 3, 30, 33, 330])
        cycle.stop()
        time.leave(cycle)
    }

    @Test("a task of a signal's first value runs in the time of the test")
    func tasks() {
        let time = VirtualTime()
        let words = time.signal("1--2-").flatMap(.concat) { number in .task { number } }
        #expect(time.timeline(of: words, steps: 5) == "1--2-")
    }

    @Test("a trace is an event and its frame a line")
    func trace() {
        let trace = Trace([1], ["grow", "shrink a lot"]) { (frame: inout [Int], event: String) in
            if event == "grow" { frame.append(2) } else { frame = [] }
        }
        #expect(
            trace.description == """
                grow         -> [1, 2]
                shrink a lot -> []
                """)
    }
}
