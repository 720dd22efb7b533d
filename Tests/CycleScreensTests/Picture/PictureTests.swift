import CycleDrivers
import CycleScreens
import Testing

@Suite("A picture of a screen")
struct PictureTests {
    @Test("has the cells with their styles and colours, in a dark and a light theme")
    func picture() {
        let view = View.row { "\("ok", .bold + .green)\(" x", .background(.rgb(255, 0, 16)))\("日", .underline)" }
        let svg = layout(7, 1, view).canvas.svg()
        #expect(svg.contains(##"fill="#a3be8c" font-weight="bold">ok</text>"##))
        #expect(svg.contains(##"fill="#ff0010" shape-rendering="crispEdges" d="M26 8h18v18H26z"/>"##))
        #expect(svg.contains(##"<text x="44" y="22" fill="#d8dee9">日</text>"##))
        // A line below both of its cells.
        #expect(svg.contains(##"stroke="#d8dee9" d="M44 24.5h9M53 24.5h9"/>"##))
        #expect(layout(7, 1, view).canvas.svg(isDark: false).contains("#3b7a26"))
    }

    @Test("shows what is text as text, and the cursor")
    func escaped() {
        let svg = layout(9, 1, View.text("<a> & \"b").cursor(.init(row: 0, column: 1))).canvas.svg()
        #expect([">&lt;a&gt;<", ">&amp;<", #">"b<"#].allSatisfy(svg.contains))
        #expect(svg.contains(#"<rect x="17" y="8" width="9" height="18""#))
    }

    @Test(
        "is XML whatever is drawn: a mark behind a sign leaves it escaped, and no character is one that XML forbids",
        arguments: ["\u{FFFE}", "\u{FFFF}", "<\u{301}", "&\u{301}", "\u{1}"])
    func xml(text: String) {
        var canvas = ConsoleDriver.Canvas(.init(columns: 9, rows: 1))
        canvas.draw("a\(text)b", at: .init(row: 0, column: 0))
        let svg = canvas.svg().unicodeScalars
        #expect(!svg.contains { [0xFFFE, 0xFFFF, 1].contains($0.value) })
        // Every sign that opens is one of the picture's own.
        let marks = zip(svg, svg.dropFirst()).filter {
            ($0 == "<" || $0 == "&") && !($1.properties.isAlphabetic || $1 == "/")
        }
        #expect(marks.isEmpty, "\(marks)")
    }

    @Test("leaves out what is blank on all four sides, and draws words above the cursor")
    func cropped() throws {
        let centred = View.text("ok").cursor(.init(row: 0, column: 1)).width(2).height(1).centered
        let svg = layout(20, 5, centred).canvas.svg(isCropped: true)
        #expect(svg.contains(#"width="50" height="50" viewBox="73 28 50 50""#))
        // Its edge is seen on a page of the same colour.
        #expect(svg.contains(##"<rect x="73.5" y="28.5" width="49" height="49" rx="8" fill="#1e222a" stroke="#"##))
        let cursor = try #require(svg.range(of: "fill-opacity"))
        let word = try #require(svg.range(of: ">ok<"))
        #expect(cursor.upperBound < word.lowerBound)
        let whole = layout(2, 1, View.text("ok")).canvas
        #expect(whole.svg(isCropped: true) == whole.svg())
        #expect(layout(9, 9, View.text("")).canvas.svg(isCropped: true).contains(#"width="41" height="50""#))
    }

    @Test("has the ground of the screen around it, whatever stands in the middle")
    func ground() {
        let panel = View.text("").growing().style(.background(.rgb(1, 2, 3)))
        let canvas = layout(12, 6, panel.padding(1).style(.background(.rgb(255, 0, 16)))).canvas
        #expect(canvas.svg().contains(##"rx="8" fill="#ff0010""##), "\(canvas.svg())")
    }

    @Test("draws lines, blocks and dots instead of writing them, so that neighbours meet in every font")
    func shapes() {
        let svg = layout(11, 1, View.text("─┌╯╬┏┄╾█▞▒⠉")).canvas.svg()
        #expect(!svg.contains("<text"))
        // A line, a corner of half a line each, a round corner, four corners of a double cross.
        #expect(svg.contains("M8 17.5H17") && svg.contains("M21 17.5H26M21.5 17V26"))
        #expect(svg.contains("M26 17.5Q30.5 17.5 30.5 13V8"))
        #expect(svg.contains("M35 16H38V8M44 16H41V8M35 19H38V26M44 19H41V26"))
        #expect(svg.contains(#"stroke-width="2" d="M47.5 17.5H53M48.5 16.5V26M62 17.5H67.5"/>"#))
        // Neighbours are one line, or one area.
        #expect(layout(3, 1, View.text("▄▄▄")).canvas.svg().contains(##"d="M8 17h27v9H8z"/>"##))
        #expect(layout(3, 1, View.text("───")).canvas.svg().contains(##"d="M8 17.5H35"/>"##))
        // All of a cell, two quarters, half of the colour, two dots.
        #expect(svg.contains("M71 8h9v18H71zM84.5 8h4.5v9H84.5zM80 17h4.5v9H80z"))
        #expect(svg.contains(##"<path fill="#7b808a" shape-rendering="crispEdges" d="M89 8h9v18H89z"/>"##))
        #expect(svg.contains("M100.25 10.25h0M104.75 10.25h0"))
    }

    @Test("has all kinds of lines below, through and above")
    func underlines() {
        let kinds: [ConsoleDriver.Style] = [
            .underline(.double), .underline(.curly), .underline(.dotted), .underline(.dashed), .strikethrough,
            .overline,
        ]
        let svg = layout(6, 1, View.text(StyledText(kinds.map { .init("x", $0) }))).canvas.svg()
        for path in ["M8 22.5h9", "q2.25 -3", "h1.5m1.5 0", "m1 0h6", "M44 17.5h9", "M53 9.5h9"] {
            #expect(svg.contains(path), "\(path)")
        }
    }

    @Test("knows all colours that a terminal numbers")
    func colors() {
        let view = View.text(StyledText((0..<256).map { .init("x", .foreground(.indexed(UInt8($0)))) }))
        let svg = layout(256, 1, view).canvas.svg()
        #expect(svg.contains("#5f87af") && svg.contains("#eeeeee") && svg.contains("#080808"))
    }
}
