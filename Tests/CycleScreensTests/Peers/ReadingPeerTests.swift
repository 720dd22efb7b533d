import CycleDrivers
import CycleScreens
import Testing

/// What users of other kits have met in what is read, and in numbers, each as it should be.
@Suite("What goes wrong elsewhere in texts")
struct ReadingPeerTests {
    private func lines(_ markdown: String) -> [String] {
        text(24, 20, Markdown(markdown).view).split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
    }

    @Test("a text that is not wrapped is moved to its end sideways, and no further")
    func sideways() {
        let lines = TextLines("short\n" + String(repeating: "x", count: 12))
        var viewport = Viewport()
        for _ in 0..<9 {
            let shown = layout(10, 2, viewport.view(of: lines.view))
            _ = viewport.handle(ScreenInput(.key(.right), shown), content: lines.view)
        }
        #expect(viewport.column == 2 && text(10, 2, viewport.view(of: lines.view)) == "ort\nxxxxxxxxxx")
    }

    @Test("a tab in a text or log goes on to the next column that is a multiple of four")
    func tabs() {
        let lines = TextLines("\tif\na\tb\n日本\tc")
        #expect(text(9, 3, lines.view) == "    if\na   b\n日本    c" && lines.lines[1] == "a\tb")
        var log = LogBuffer()
        log.append("abc\td")
        #expect(text(9, 1, log.view) == "abc d")
    }

    @Test("so many of a hundred are as many percent")
    func percents() {
        for done in 0...100 {
            #expect(text(6, 1, View.progress(Double(done) / 100)).hasSuffix(" \(done) %"))
            var meter = ProgressMeter(of: .items)
            meter.record(done, of: 100, at: .zero)
            #expect(text(60, 1, View.progress(meter)).hasSuffix(" \(done) %"))
        }
        #expect(text(6, 1, View.progress(0.999)).hasSuffix(" 99 %"))
    }

    @Test("a small value of a chart says something")
    func smallValues() {
        let bars = [0.04, 0.0015, 0.25, 1e-9, 0, -0.05].map { ChartBar("", $0) }
        let words = ["0.04", "0.0015", "0.3", "1e-09", "0", "-0.05"]
        #expect(
            ScreenLayout(plain: View.bars(bars)).canvas.text.split(separator: "\n").map { $0.filter { $0 != " " } }
                == words)
        #expect(text(20, 4, View.chart([ChartSeries("", values: [0.001, 0.002])])).hasPrefix("0.002│"))
    }
}
