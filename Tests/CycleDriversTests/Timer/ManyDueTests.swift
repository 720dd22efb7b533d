import Cycle
import CycleTesting
import Testing

@testable import CycleDrivers

@Suite("Many timers that are due at one moment")
struct ManyDueTests {
    private struct Frame: Equatable {
        var fired: [Int] = []
        var beats: [Int] = []
    }

    @Test("another event has its turn after each 64 of them; all fire, in their order")
    func portions() {
        let (ticks, beat) = Signal<Void>.pipe()
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { _ in .timers((0..<1_000).map { .once($0, after: .seconds(1)) }) },
                eventFilter: { frame, event in
                    if frame.fired.isEmpty { beat.send(()) }
                    frame.fired.append(event.id)
                })
            frames.lens(events: ticks, label: "beat") { frame, _ in
                frame.beats.append(frame.fired.count)
                if frame.beats.count < 8 { beat.send(()) }
            }
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        time.advance(by: .seconds(1))
        #expect(cycle.frame.fired == Array(0..<1_000))
        #expect(cycle.frame.beats.first == 64)
        for (before, after) in zip(cycle.frame.beats, cycle.frame.beats.dropFirst()) { #expect(after - before <= 64) }
        cycle.stop()
    }

    @Test("a timer that leaves the model while others fire is silent")
    func silenced() {
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { frame in
                    let wanted = (0..<200).filter { frame.fired.isEmpty || $0 % 2 == 0 }
                    return .timers(wanted.map { .once($0, after: .seconds(1)) })
                },
                eventFilter: { frame, event in frame.fired.append(event.id) })
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        time.advance(by: .seconds(1))
        #expect(cycle.frame.fired == (0..<200).filter { $0 % 2 == 0 })
        cycle.stop()
    }

    @Test("a failure that waits for its turn while an alarm rings is silenced with its timer")
    func waitingFailure() {
        var session = TimerSession<Int>(looksUp: true)
        var actions: [TimerSession<Int>.Action] = []
        session.receive(.modelChanged(.timers([.every(1, .zero)])), at: .zero, into: &actions)
        #expect(actions.count == 1)
        let isForgotten = session.actions(after: .reportsHeard, at: .zero) == [.forgetNames]
        #expect(!isForgotten)
        session.receive(.modelChanged(.none), at: .zero, into: &actions)
        #expect(actions.last == .silence(slot: 0))
        let isForgottenNow = session.actions(after: .reportsHeard, at: .zero) == [.forgetNames]
        #expect(isForgottenNow)
    }

    @Test("the session fires 64 at a time, and its deadline has passed as long as some are left")
    func session() {
        for tolerance in [Duration.zero, .seconds(1)] {
            var session = TimerSession<Int>(looksUp: true)
            var actions: [TimerSession<Int>.Action] = []
            let timers = (0..<100).map { TimerDriver<Int>.Timer.once($0, after: .seconds(1), tolerance: tolerance) }
            session.receive(.modelChanged(.timers(timers)), at: .zero, into: &actions)
            #expect(session.deadline == .seconds(1) + tolerance && actions.isEmpty && session.isWhole)
            session.receive(.timePassed(wallTime: .zero), at: .seconds(2), into: &actions)
            #expect(actions.count == 64 && session.deadline == .seconds(1) && session.isWhole)
            session.receive(.timePassed(wallTime: .zero), at: .seconds(2), into: &actions)
            #expect(actions.count == 100 && session.deadline == nil && session.isWhole)
            let later = TimerDriver<Int>.Timer.once(-1, after: .seconds(1), tolerance: .seconds(5))
            session.receive(.modelChanged(.timers([later])), at: .seconds(2), into: &actions)
            #expect(session.deadline == .seconds(8) && session.isWhole)
        }
    }
}
