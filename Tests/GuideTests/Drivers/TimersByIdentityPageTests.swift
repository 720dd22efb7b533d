import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book's page of timers")
struct TimersByIdentityPageTests {
    struct Kettle: Equatable {
        var isOn = true
        var seconds = 0
        var lastBackup: Duration?
    }

    func kettle() -> CycledLens<some Any, Kettle> {
        CycledLens(startingWith: Kettle()) { frames in
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { kettle in
                    .timers(
                        (kettle.isOn ? [.every("second", .seconds(1)), .once("off", after: .seconds(180))] : [])
                            + [.daily("backup", at: TimeOfDay(hour: 3, minute: 30), in: .named("Europe/Berlin"))])
                },
                eventFilter: { kettle, event in
                    switch event {
                    case .fired("second", let count, _, _, _): kettle.seconds = count
                    case .fired("off", _, _, _, _): kettle.isOn = false
                    case .fired(_, _, _, _, let wallTime): kettle.lastBackup = wallTime
                    case .failed: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let test = TestRun(kettle(), exhaustive: false)
        test.advance(by: .seconds(200))
        #expect(!test.frame.isOn && test.frame.seconds >= 179)
        test.advance(by: .seconds(86_400))
        #expect(test.frame.lastBackup != nil)
    }
}
