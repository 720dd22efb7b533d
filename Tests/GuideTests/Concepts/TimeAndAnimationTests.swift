import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book: time and animation")
struct TimeAndAnimationTests {
    func numbers() -> CycledLens<some Any, Reel<Int>> {
        CycledLens(startingWith: Reel([1])) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.shown ?? 0)", input: .keys) },
                eventFilter: { frames, event in
                    if event == .key("0") { frames.animate(.replace) { (0..<$0).reversed() } }
                    if event == .key("5") { frames.animate(.append) { ($0...5).dropFirst() } }
                })
            frames.emittingTail(every: .seconds(1) / 60)
        }
    }

    @Test("an event in the middle of an animation changes what is still to come")
    func frames() {
        let console = SimulatedConsole(columns: 10, rows: 1)
        let test = TestRun(numbers(), exhaustive: false, standIns: console)
        console.type("5")
        test.settle()
        #expect(test.frame == [1, 2, 3, 4, 5])
        test.advance(by: .seconds(1) / 60)
        #expect(test.frame == [2, 3, 4, 5])
        console.type("0")
        test.settle()
        #expect(test.frame == [2, 1, 0])
        test.advance(by: .seconds(1))
        #expect(test.frame == [0] && test.time.armedCount == 0)
    }
}
