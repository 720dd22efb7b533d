import CycleDrivers
import CycleScreens
import Testing

@Suite("Charts")
struct ChartTests {
    @Test("a sparkline shows the newest values at the right, and a dot where there is none")
    func sparkline() {
        #expect(text(8, 1, .sparkline([0, 1, 2, 3, 4, 5, 6, 7])) == "▁▁▂▃▅▆▇█")
        #expect(text(4, 1, .sparkline([1, 2, 3, 4, 5, 6, 7, 8])) == "▅▆▇█")
        #expect(text(5, 1, .sparkline([8, nil, 8])) == "  █·█")
        #expect(text(2, 2, .sparkline([1, 2], rows: 2)) == " █\n██")
    }

    @Test("bars have their labels before them and their values behind")
    func bars() {
        let bars = [ChartBar("apples", 4), ChartBar("日本", 8), ChartBar("none", 0.25)]
        #expect(text(22, 3, .bars(bars)) == "apples █████▌        4\n日本   ███████████   8\nnone   ▍           0.3")
        #expect(text(8, 3, .bars([ChartBar("a", 4), ChartBar("b", 2)], spacing: 1)) == "a ████ 4\n\nb ██   2")
        #expect(ScreenLayout(plain: .bars([ChartBar("a", 4)])).canvas.text == "a 4")
        #expect(text(7, 4, .columns([ChartBar("a", 2), ChartBar("b", 1)])) == "███\n███ ▄▄▄\n███ ███\n a   b")
    }

    @Test("a line is drawn in dots of braille before a grid of round numbers, below its name where there is room")
    func line() {
        let chart = View.chart([ChartSeries("up", values: [0, 1, 2, 3])])
        let lines = text(14, 5, chart).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines[3].hasPrefix("  ╰┬───") && lines[4].hasPrefix("   0"))
        let high = text(30, 8, chart).split(separator: "\n")
        #expect(high[0].contains("━━ up") && high[1].hasPrefix("4 ┤") && high[5].hasPrefix("0 ┤"))
        #expect(lines[0..<3].joined(separator: "\n") == "5 ┤┈┈┈┈┈┈┈┈┈┈┈\n  │      ⢀⣀⠤⠒⠉\n0 ┤⣀⠤⠤⠒⠊⠉⠁┈┈┈┈")
    }

    @Test("a number beside a chart that does not fit ends with a sign, and is no other number")
    func numbers() {
        func labels(_ columns: Int, _ values: [Double]) -> Set<Substring> {
            let chart = View.chart([ChartSeries("", values: values)])
            let rows = text(columns, 5, chart).split(separator: "\n").map { $0.split(separator: "┤") }
            return Set(rows.filter { $0.count > 1 }.map { $0[0] })
        }
        #expect(labels(12, [1_250, 1_750]).contains("1.… "))
        #expect(labels(12, [1_250, 1_260, 1_255]).allSatisfy { $0.contains("…") })
        #expect(labels(30, [1e16, 1e16 + 4]).allSatisfy { $0.contains("1e+16") || $0.contains("…") })
        #expect(text(40, 5, .chart([ChartSeries("", values: [1e308, -1e308])])).contains("inf") == false)
        #expect(text(30, 1, .bars([ChartBar("a", 1e308)])).hasSuffix(" 1e+308"))
    }

    @Test("an area is tinted from its line down, also where another line crosses it")
    func area() {
        let series = [
            ChartSeries("", values: [4, 4], kind: .area), ChartSeries("", values: [1, 1]),
        ]
        func grounds(_ series: [ChartSeries], _ highest: Double) -> [ConsoleDriver.Color?] {
            let canvas = layout(12, 8, View.chart(series, y: 0...highest)).canvas
            return (0..<6).map { canvas.style(at: .init(row: $0, column: 6))?.background }
        }
        let tint = grounds(series, 4)[5]
        #expect(tint != grounds([], 4)[5])
        #expect(grounds(series, 4) == Array(repeating: tint, count: 6))
        #expect(grounds(series.reversed(), 8).map { $0 == tint } == [false, false, false, true, true, true])
    }

    @Test(
        "one value alone has its point, however large it is", arguments: [0, 5, 1e17, -1e300, .greatestFiniteMagnitude])
    func oneValue(_ value: Double) {
        let chart = View.chart([ChartSeries("", values: [value])])
        let fixed = View.chart([ChartSeries("", values: [value])], y: value...value)
        for shown in [text(40, 5, chart), text(40, 5, fixed)] {
            #expect(shown.unicodeScalars.contains { (0x2801...0x28ff).contains($0.value) }, "\(value): \(shown)")
        }
    }

    @Test("no value, however it is no number or far away, is an error")
    func hostile() {
        let values = [Double.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300, .leastNonzeroMagnitude]
        for columns in [0, 1, 2, 5, 20] {
            for rows in [0, 1, 2, 9] {
                _ = text(columns, rows, .sparkline(values, rows: rows))
                _ = text(columns, rows, .bars(values.map { ChartBar("x", $0) }))
                _ = text(columns, rows, .columns(values.map { ChartBar("x", $0) }))
                _ = text(columns, rows, .chart([ChartSeries("x", values: values)]))
                _ = text(columns, rows, .chart([ChartSeries("x", values: values)], x: 0...0, y: 1...1))
                _ = text(columns, rows, .chart([]))
            }
        }
    }
}
