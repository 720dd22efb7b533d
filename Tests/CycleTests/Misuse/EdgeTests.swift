import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("Parameters at their edges: a value, the nearest value, or an end that names the parameter")
struct EdgeTests {
    static let counts = [Int.min, -1, 0, 1, .max - 1, .max]
    static let durations: [Duration] = [
        .init(attoseconds: .min), .seconds(Int64.min), .seconds(-1), .zero, .init(attoseconds: 1), .nanoseconds(1),
        .seconds(Int64.max), .init(attoseconds: .max),
    ]
    static let periods = durations.filter { $0 >= .nanoseconds(1) }
    static let numbers = [
        -Double.infinity, -.greatestFiniteMagnitude, -1, -0.0, 0, .leastNonzeroMagnitude, 1e-300, 1e-19, 1, 1e19, 1e300,
        .greatestFiniteMagnitude, .infinity, .nan,
    ]
    static let responses = numbers.filter { $0 > 0 && $0.isFinite }

    /// Runs events for an hour, with what they lead to.
    private static func run(_ events: Signal<Int>) {
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: events.prefix(5)) { $0 &+= $1 } }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        time.advance(by: .seconds(3_600))
        time.leave(cycle)
        cycle.stop()
    }

    private static func run(_ motion: Motion<Double>) {
        var motion = motion
        for duration in durations + [.seconds(1)] + durations { motion.advance(by: duration) }
    }

    /// The calls that take every number.
    static var values: [(parameter: String, call: () -> Void)] {
        [
            ("debounce", { for time in durations { run(Signal.from([1, 2]).debounce(time)) } }),
            ("throttle", { for time in durations { run(Signal.from([1, 2]).throttle(time)) } }),
            ("delay", { for time in durations { run(Signal.from([1, 2]).delay(time)) } }),
            ("sample", { for time in periods { run(Signal.from([1, 2]).sample(every: time)) } }),
            ("ticks", { for time in periods where time > .seconds(1) { run(.ticks(every: time)) } }),
            (
                "concurrent",
                { for count in counts { run(Signal.from([1, 2]).flatMap(.concurrent(count)) { .just($0) }) } }
            ),
            ("prefix", { for count in counts where count >= 0 { run(Signal.from([1, 2]).prefix(count)) } }),
            (
                "bound",
                {
                    for count in counts {
                        run(
                            Signal { sink in
                                let inlet = sink.inlet(bound: count)
                                for number in 0..<3 { inlet.send(number) }
                                return Subscription()
                            })
                    }
                }
            ),
            (
                "answerLimit",
                {
                    for limit in counts {
                        let cycle = CycledLens(startingWith: 0, answerLimit: limit) { frames in
                            frames.lens(events: Signal.from([1, 2])) { $0 += $1 }
                        }
                        cycle.start(on: VirtualTime())
                        cycle.drain()
                        cycle.stop()
                    }
                }
            ),
            (
                "keepingPrevious",
                {
                    for count in counts where count >= 0 {
                        let cycle = CycledLens(startingWith: 0) { frames in
                            frames.lens(
                                driver: Ticker(every: .seconds(1)), frameFilter: { $0 < 3 }, keepingPrevious: count
                            ) {
                                frame, _, turn in frame = turn.previous.count + 1
                            }
                        }
                        cycle.start(on: VirtualTime())
                        cycle.drain()
                        cycle.stop()
                    }
                }
            ),
            (
                "periods",
                {
                    for count in counts {
                        for missed in [MissedTicks.all, .skip] {
                            let cycle = CycledLens(startingWith: [1, 2, 3]) { frames in
                                frames.emittingTail(every: .seconds(1), missed: missed, label: "tail")
                            }
                            let watching = cycle.observeMoments { _ in }
                            cycle.start(on: VirtualTime())
                            cycle.inject(Tick(periods: count, elapsed: .zero), into: "tail")
                            cycle.drain()
                            watching.cancel()
                            cycle.stop()
                        }
                    }
                }
            ),
            (
                "response and dampingFraction",
                {
                    for response in responses {
                        for damping in numbers where damping >= 0 && damping.isFinite {
                            var motion = Motion(0.0)
                            motion.move(
                                to: 10, .spring(MotionSpring(response: response, dampingFraction: damping)))
                            run(motion)
                        }
                    }
                }
            ),
            (
                "value, target and restingDistance",
                {
                    for first in numbers {
                        for second in numbers {
                            var motion = Motion(first)
                            motion.restingDistance = second
                            motion.move(to: second, .spring(MotionSpring()))
                            run(motion)
                            for length in durations {
                                motion.move(
                                    to: first, .tween(.bezier(x1: first, y1: second, x2: second, y2: first), length))
                                run(motion)
                            }
                        }
                    }
                }
            ),
            (
                "time of a curve",
                {
                    for time in numbers {
                        for curve in [MotionCurve.linear, .easeIn, .bezier(x1: time, y1: time, x2: 0, y2: 1)] {
                            _ = (curve.progress(at: time), curve.slope(at: time))
                        }
                    }
                }
            ),
        ]
    }

    @Test("every number has a meaning", arguments: values.indices)
    func takesAll(_ index: Int) {
        Self.values[index].call()
    }

    /// The calls that end the program, and the name that its message has.
    static let mistakes: [(parameter: String, call: @Sendable () -> Void)] = [
        ("prefix(-1)", { _ = Signal<Int>.never.prefix(-1) }),
        ("ticks(every: 0.0 seconds)", { _ = Signal<Int>.ticks(every: .zero) }),
        ("ticks(every: 1e-18 seconds)", { _ = Signal<Int>.ticks(every: .init(attoseconds: 1)) }),
        ("sample(every: -1.0 seconds)", { _ = Signal<Int>.never.sample(every: .seconds(-1)) }),
        ("Ticker(every: 0.0 seconds)", { _ = Ticker(every: .zero) }),
        ("MotionSpring(response: 0.0)", { _ = MotionSpring(response: 0) }),
        ("MotionSpring(response: inf)", { _ = MotionSpring(response: .infinity) }),
        ("MotionSpring(response: nan)", { _ = MotionSpring(response: .nan) }),
        ("MotionSpring(dampingFraction: -1.0)", { _ = MotionSpring(dampingFraction: -1) }),
        ("MotionSpring(dampingFraction: inf)", { _ = MotionSpring(dampingFraction: .infinity) }),
        (
            "keepingPrevious: -1",
            {
                _ = CycledLens(startingWith: 0) { frames in
                    frames.lens(driver: Ticker(every: .seconds(1)), frameFilter: { $0 < 3 }, keepingPrevious: -1) {
                        frame, _, _ in frame += 1
                    }
                }
            }
        ),
        (
            "removeFirst(4)",
            {
                var reel: Reel = [1, 2, 3]
                reel.removeFirst(4)
            }
        ),
        (
            "removeFirst(-1)",
            {
                var reel: Reel = [1, 2, 3]
                reel.removeFirst(-1)
            }
        ),
    ]

    @Test("a number without a meaning is named", .waiting, arguments: mistakes.indices)
    func names(_ index: Int) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
            Self.mistakes[index].call()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(Self.mistakes[index].parameter), "\(text)")
    }

    @Test("a spring with a resting distance of 0 comes to rest, and so does one to a place that is no number")
    func rests() {
        for (distance, target) in [(0.0, 10.0), (-1, 10), (.nan, 10), (0.001, .nan), (0.001, .infinity)] {
            var motion = Motion(0.0)
            motion.restingDistance = distance
            motion.move(to: target, .spring(MotionSpring()))
            for _ in 0..<10_000 { motion.advance(by: .milliseconds(16)) }
            #expect(!motion.isMoving, "\(distance) \(target)")
        }
    }
}
