import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Cookbook: words of the user's language")
struct LocalisationTests {
    struct Words: Sendable {
        var items: @Sendable (Int) -> String
        var quit: String

        static let english = Words(items: { $0 == 1 ? "1 item" : "\($0) items" }, quit: "q quits")
        static let german = Words(items: { $0 == 1 ? "1 Eintrag" : "\($0) Einträge" }, quit: "q beendet")

        static func preferred(_ language: String?) -> Words { language?.hasPrefix("de") == true ? german : english }
    }

    struct Basket: Equatable {
        var count = 0
    }

    func basket(_ words: Words) -> CycledLens<some Any, Basket> {
        CycledLens(startingWith: Basket()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\(words.items($0.count))   \(words.quit)", input: .keys) },
                eventFilter: { basket, event in if event == .key("+") { basket.count += 1 } })
        }
    }

    @Test("the view has the words, the frame has the number")
    func german() {
        let console = SimulatedConsole(columns: 40, rows: 2)
        let test = TestRun(basket(.preferred("de_DE.UTF-8")), exhaustive: false, standIns: console)
        console.type("+")
        test.settle()
        #expect(console.terminal.lines.first == "1 Eintrag   q beendet")
    }
}
