import Cycle
import CycleTesting
import Testing

/// The three timelines of the seed, with its own text.
@Suite("Timelines of the seed")
struct SeedTimelineTests {
    enum Event: Sendable {
        case animateTo(Int)
        case tick
        case cancel
    }

    /// The integers after `from`, up or down to `target`.
    static func path(from: Int, to target: Int) -> [Int] {
        from <= target ? Array((from...target).dropFirst()) : (target..<from).reversed()
    }

    static func animated(_ policy: AnimationPolicy) -> (inout Reel<Int>, Event) -> Void {
        { frames, event in
            switch event {
            case .animateTo(let target): frames.animate(policy) { path(from: $0, to: target) }
            case .tick: frames.removeFirst()
            case .cancel: frames.removePending()
            }
        }
    }

    static let intercepted = """
        .animateTo(5) -> [1, 2, 3, 4, 5]
        .tick         -> [2, 3, 4, 5]
        .animateTo(0) -> [2, 1, 0]
        .tick         -> [1, 0]
        .animateTo(4) -> [1, 2, 3, 4]
        .tick         -> [2, 3, 4]
        .tick         -> [3, 4]
        .tick         -> [4]
        """

    static let appended = """
        .animateTo(3) -> [0, 1, 2, 3]
        .tick         -> [1, 2, 3]
        .animateTo(0) -> [1, 2, 3, 2, 1, 0]
        .tick         -> [2, 3, 2, 1, 0]
        .animateTo(3) -> [2, 3, 2, 1, 0, 1, 2, 3]
        .tick         -> [3, 2, 1, 0, 1, 2, 3]
        .tick         -> [2, 1, 0, 1, 2, 3]
        .tick         -> [1, 0, 1, 2, 3]
        .tick         -> [0, 1, 2, 3]
        .tick         -> [1, 2, 3]
        .tick         -> [2, 3]
        .tick         -> [3]
        """

    static let removed = """
        .animateTo(4) -> [0, 1, 2, 3, 4]
        .tick         -> [1, 2, 3, 4]
        .cancel       -> [1]
        """

    struct Timeline: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let first: Int
        let policy: AnimationPolicy

        var lines: [Substring] { text.split(separator: "\n") }

        /// The events that the text names.
        var events: [Event] {
            lines.map { line in
                if line.hasPrefix(".tick") { return .tick }
                if line.hasPrefix(".cancel") { return .cancel }
                return .animateTo(
                    line.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }.reduce(0) { sum, digit in
                        sum * 10 + (digit.wholeNumberValue ?? 0)
                    })
            }
        }
    }

    static let timelines = [
        Timeline(testDescription: "Intercepted", text: intercepted, first: 1, policy: .replace),
        Timeline(testDescription: "Appended", text: appended, first: 0, policy: .append),
        Timeline(testDescription: "Removed", text: removed, first: 0, policy: .replace),
    ]

    @Test("the event-filter gives the seed's frames", arguments: timelines)
    func asATrace(_ timeline: Timeline) {
        let trace = Trace([timeline.first], timeline.events, eventFilter: Self.animated(timeline.policy))
        #expect(trace.description.split(separator: "\n").map { "." + $0 } == timeline.lines.map(String.init))
    }

    @Test("the loop gives the seed's frames in virtual time, with ticks that its clock makes", arguments: timelines)
    func inALoop(_ timeline: Timeline) {
        let time = VirtualTime()
        let driver = ScriptedDriver<Int, Event>()
        let cycle = CycledLens(startingWith: Reel([timeline.first])) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: driver, frameFilter: { $0.shown ?? 0 },
                    eventFilter: Self.animated(timeline.policy)),
                frames.emittingTail(every: .seconds(1)))
        }
        let log = Logbook<String>()
        let watching = cycle.observeMoments { moment in
            if moment.cause.lens != "start" { log.append("\(moment.effect)") }
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        for event in timeline.events {
            if case .tick = event {
                time.advance(steps: 1)
            } else {
                driver.send(event)
                time.advance(by: .zero)
            }
        }
        let frames = timeline.lines.map { String($0.drop { $0 != "[" }) }
        #expect(log.entries == frames)
        #expect(time.armedCount == 0, "one frame is left, nothing ticks")
        cycle.stop()
        watching.cancel()
        time.leave(cycle)
    }

    @Test("the lens of an animation has the name that it is given, without one that of the driver's type")
    func labels() {
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: Reel([1, 2, 3])) { frames in
            frames.animating(every: .seconds(1), label: "clock", while: { $0.count > 2 }) { reel, _ in reel.append(4) }
            frames.emittingTail(every: .seconds(1), label: "tail")
            frames.emittingTail(every: .seconds(1))
        }
        let lenses = Logbook<String>()
        let watching = cycle.observeMoments { lenses.append($0.cause.lens) }
        time.drive(cycle)
        time.advance(steps: 1)
        #expect(lenses.entries == ["start", "clock", "tail", "Ticker"])
        watching.cancel()
        cycle.stop()
    }
}
