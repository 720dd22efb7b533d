import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("All components under random input")
struct RandomTests {
    /// `CYCLE_STEPS=10000000` for the figure of the issue.
    private var stepCount: Int {
        ProcessInfo.processInfo.environment["CYCLE_STEPS"].flatMap { Int($0) } ?? 1_500
    }

    @Test("never trap, keep the cursor inside, and lay out the same from scratch as after what was before")
    func layouts() throws {
        var random = SplitMix(seed: 1)
        var frame = Showcase()
        frame.size = Size(columns: 40, rows: 12)
        var layout = ScreenLayout(frame.view, Size(columns: 40, rows: 12))
        for step in 0..<stepCount {
            let size = frame.size ?? Size(columns: 0, rows: 0)
            let event = random.event(in: size)
            if case .resized(let size) = event { frame.size = size }
            _ = frame.handle(ScreenInput(event, layout))
            layout = ScreenLayout(frame.view, frame.size ?? size, after: layout)
            let canvas = layout.canvas
            if let cursor = canvas.cursor { #expect(canvas.bounds.contains(cursor), "step \(step)") }
            guard step % 16 == 0 else { continue }
            #expect(canvas == ScreenLayout(frame.view, canvas.size).canvas, "step \(step)")
            let isText = canvas.text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.properties.generalCategory != .control
            }
            #expect(isText, "step \(step)")
        }
    }

    @Test("show in the terminal what the canvas says, as a screen drawn anew would", arguments: [1, 2, 3] as [UInt64])
    func terminal(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 12)
        let cycle = CycledLens(startingWith: Showcase()) { $0.lens(screen: console) }
        time.drive(cycle)
        let typed = [
            "a", "\t", "\r", "\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D", "\u{7f}", "日", "\u{1b}[<0;5;3M",
            "\u{1b}[200~x\ny日\u{1b}[201~",
            "\u{1b}OP", "\u{1b}OQ", "\u{1b}OR", "\u{1b}[5~", "\u{1b}[6~", " ", "\u{15}", "\u{17}", "\u{1b}b", "n",
            "\u{1b}[<65;30;5M",
        ]
        for step in 0..<60 {
            if Int.random(in: 0..<20, using: &random) == 0 {
                console.resize(columns: .random(in: 2...50, using: &random), rows: .random(in: 1...16, using: &random))
            }
            console.type(typed.randomElement(using: &random) ?? "")
            time.advance(by: .milliseconds(100))
            let frame = cycle.frame
            guard let size = frame.size else { continue }
            let wanted = ScreenLayout(frame.view, size).canvas
            #expect(console.terminal.lines.joined(separator: "\n") == wanted.text, "seed \(seed), step \(step)")
            #expect(looksRedrawn(console.terminal, wanted, on: console), "seed \(seed), step \(step)")
        }
        #expect(console.terminal.unknownCount == 0)
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("are written as JSON and read again, at any moment")
    func coding() throws {
        struct Parts: Codable, Equatable {
            var input: TextInput, area: TextArea, list: ListState<Int>, tree: TreeState<String>, choice: Choice<String>
            var tabs: Tabs, menu: ActionMenu<Int>, day: DayPicker, files: FilePicker, log: LogBuffer, reader: Reader,
                viewport: Viewport
            var swatches: SwatchPicker, toasts: Toasts, spinner: Spinner, focus: FocusRing<Showcase.Place>
            var question: YesNoQuestion?, form: FormState<Showcase.Field>, several: Choice<Int>,
                boxes: CheckBoxes<String>
            var number: NumberField, pattern: TextInput, palette: CommandPalette<Showcase.Action>, pages: Paginator
            var drop: DropDown<String>, button: Button, sound: Switch, date: DateField
        }
        var random = SplitMix(seed: 2)
        var frame = Showcase()
        let size = Size(columns: 40, rows: 12)
        for _ in 0..<200 {
            _ = frame.handle(ScreenInput(random.event(in: size), ScreenLayout(frame.view, size)))
            let parts = Parts(
                input: frame.input, area: frame.area, list: frame.list, tree: frame.tree, choice: frame.choice,
                tabs: frame.tabs, menu: frame.menu, day: frame.day, files: frame.files, log: frame.log,
                reader: frame.reader,
                viewport: frame.viewport, swatches: frame.swatches, toasts: frame.toasts, spinner: frame.spinner,
                focus: frame.focus, question: frame.question, form: frame.form, several: frame.several,
                boxes: frame.boxes, number: frame.number, pattern: frame.pattern, palette: frame.palette,
                pages: frame.pages, drop: frame.drop, button: frame.button, sound: frame.sound, date: frame.date)
            #expect(try copy(parts) == parts)
        }
    }

    @Test("work on a screen of 20 by 5, and on none")
    func small() {
        for place in Showcase.Place.allCases {
            var frame = Showcase()
            frame.focus.current = place
            #expect(!text(20, 5, frame.view).isEmpty)
            #expect(text(0, 0, frame.view).isEmpty && text(1, 1, frame.view).count <= 1)
            _ = ScreenLayout(plain: frame.view).canvas
        }
    }
}
