import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Screens while many keys come at once")
struct ScreenPaceTests {
    private func counter(_ console: SimulatedConsole, on time: VirtualTime) -> CycledLens<some Any, Int> {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: console, frameFilter: { .screen("total \($0)", input: .keys) }) { frame, event in
                if event == .key("+") { frame += 1 }
            }
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        return cycle
    }

    private func screens(_ console: SimulatedConsole) -> Int {
        console.output.matches(of: /\d+(?=[^0-9;hlHGmKJ])|\d+$/).count
    }

    @Test("a key by itself is drawn at once, however soon after the last")
    func single() {
        let console = SimulatedConsole(screenRate: 120)
        let time = VirtualTime()
        let cycle = counter(console, on: time)
        for total in 1...20 {
            console.type("+")
            time.advance(by: .zero)
            #expect(console.terminal.lines == ["total \(total)"])
        }
        #expect(cycle.frame == 20)
    }

    @Test("of a burst the first is drawn at once, the last always, and no more than 120 a second between")
    func burst() {
        let console = SimulatedConsole(screenRate: 120)
        let time = VirtualTime()
        let cycle = counter(console, on: time)
        time.advance(by: .seconds(1))
        console.type(String(repeating: "+", count: 1_000))
        time.advance(by: .zero)
        #expect(cycle.frame == 1_000)
        #expect(console.terminal.lines == ["total 1000"])
        let written = console.terminal.byteCount
        var shown: Set<String> = []
        for _ in 0..<1_000 {
            console.type("++++")
            time.advance(by: .milliseconds(1))
            shown.insert(console.terminal.lines.joined())
        }
        time.advance(by: ScreenPaceTests.interval)
        #expect(cycle.frame == 5_000)
        #expect(console.terminal.lines == ["total 5000"])
        #expect((60...121).contains(shown.count), "\(shown.count) screens in a second")
        #expect(console.terminal.byteCount - written < 121 * 20)
    }

    private static let interval = Duration.seconds(1) / 120

    @Test("the last frame of a burst is drawn when the loop ends before its time has come")
    func theEnd() async {
        let console = SimulatedConsole(screenRate: 120)
        console.type(String(repeating: "+", count: 50) + "q")
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: console, frameFilter: { .screen("total \($0)", input: .keys) }) { frame, event in
                switch event {
                case .key("+"): frame += 1
                case .key("q"): frame = -frame
                default: break
                }
            }
        }
        _ = await cycle.run(on: ImpatientTime(), until: { $0 < 0 })
        #expect(console.terminal.lines == ["total -50"])
    }
}
