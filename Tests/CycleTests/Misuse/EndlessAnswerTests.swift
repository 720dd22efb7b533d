import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("Law 9: whatever answers itself for ever is stopped with an error that names it")
struct EndlessAnswerTests {
    /// The ways to answer a frame that an event has changed.
    enum Way: CaseIterable, Codable {
        case once, twice, byAThousand, inFilter, twiceInFilter, afterNoTime, twiceAfterNoTime, byMoment
    }

    private static func run(_ way: Way, until end: Int = .max) -> Int {
        let time = VirtualTime()
        var sink: Sink<Int>?
        let source = Signal<Int> { new in
            sink = new
            return Subscription { sink = nil }
        }
        let answers = { (frame: Int) -> Signal<Int> in
            guard frame > 0, frame < end else { return .empty }
            return switch way {
            case .once: .just(1)
            case .twice: .from([1, 1])
            case .byAThousand: .from(0..<1_000)
            case .afterNoTime: Signal.just(1).delay(.zero)
            case .twiceAfterNoTime: .merge(Signal.just(1).delay(.zero), Signal.just(1).delay(.zero))
            case .inFilter, .twiceInFilter, .byMoment: .empty
            }
        }
        let cycle = CycledLens(startingWith: 0, answerLimit: 100) { frames in
            frames.lens(events: source, label: "Filter") { frame, _ in
                frame += 1
                guard frame < end else { return }
                if way == .inFilter || way == .twiceInFilter { sink?.send(1) }
                if way == .twiceInFilter { sink?.send(1) }
            }
            frames.lens(events: frames.flatMap(.merge, answers), label: "Answering") { frame, _ in frame += 1 }
        }
        let watching = cycle.observeMoments { moment in
            if way == .byMoment, moment.effect > 0, moment.effect < end { sink?.send(1) }
        }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        sink?.send(1)
        time.advance(by: .seconds(1))
        watching.cancel()
        time.leave(cycle)
        cycle.stop()
        return cycle.frame
    }

    @Test("a chain of 20,000 answers is far from the limit that a loop has by itself")
    func longChain() {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: frames.flatMap(.merge) { $0 < 20_000 ? .just(1) : .empty }) { frame, _ in frame += 1 }
        }
        let time = VirtualTime()
        cycle.start(on: time)
        cycle.drain()
        #expect(cycle.frame == 20_000 && Loop.defaultAnswerLimit > 100 * cycle.frame)
        cycle.stop()
    }

    @Test("by whatever way it answers", .waiting, arguments: Way.allCases)
    func endless(_ way: Way) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
            _ = Self.run(way)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let isFilter = way == .inFilter || way == .twiceInFilter || way == .byMoment
        #expect(text.contains(isFilter ? "Filter answers its own" : "Answering answers its own"), "\(text)")
    }

    @Test("an answer that comes to an end before the limit is left alone", arguments: Way.allCases)
    func finite(_ way: Way) {
        #expect(Self.run(way, until: 50) >= 50)
    }

    @Test("one frame that leads to many events at once is no endless answer")
    func many() {
        let cycle = CycledLens(startingWith: 0, answerLimit: 100) { frames in
            frames.lens(events: frames.prefix(1).flatMap(.merge) { _ in Signal.from(0..<10_000) }) { frame, _ in
                frame += 1
            }
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
        #expect(cycle.frame == 10_000)
        cycle.stop()
    }

    @Test("an answer to each event from outside is no endless one, however many come")
    func manyFromOutside() {
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0, answerLimit: 100) { frames in
            frames.lens(events: events) { frame, _ in frame += 1 }
            frames.lens(
                events: frames.filter { $0 % 2 == 1 }.map { _ in 1 }
            ) { frame, _ in frame += 1 }
        }
        cycle.start(on: VirtualTime())
        for _ in 0..<10_000 { inlet.send(1) }
        cycle.drain()
        #expect(cycle.frame == 20_000)
        cycle.stop()
    }

    @Test("an answerer that grows beside a clock is stopped, too", .waiting)
    func besideLetters() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (events, inlet) = Signal<Int>.pipe()
            let cycle = CycledLens(startingWith: 0, answerLimit: 1_000) { frames in
                frames.lens(events: events) { frame, _ in frame += 1 }
                frames.lens(events: frames.flatMap(.merge) { .from([$0, $0]) }, label: "Twofold") { frame, _ in
                    frame += 1
                    inlet.send(1)
                }
            }
            cycle.start(on: VirtualTime())
            inlet.send(1)
            for _ in 0..<1_000_000 { cycle.step() }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Twofold answers its own"))
    }
}
