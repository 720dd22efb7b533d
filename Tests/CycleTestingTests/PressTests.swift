import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("SimulatedConsole.press")
struct PressTests {
    typealias Key = ConsoleDriver.Key

    private let time = VirtualTime()
    private let console = SimulatedConsole()

    /// The events that a program gets which reads keys.
    private func events(paste: Bool = false, of act: (SimulatedConsole) -> Void) -> [ConsoleDriver.Event] {
        let cycle = CycledLens(startingWith: [ConsoleDriver.Event]()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { _ in
                    var model = ConsoleDriver.Model.screen("", input: .keys)
                    model.paste = paste
                    return model
                },
                eventFilter: { frame, event in
                    switch event {
                    case .key, .paste: frame.append(event)
                    default: break
                    }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: console)
        test.settle()
        act(console)
        // No time passes: what is pressed is told at once.
        test.settle()
        return test.frame
    }

    @Test("every key arrives as it was pressed, whatever is held down with it")
    func everyKey() {
        let named: [Key] = [
            .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown,
        ]
        let plain = named + (1...20).map { .function($0) } + ["a", "Z", " ", "é", "日", "😀", "-", "["]
        let keys =
            plain.flatMap { [$0, .control($0), .alt($0), .control(.alt($0))] }
            + named.flatMap { [.shift($0), .shift(.control($0))] }
        for key in keys where key != .control("c") && key != .control("z") {
            #expect(events { $0.press(key, "x") } == [.key(key), .key("x")], "\(key)")
        }
    }

    @Test("keys follow each other in the order in which they are pressed")
    func order() {
        let keys: [Key] = [.down, .shift(.tab), .control("s"), "q", .escape, .alt("x")]
        #expect(
            events { $0.press(.down, .shift(.tab), .control("s"), "q", .escape, .alt("x")) } == keys.map { .key($0) })
    }

    @Test("a paste is a whole where the program asks for pastes, and keys where it does not")
    func pastes() {
        #expect(events(paste: true) { $0.paste("a\nb") } == [.paste("a\nb")])
        #expect(events { $0.paste("ab") } == [.key("a"), .key("b")])
    }
}
