import CycleMonitor
import Testing

@Suite("PausedEvents")
struct PausedEventsTests {
    private func paused(limit: Int) -> (PausedEvents, (Int) -> Void, () -> [Int]) {
        let paused = PausedEvents(limit: limit)
        var passed: [Int] = []
        return (paused, { number in paused.pass { passed.append(number) } }, { passed })
    }

    @Test("holds events back in their order, and lets one through at a step")
    func holds() {
        let (paused, send, passed) = paused(limit: 10)
        send(1)
        paused.pause()
        for number in 2...4 { send(number) }
        #expect(passed() == [1] && paused.waitingCount == 3)
        #expect(paused.step() && passed() == [1, 2])
        paused.resume()
        #expect(passed() == [1, 2, 3, 4] && !paused.step() && !paused.hasOverflowed)
    }

    @Test("opens by itself at its bound: no event is lost")
    func bound() {
        let (paused, send, passed) = paused(limit: 3)
        paused.pause()
        send(1)
        send(2)
        #expect(passed().isEmpty)
        send(3)
        send(4)
        #expect(passed() == [1, 2, 3, 4] && !paused.isPaused && paused.hasOverflowed)
        paused.pause()
        send(5)
        #expect(passed().count == 4 && !paused.hasOverflowed)
    }
}
