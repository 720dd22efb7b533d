import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("Copies to the clipboard")
struct CopyTests {
    struct Editor: Screen, Equatable {
        enum Place: CaseIterable { case name, text }
        var size: Size?
        var isDone = false
        var clipboard: ConsoleDriver.Clipboard?
        var focus = FocusRing(Place.name)
        var form = FormState<Int>([.text(1, "Name", TextInput("one two"))])
        var area = TextArea("three")
        var view: View {
            .column {
                form.view.height(.fit).region(.name, in: focus)
                area.view.region(.text, in: focus)
            }
        }
        mutating func handle(_ input: Input) -> Outcome {
            if input.key == .function(2) { input.copy("of the program") }
            let (place, inner) = focus.target(of: input)
            let outcome = place == .name ? form.handle(inner) : area.handle(inner)
            return outcome.otherwise { focus.handle(input) }
        }
    }

    @Test("in any field, or by the program, reaches the terminal's clipboard, also the same text again")
    func copies() {
        let (time, console) = (VirtualTime(), SimulatedConsole(columns: 20, rows: 4))
        let cycle = CycledLens(startingWith: Editor()) { $0.lens(screen: console) }
        time.drive(cycle)
        func press(_ keys: Key...) -> String? {
            for key in keys {
                console.press(key)
                time.advance(by: .seconds(1))
            }
            return console.terminal.clipboard
        }
        #expect(press(.alt("w"), .control("x"), .control("k")) == nil)
        #expect(
            press(.control("y"), .shift(.control(.left)), .alt("w")) == "two" && cycle.frame.clipboard?.edition == 1)
        #expect(press(.alt("w")) == "two" && cycle.frame.clipboard?.edition == 2)
        #expect(press(.tab, .alt("a"), .control("x")) == "three" && cycle.frame.area.text.isEmpty)
        #expect(press(.function(2)) == "of the program" && console.terminal.unknownCount == 0)
        cycle.stop()
    }

    @Test("in a secret field stays there, and without a place in the frame nobody hears of it")
    func secrets() {
        var secret = TextInput("word", isSecret: true)
        let input = ScreenInput(.control("x"))
        secret.edited.perform(.selectAll)
        _ = secret.handle(input)
        #expect(input.copied == nil && secret.text.isEmpty)
        let (time, console) = (VirtualTime(), SimulatedConsole())
        let cycle = CycledLens(startingWith: Tally()) { frames in
            frames.lens(screen: console, size: \.size, view: { $0.view }) { _, input in input.copy("text") }
        }
        time.drive(cycle)
        console.press("x")
        time.advance(by: .seconds(1))
        #expect(console.terminal.clipboard == nil)
        cycle.stop()
    }
}
