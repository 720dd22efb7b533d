import CycleDrivers
import CycleScreens
import Foundation
import TestSupport
import Testing

@Suite("A picker of swatches")
struct SwatchPickerTests {
    private var picker = SwatchPicker(.rgb(255, 0, 0))
    private let size = Size(columns: 30, rows: 14)

    private mutating func press(_ keys: Key...) -> Outcome {
        keys.reduce(.ignored) { picker.handle(ScreenInput(.key($1), ScreenLayout(picker.view, size))) }
    }

    private mutating func mouse(_ action: ConsoleDriver.Mouse.Action, _ row: Int, _ column: Int) -> Outcome {
        let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: row, column: column)))
        return picker.handle(ScreenInput(event, ScreenLayout(picker.view, size)))
    }

    @Test("goes by hues round the field, by lightness to its ends, and by saturation")
    mutating func keys() {
        #expect(press(.right) == .changed && picker.color == .rgb(255, 64, 0))
        #expect(press(.left, .left) == .changed && picker.color == .rgb(255, 0, 64))
        #expect(press(.right, .up) == .changed && picker.color == .rgb(255, 51, 51))
        #expect(press(.down, .pageDown) == .changed && picker.color == .rgb(242, 13, 13))
        for _ in 0..<12 { _ = press(.up, .pageDown) }
        #expect(picker.color == .rgb(230, 230, 230))
        #expect(press(.enter) == .submitted && press(.escape) == .cancelled && press("x") == .ignored)
    }

    @Test("keeps a hue while the colour is gray")
    mutating func gray() {
        picker.color = .rgb(0, 0, 255)
        for _ in 0..<10 { _ = press(.pageDown) }
        #expect(picker.color == .rgb(128, 128, 128))
        for _ in 0..<10 { _ = press(.pageUp) }
        #expect(picker.color == .rgb(0, 0, 255))
    }

    @Test("takes a code, exactly, when its last digit is typed or when it is pasted")
    mutating func codes() {
        #expect(press("#", "1", "2", "f") == .changed && picker.color == .rgb(255, 0, 0))
        #expect(ScreenLayout(plain: picker.view).canvas.text == "#12f")
        let cursor = ScreenLayout(picker.view, Size(columns: 30, rows: 15)).canvas.cursor
        #expect(cursor == Position(row: 11, column: 9), "behind the last digit")
        #expect(press(.backspace, "3", "4", "5", "6") == .changed && picker.color == .rgb(0x12, 0x34, 0x56))
        #expect(press("#", "a", .escape) == .changed && picker.color == .rgb(0x12, 0x34, 0x56))
        #expect(press("a") == .ignored)
        _ = picker.handle(
            ScreenInput(.paste("color: #00FF7f;".replacing("color", with: "")), ScreenLayout(.empty, size)))
        #expect(picker.color == .rgb(0, 255, 127))
    }

    @Test("goes to the swatch that is pressed or dragged to, in the field and in the row of saturations")
    mutating func pressed() {
        #expect(mouse(.pressed(.left), 4, 8) == .changed && picker.color == .rgb(0, 255, 0))
        #expect(mouse(.dragged(.left), 2, 8) == .changed && picker.color == .rgb(102, 255, 102))
        #expect(mouse(.pressed(.left), 10, 0) == .changed && picker.color == .rgb(179, 179, 179))
        #expect(mouse(.scrolled(.up), 1, 1) == .changed && picker.color == .rgb(171, 186, 171))
        #expect(mouse(.pressed(.left), 12, 0) == .ignored && mouse(.pressed(.left), 3, 29) == .ignored)
    }

    @Test("marks the nearest swatch of the field and of the row, on which the mark can be read")
    mutating func marks() {
        let canvas = ScreenLayout(picker.view, size).canvas
        let lines = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[4] == "◆" && lines[10] == String(repeating: " ", count: 23) + "◆" && lines[11] == "     #ff0000")
        picker.color = .indexed(231)
        #expect(ScreenLayout(picker.view, size).canvas.text.hasPrefix("◆"))
    }

    @Test("is written as JSON and read again, and survives numbers that it would not have written")
    mutating func coding() throws {
        _ = press("#", "1", "2")
        #expect(try copy(picker) == picker)
        let foreign = #"{"hue":-9223372036854775808,"saturation":9223372036854775807,"lightness":-5,"typed":""}"#
        picker = try JSONDecoder().decode(SwatchPicker.self, from: Data(foreign.utf8))
        #expect(picker.color == .rgb(0, 0, 0) && press(.up, .right, .pageUp) == .changed)
        #expect(!text(30, 14, picker.view).isEmpty)
    }
}
