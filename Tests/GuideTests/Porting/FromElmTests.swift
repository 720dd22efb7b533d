import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Porting: the program of FromElm")
struct FromElmTests {
    struct Clock: Equatable {
        var seconds = 0
        var isPaused = false
    }

    func clock() -> CycledLens<some Any, Clock> {
        CycledLens(startingWith: Clock()) { frames in
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { $0.isPaused ? .none : .timers(.every("tick", .seconds(1))) },
                eventFilter: { clock, _ in clock.seconds += 1 })
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.seconds)   p pauses", input: .keys) },
                eventFilter: { clock, event in if event == .key("p") { clock.isPaused.toggle() } })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let console = SimulatedConsole(columns: 40, rows: 2)
        let test = TestRun(clock(), exhaustive: false, standIns: console)
        test.advance(by: .seconds(3))
        console.type("p")
        test.advance(by: .seconds(60))
        #expect(test.frame == Clock(seconds: 3, isPaused: true))
    }
}
