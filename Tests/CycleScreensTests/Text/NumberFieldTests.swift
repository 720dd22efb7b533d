import CycleDrivers
import CycleScreens
import Testing

@Suite("A number field")
struct NumberFieldTests {
    private func press(_ keys: Key..., on field: inout NumberField) -> Outcome {
        keys.reduce(.ignored) { _, key in field.handle(ScreenInput(key)) }
    }

    @Test("goes by steps, and never leaves its range")
    func steps() {
        var field = NumberField(50, in: 0...100, step: 5)
        _ = press(.right, .right, .left, on: &field)
        #expect(field.value == 55)
        _ = press(.pageUp, on: &field)
        #expect(field.value == 100)
        _ = press(.right, .home, .left, on: &field)
        #expect(field.value == 0)
        _ = press(.end, .pageDown, on: &field)
        #expect(field.value == 50)
        #expect(press(.up, on: &field) == .ignored && press(.enter, on: &field) == .ignored)
        #expect(press("x", on: &field) == .ignored)
    }

    @Test("is typed over; a digit that leads nowhere is not taken")
    func typing() {
        var port = NumberField(8_080, in: 1...65_535)
        _ = press("4", "4", "3", on: &port)
        #expect(port.value == 443)
        _ = press("9", "9", "9", on: &port)
        #expect(port.value == 44_399)
        _ = press(.backspace, .backspace, on: &port)
        #expect(port.value == 443 && text(9, 1, port.view) == "443")
        _ = press(.backspace, .backspace, .backspace, on: &port)
        #expect(port.value == 1 && port.problem == nil)
        _ = port.handle(ScreenInput(.paste("80\u{1b}x"), layout(9, 1, port.view)))
        #expect(port.value == 80)
    }

    @Test("a number out of the range is shown as a problem, while the value is the nearest in range")
    func beginnings() {
        var field = NumberField(12, in: 10...20)
        _ = press("1", on: &field)
        #expect(field.value == 10 && field.problem == "must be a number from 10 to 20" && text(9, 1, field.view) == "1")
        _ = press("5", on: &field)
        #expect(field.value == 15 && field.problem == nil)
        var low = NumberField(in: -20...(-10))
        _ = press("-", "1", on: &low)
        #expect(low.value == -10 && low.problem != nil)
        _ = press("7", on: &low)
        #expect(low.value == -17 && low.problem == nil)
    }

    @Test("has no overflow at the ends of what a number can be")
    func extremes() {
        var field = NumberField(Int.max, step: .max)
        _ = press(.right, .pageUp, .end, on: &field)
        #expect(field.value == .max)
        _ = press(.left, .left, .left, .pageDown, on: &field)
        #expect(field.value == .min)
        field.hasBar = true
        for column in 0..<30 {
            for action in [ConsoleDriver.Mouse.Action.pressed(.left), .dragged(.left), .scrolled(.up)] {
                let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: 0, column: column)))
                _ = field.handle(ScreenInput(event, layout(40, 1, field.view)))
            }
        }
        for columns in 0..<50 { _ = text(columns, 1, field.view) }
    }

    @Test("with a bar it is a slider: a press and a drag go to the nearest step")
    func slider() {
        var volume = NumberField(50, in: 0...100, step: 10, hasBar: true)
        #expect(text(16, 1, volume.view) == "━━━━━●───── 50")
        func mouse(_ action: ConsoleDriver.Mouse.Action, _ column: Int) -> Outcome {
            let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: 0, column: column)))
            return volume.handle(ScreenInput(event, layout(16, 1, volume.view)))
        }
        #expect(mouse(.pressed(.left), 2) == .changed && volume.value == 20)
        #expect(mouse(.dragged(.left), 40) == .changed && volume.value == 100)
        #expect(mouse(.pressed(.left), 14) == .ignored)
        #expect(mouse(.scrolled(.down), 0) == .changed && volume.value == 90)
        #expect(ScreenLayout(plain: volume.view).canvas.text == "90")
    }
}
