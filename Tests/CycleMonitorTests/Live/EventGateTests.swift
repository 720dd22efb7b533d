import CycleMonitor
import Testing

@Suite("EventGate")
struct EventGateTests {
    private func gate(limit: Int) -> (EventGate, (Int) -> Void, () -> [Int]) {
        let gate = EventGate(limit: limit)
        var passed: [Int] = []
        return (gate, { number in gate.pass { passed.append(number) } }, { passed })
    }

    @Test("holds events back in their order, and lets one through at a step")
    func holds() {
        let (gate, send, passed) = gate(limit: 10)
        send(1)
        gate.close()
        for number in 2...4 { send(number) }
        #expect(passed() == [1] && gate.waitingCount == 3)
        #expect(gate.step() && passed() == [1, 2])
        gate.open()
        #expect(passed() == [1, 2, 3, 4] && !gate.step() && !gate.hasOverflowed)
    }

    @Test("opens by itself at its bound: no event is lost")
    func bound() {
        let (gate, send, passed) = gate(limit: 3)
        gate.close()
        send(1)
        send(2)
        #expect(passed().isEmpty)
        send(3)
        send(4)
        #expect(passed() == [1, 2, 3, 4] && !gate.isClosed && gate.hasOverflowed)
        gate.close()
        send(5)
        #expect(passed().count == 4 && !gate.hasOverflowed)
    }
}
