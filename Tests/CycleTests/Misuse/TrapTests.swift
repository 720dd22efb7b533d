import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("A mistake of the caller traps with a message that names the mend, in a release build too")
struct TrapTests {
    private struct Echo: Driver {
        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> { model.map { $0 + 1 } }
    }

    @Test("a lens that answers itself for ever is named, and what would mend it", .waiting)
    func endlessAnswers() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let cycle = CycledLens(startingWith: 0, answerLimit: 1_000) { frames in
                frames.lens(driver: Echo(), label: "Chatterbox", frameFilter: { $0 }, eventFilter: { $0 = $1 })
            }
            cycle.start(on: VirtualTime())
            cycle.drain()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Chatterbox"))
        #expect(text.contains("answerLimit"))
    }

    @Test("a lens that answers itself for ever beside a clock is named, too", .waiting)
    func endlessAnswersBesideAClock() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Frame: Equatable { var (answers, ticks) = (0, 0) }
            let time = TickingTime()
            let cycle = CycledLens(startingWith: Frame(), answerLimit: 1_000) { frames in
                MutatingLens.zip(
                    frames.lens(
                        driver: Echo(), label: "Chatterbox", frameFilter: \.answers, eventFilter: { $0.answers = $1 }),
                    frames.lens(events: Signal<Int>.ticks(every: .milliseconds(5))) { frame, _ in frame.ticks += 1 })
            }
            cycle.start(on: time)
            // A tick comes after every few hundred turns.
            for _ in 0..<1_000 {
                for _ in 0..<300 { cycle.step() }
                time.tick()
            }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Chatterbox"))
    }

    /// Time that passes between turns, as it does in the world.
    private final class TickingTime: Scheduler, @unchecked Sendable {
        private(set) var now = Duration.zero
        private var armed: [(alarm: TickingAlarm, deadline: Duration)] = []

        func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { TickingAlarm(self, ring) }

        func tick() {
            now += .milliseconds(5)
            let due = armed.filter { $0.deadline <= now }
            armed.removeAll { $0.deadline <= now }
            for (alarm, _) in due { alarm.ring() }
        }

        final class TickingAlarm: Alarm {
            private unowned let time: TickingTime
            let ring: @Sendable () -> Void

            init(_ time: TickingTime, _ ring: @escaping @Sendable () -> Void) {
                self.time = time
                self.ring = ring
            }

            func arm(at deadline: Duration) {
                disarm()
                time.armed.append((self, deadline))
            }

            func disarm() { time.armed.removeAll { $0.alarm === self } }
        }
    }

    @Test("a signal that ends is no endless answerer, however much it answers")
    func finiteAnswers() {
        let count = 20_000
        let cycle = CycledLens(startingWith: 0, answerLimit: 1_000) { frames in
            frames.lens(events: Signal.from(0..<count).flatMap(.concat) { Signal.just($0).inTurns() }) { frame, _ in
                frame += 1
            }
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
        #expect(cycle.frame == count)
        cycle.stop()
    }

    @Test("a loop that runs is not started again", .waiting)
    func startedTwice() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: Signal<Int>.never) { $0 += $1 } }
            cycle.start(on: VirtualTime())
            cycle.start(on: VirtualTime())
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("runs already"))
    }

    @Test("nor in a render", .waiting)
    func startedInARender() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var start: () -> Void = {}
            let cycle = CycledLens(startingWith: 0) { frames in frames.lens(get: { $0.handle { _ in start() } }) }
            start = { [unowned cycle] in cycle.start(on: VirtualTime()) }
            cycle.start(on: VirtualTime())
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("runs already"))
    }

    @Test("a pipe feeds one loop, and a second is told so", .waiting)
    func pipeOfTwoLoops() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (values, inlet) = Signal<Int>.pipe()
            let cycles = (0..<2).map { _ in
                CycledLens(startingWith: 0) { frames in frames.lens(events: values) { $0 += $1 } }
            }
            for cycle in cycles { cycle.start(on: VirtualTime()) }
            inlet.send(1)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("a pipe feeds one loop"))
    }

    @Test("numbers that make no sense are named", .waiting, arguments: 0..<3)
    func numbers(_ which: Int) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [which] in
            switch which {
            case 0: _ = Signal<Int>.never.prefix(-1)
            case 1: _ = Signal<Int>.ticks(every: .zero)
            default: _ = Signal<Int>.never.sample(every: .zero)
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(["prefix(-1)", "ticks(every: 0", "sample(every: 0"][which]))
    }
}
