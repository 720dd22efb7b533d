import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleDrivers

/// Random canvases, for every suite that wants many.
struct RandomCanvases {
    var random: SplitMix
    static let pieces = [
        "a", "b ", "hello", " ", "日", "語", "é", "e\u{301}", "👨‍👩‍👧", "🇩", "🇪", "🇩🇪", "❤️", "👍🏽", "─", "│", "░", "\u{1b}[31m",
        "\t",
        "\u{202e}", "\u{600}", "क्षि", "한", "\u{1100}", "\u{1161}", "\u{200d}", "x\u{200d}", "\u{fffd}", "\u{9b}", "ﷺ",
        "\u{ad}",
    ]

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(random.next() % UInt64(range.count))
    }

    mutating func color() -> ConsoleDriver.Color {
        switch number(0...3) {
        case 0: .standard
        case 1: .indexed(UInt8(number(0...255)))
        case 2: .indexed(UInt8(number(0...15)))
        default: .rgb(UInt8(number(0...255)), UInt8(number(0...255)), UInt8(number(0...255)))
        }
    }

    mutating func style() -> ConsoleDriver.Style {
        guard number(0...2) > 0 else { return .plain }
        return ConsoleDriver.Style(
            foreground: color(), background: color(),
            attributes: .init(rawValue: number(0...2) == 0 ? UInt8(number(0...255)) : 0),
            underline: number(0...3) == 0 ? pick(ConsoleDriver.Style.Underline.allCases) : .none)
    }

    mutating func text() -> String { (0..<number(0...6)).map { _ in pick(RandomCanvases.pieces) }.joined() }

    mutating func position(in size: ConsoleDriver.Size) -> ConsoleDriver.Position {
        .init(row: number(-1...size.rows), column: number(-3...size.columns + 1))
    }

    mutating func rectangle(in size: ConsoleDriver.Size) -> ConsoleDriver.Rectangle {
        let start = position(in: size)
        return .init(
            row: start.row, column: start.column, rows: number(0...size.rows), columns: number(0...size.columns))
    }

    mutating func change(_ canvas: inout ConsoleDriver.Canvas) {
        let size = canvas.size
        let clip: ConsoleDriver.Rectangle? = number(0...2) == 0 ? rectangle(in: size) : nil
        switch number(0...9) {
        case 0...4: canvas.draw(text(), at: position(in: size), style: style(), clip: clip)
        case 5: canvas.fill(rectangle(in: size), with: pick([" ", "x", "─", "日"]), style: style(), clip: clip)
        case 6: canvas.restyle(rectangle(in: size), style(), clip: clip)
        case 7: canvas.link(rectangle(in: size), to: pick([nil, "http://x", "http://y"]), clip: clip)
        case 8: canvas.colorUnderlines(rectangle(in: size), color(), clip: clip)
        default:
            var layer = ConsoleDriver.Canvas(.init(columns: number(0...5), rows: number(0...2)), style: style())
            layer.draw(text(), at: position(in: layer.size), style: style())
            canvas.draw(layer, at: position(in: size), clip: clip)
        }
        canvas.cursor =
            number(0...1) == 0 ? nil : .init(row: number(0...size.rows - 1), column: number(0...size.columns - 1))
    }
}

@Suite("Random canvases")
struct CanvasRandomTests {
    /// Where one is broken, or `nil`.
    private func flaw(_ canvas: ConsoleDriver.Canvas) -> String? {
        guard canvas.cells.count == canvas.size.columns * canvas.size.rows else { return "count" }
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let cell = canvas.cells[canvas.index(row, column)]
                let next = column + 1 < canvas.size.columns ? canvas.cells[canvas.index(row, column + 1)].width : 9
                let before = column > 0 ? canvas.cells[canvas.index(row, column - 1)].width : 9
                if cell.width == 2, next != 0 { return "first half at \(row) \(column)" }
                if cell.width == 0, before != 2 { return "second half at \(row) \(column)" }
                if canvas.text(of: cell).unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                    return "control at \(row) \(column)"
                }
            }
        }
        return nil
    }

    @Test("halves of wide characters are never apart, and JSON gives the same back", arguments: 0..<64)
    func whole(seed: UInt64) throws {
        var canvases = RandomCanvases(random: SplitMix(seed: seed))
        for _ in 0..<40 {
            let size = ConsoleDriver.Size(columns: canvases.number(1...12), rows: canvases.number(1...4))
            var canvas = ConsoleDriver.Canvas(size)
            for _ in 0..<20 {
                canvases.change(&canvas)
                if let flaw = flaw(canvas) {
                    Issue.record("seed \(seed): \(flaw)\n\(canvas)")
                    return
                }
            }
            let data = try JSONEncoder().encode(canvas)
            let again = try JSONDecoder().decode(ConsoleDriver.Canvas.self, from: data)
            #expect(again == canvas, "seed \(seed): \(String(decoding: data, as: UTF8.self))\n\(canvas)\n\(again)")
            #expect(again.hashValue == canvas.hashValue)
            var style = canvases.style()
            style.foreground = canvases.color()
            #expect(try copy(style) == style)
            #expect(
                try copy(style.background)
                    == style.background)
        }
    }

    @Test("the width of a text is what drawing it takes", arguments: 0..<64)
    func widths(seed: UInt64) {
        var canvases = RandomCanvases(random: SplitMix(seed: seed))
        for _ in 0..<200 {
            let text = canvases.text()
            var canvas = ConsoleDriver.Canvas(.init(columns: 200, rows: 1))
            #expect(
                canvas.draw(text, at: .init(row: 0, column: 0)) == ConsoleDriver.CharacterWidth.of(text),
                "\(text.debugDescription)")
            let byCharacters = text.reduce(0) { width, character in
                width + (character == "\t" ? 1 : ConsoleDriver.CharacterWidth.of(character).width)
            }
            #expect(byCharacters == ConsoleDriver.CharacterWidth.of(text), "\(text.debugDescription)")
        }
    }
}
