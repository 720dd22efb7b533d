import CycleDrivers
import CycleTesting
import Testing

@testable import crossing

@Suite("crossing")
struct CrossingTests {
    private let time = VirtualTime()
    private let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()
    private let machine: Crossing.Machine

    init() {
        machine = Crossing.machine(console: console)
        time.drive(machine)
        time.advance(by: .zero)
    }

    private func send(_ event: ConsoleDriver.Event) {
        console.send(event)
        time.advance(by: .zero)
    }

    @Test("the button leads to green after three seconds, and to red after twelve")
    func pressed() {
        send(.line(""))
        #expect(machine.state == .waiting)
        time.advance(by: .seconds(3))
        #expect(machine.state == .green)
        time.advance(by: .seconds(6))
        #expect(machine.state == .blinking)
        time.advance(by: .seconds(3))
        #expect(machine.state == .red)
    }

    @Test("a second press does not make the light wait longer")
    func pressedTwice() {
        send(.line(""))
        time.advance(by: .seconds(2))
        send(.line(""))
        time.advance(by: .seconds(1))
        #expect(machine.state == .green)
    }

    @Test("q ends in every light")
    func quits() {
        send(.line(""))
        send(.line("q"))
        #expect(machine.state == .off)
    }
}
