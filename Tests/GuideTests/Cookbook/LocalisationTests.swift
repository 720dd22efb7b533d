import Cycle
import CycleDrivers
import CycleTesting
import Testing

extension PersistenceDriver.Failure {
    func words(_ language: String?) -> String {
        guard language?.hasPrefix("de") == true else { return reason }
        return switch self {
        case .full: "die Platte ist voll"
        case .denied: "keine Berechtigung"
        default: "das System meldet: \(reason)"
        }
    }
}

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

    @Test("a failure is said in the language of the user, else in English")
    func failures() {
        #expect(PersistenceDriver.Failure.full.words("de") == "die Platte ist voll")
        #expect(PersistenceDriver.Failure.full.words(nil) == PersistenceDriver.Failure.full.reason)
    }
}
