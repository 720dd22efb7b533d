import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("Guide: stacks of screens and motion")
struct StacksGuideTests {
    struct Letters: Screen, Equatable {
        enum Page: Hashable { case inbox, letter(String) }

        var size: Size?
        var isDone = false
        var letters = ["From Ada", "From Bob"]
        var list = ListState<String>()
        var stack = ScreenStack(Page.inbox)
        var ticks = 0 {
            didSet { stack.advance(by: .milliseconds(25)) }
        }

        var view: View {
            stack.view { page in
                switch page {
                case .inbox: list.view(of: letters, id: \.self) { name, row in "\(row.pointer)\(name)" }.region(0)
                case .letter(let name): View.text(name, .bold).centered
                }
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            guard stack.top == .inbox else { return stack.handle(input) }
            let outcome = list.handle(input.at(0), rows: letters, id: \.self)
            guard outcome == .submitted, let name = list.element(in: letters, id: \.self) else { return outcome }
            stack.push(.letter(name))
            return .changed
        }
    }

    struct Drawer: Equatable {
        var width = Motion(0.0)
        var isOpen = false {
            didSet { width.move(to: isOpen ? 24 : 0, .spring(MotionSpring(response: 0.3))) }
        }
        var columns: Int { Int(width.value.rounded()) }
        mutating func tick() { width.advance(by: .milliseconds(25)) }
    }

    func letters() -> CycledLens<some Any, Letters> {
        CycledLens(startingWith: Letters()) { frames in
            frames.lens(screen: ConsoleDriver())
            frames.lens(ticking: \.ticks, every: .milliseconds(25), while: { $0.stack.isMoving })
        }
    }

    @Test("a page slides in, rests without a timer, and Escape goes back")
    func slides() {
        let (time, console) = (VirtualTime(), SimulatedConsole(columns: 30, rows: 5))
        let test = TestRun(letters(), time: time, exhaustive: false, standIns: console)
        console.type("\r")
        test.advance(by: .milliseconds(100))
        #expect(test.frame.stack.isMoving && test.frame.ticks > 0)
        test.advance(by: .seconds(1))
        let ticks = test.frame.ticks
        #expect(!test.frame.stack.isMoving && test.frame.stack.top == .letter("From Ada"))
        test.advance(by: .seconds(5))
        #expect(test.frame.ticks == ticks)
        console.press(.escape)
        test.advance(by: .seconds(1))
        #expect(test.frame.stack.top == .inbox)
    }

    @Test("a value goes to its target by a spring, and to another one in the middle of its way")
    func moves() {
        var drawer = Drawer()
        drawer.isOpen = true
        for _ in 0..<4 { drawer.tick() }
        #expect(drawer.columns > 0 && drawer.columns < 24)
        drawer.isOpen = false
        for _ in 0..<200 { drawer.tick() }
        #expect(drawer.columns == 0 && !drawer.width.isMoving)
    }
}
