import Cycle
import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// The session of a driver of timers, without a loop or a clock.
@Suite("TimerSession")
struct TimerSessionTests {
    private let seedCount = TestSupport.seedCount(20)

    @Test("timers fire when they are due, and the deadline is that of the first")
    func fires() {
        var world = TimerWorld()
        world.change(to: [.once("a", after: .seconds(3)), .every("b", .seconds(2))])
        #expect(world.session.deadline == .seconds(2))
        #expect(world.advance(by: .seconds(2)) == ["b 1"])
        #expect(world.advance(by: .seconds(2)) == ["a 1", "b 2"])
        #expect(world.advance(by: .seconds(3)) == ["b 3"])
        #expect(world.session.deadline == .seconds(8))
    }

    @Test("a timer that leaves is silent, one that differs starts anew, one that stays goes on")
    func changes() {
        var world = TimerWorld()
        world.change(to: [.every("a", .seconds(2)), .every("b", .seconds(2))])
        world.advance(by: .seconds(2))
        #expect(world.change(to: [.every("b", .seconds(3))]) == ["silence a", "silence b"])
        #expect(world.advance(by: .seconds(3)) == ["b 1"])
    }

    @Test("a schedule that cannot be is a failure, at once and once")
    func failures() {
        var world = TimerWorld()
        #expect(world.change(to: [.every("a", .zero)]) == ["a failed"])
        #expect(world.session.deadline == nil)
        #expect(world.change(to: [.every("a", .zero), .once("b", after: .zero)]) == [])
        #expect(world.change(to: []) == ["silence a"])
    }

    @Test("a timer of the wall clock plans by its zone, and closes its alarm when it leaves")
    func daily() {
        var world = TimerWorld()
        let timer = TimerWorld.Timer.daily("d", at: TimeOfDay(hour: 1), in: .utc)
        #expect(world.change(to: [timer]) == ["open wall", "arm wall 3600"])
        #expect(world.session.deadline == .seconds(3_660))
        #expect(world.advance(by: .seconds(3_660)) == ["arm wall 90000", "d 1"])
        #expect(world.change(to: []) == ["silence d", "close wall"])
        #expect(
            world.change(to: [.daily("d", at: TimeOfDay(hour: 1), in: .posix("nowhere"))]) == [
                "open wall", "close wall", "d failed",
            ])
    }

    @Test("random models at random moments: what fires is what a plain list of timers says")
    func randomInputs() {
        for seed in 0..<seedCount * 50 {
            var random = SplitMix(seed: seed)
            var world = TimerWorld()
            for _ in 0..<30 {
                if Bool.random(using: &random) { world.change(to: TimerWorld.model(&random)) }
                world.advance(by: .milliseconds(Int.random(in: 0...4, using: &random) * 500))
            }
            if Bool.random(using: &random) { world.end() }
            world.advance(by: .seconds(10))
            #expect(world.broken == nil, "seed \(seed)")
        }
    }

    @Test("all orders of five inputs do so, too")
    func allOrders() {
        let models: [[TimerWorld.Timer]] = [
            [], [.once("a", after: .seconds(1))], [.every("a", .seconds(1)), .once("b", after: .seconds(2))],
            [.once("b", after: .seconds(2)), .every("a", .seconds(1)), .once("a", after: .zero)],
            [.every("a", .seconds(1), tolerance: .seconds(1), missed: .all), .once("c", after: .seconds(1))],
            [.every("a", .zero), .once("b", after: .seconds(1), tolerance: .seconds(3))],
        ]
        let inputs: [(inout TimerWorld) -> Void] =
            models.map { model in { $0.change(to: model) } }
            + [{ $0.advance(by: .seconds(1)) }, { $0.advance(by: .seconds(5)) }, { $0.end() }, { $0.stop() }]
        let seen = TestSupport.allOrders(from: [TimerWorld()], depth: 5, of: { _ in inputs }) { world, input in
            input(&world)
        } check: { world, _, _ in
            #expect(world.broken == nil)
        }
        #expect(seen.count > 1_000)
    }
}

/// A session, what an application and an alarm see of it, and the same timers as a plain list.
private struct TimerWorld: Hashable {
    typealias Timer = TimerDriver<String>.Timer

    /// One timer as its documentation describes it.
    private struct Expected: Hashable {
        let timer: Timer
        let start: Duration
        var count = 0
        var isOver = false

        var due: Duration? {
            if isOver { return nil }
            return switch timer.schedule {
            case .once(let delay, _): start + max(delay, .zero)
            case .every(let period, _, _): start + period * (count + 1)
            case .daily: nil
            }
        }

        var latest: Duration? {
            switch timer.schedule {
            case .once(_, let tolerance), .every(_, let tolerance, _): due.map { $0 + max(tolerance, .zero) }
            case .daily: nil
            }
        }
    }

    private(set) var session = TimerSession<String>(looksUp: true)
    private(set) var broken: String?
    private var now = Duration.zero
    private var expected: [Expected] = []
    private var isOver = false

    static func model(_ random: inout SplitMix) -> [Timer] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let id = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
            let length = Duration.milliseconds(Int.random(in: 1...6, using: &random) * 500)
            let tolerance = Duration.milliseconds(Int.random(in: -1...3, using: &random) * 500)
            let missed = Bool.random(using: &random) ? MissedTicks.all : .skip
            return Bool.random(using: &random)
                ? .once(id, after: length, tolerance: tolerance)
                : .every(id, length, tolerance: tolerance, missed: missed)
        }
    }

    @discardableResult
    mutating func change(to timers: [Timer]) -> [String] {
        var next: [Expected] = []
        for timer in timers where !next.contains(where: { $0.timer.id == timer.id }) {
            let kept = expected.first { $0.timer == timer }
            var isOver = false
            if case .every(let period, _, _) = timer.schedule { isOver = period <= .zero }
            next.append(kept ?? Expected(timer: timer, start: now, isOver: isOver))
        }
        if !isOver, session.phase == .running { expected = next }
        return receive(.modelChanged(.timers(timers)))
    }

    /// Moves the time to each deadline in turn, as an alarm does.
    @discardableResult
    mutating func advance(by duration: Duration) -> [String] {
        let end = now + duration
        var texts: [String] = []
        while let deadline = session.deadline, deadline <= end, broken == nil {
            now = max(now, deadline)
            texts += ring()
        }
        now = end
        // An alarm that rings too early or for nothing changes nothing.
        return texts + ring()
    }

    @discardableResult
    mutating func end() -> [String] { receive(.modelsEnded) }

    @discardableResult
    mutating func stop() -> [String] {
        expected = []
        return receive(.stopped)
    }

    private mutating func ring() -> [String] {
        let fired = receive(.timePassed(wallTime: now))
        var due: [String] = []
        for (index, timer) in expected.enumerated() {
            guard let scheduled = timer.due, scheduled <= now else { continue }
            switch timer.timer.schedule {
            case .once:
                due.append("\(timer.timer.id) 1")
                expected[index].isOver = true
            case .every(let period, _, let missed):
                let newest = Int((now - timer.start) / period)
                let counts = missed == .skip ? [newest] : Array(timer.count + 1...newest)
                due += counts.map { "\(timer.timer.id) \($0)" }
                expected[index].count = newest
            case .daily: break
            }
        }
        let isWall = expected.contains { $0.due == nil && !$0.isOver }
        if !isWall, fired.filter({ $0 != "end" }).sorted() != due.sorted() { broken = "\(fired) fired, \(due) are due" }
        return fired
    }

    private mutating func receive(_ input: TimerSession<String>.Input) -> [String] {
        var actions: [TimerSession<String>.Action] = []
        session.receive(input, at: now, into: &actions)
        if !session.isWhole { broken = "\(session)" }
        if isOver, !actions.isEmpty { broken = "something after the end" }
        let latest = expected.compactMap(\.latest).min()
        if case .modelChanged = input, let latest, session.phase == .running,
            session.deadline.map({ $0 > latest }) ?? true
        {
            broken = "no alarm for \(latest)"
        }
        var texts: [String] = []
        for action in actions {
            switch action {
            case .report(.fired(let id, let count, _, let lateBy, _), _):
                if lateBy < .zero { broken = "\(id) is early" }
                texts.append("\(id) \(count)")
            case .report(.failed(let id, _), _): texts.append("\(id) failed")
            case .silence(let slot):
                texts.append("silence \(session.ids.indices.contains(Int(slot)) ? session.ids[Int(slot)] : "")")
            case .openWallAlarm(let slot, let zone):
                texts.append("open wall")
                texts += receive(.looked(slot: slot, zone.rules(), wallTime: now))
            case .forgetNames: break
            case .look(let slot, let zone): texts += receive(.looked(slot: slot, zone.rules(), wallTime: now))
            case .armWallAlarm(_, let seconds): texts.append("arm wall \(seconds)")
            case .closeWallAlarm: texts.append("close wall")
            case .end:
                texts.append("end")
                isOver = true
            }
        }
        return texts
    }
}
