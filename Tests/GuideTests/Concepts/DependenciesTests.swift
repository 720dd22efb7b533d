import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book: dependencies")
struct DependenciesTests {
    struct Dice: Equatable {
        var random: SeededRandom
        var rollCount = 0
        var eyes: Int?
        var rolledAt: Duration?
        var word: String?
    }

    struct Words: Driver {
        let word: @Sendable (Int) async -> String

        func eventsCapturedAfterRendering(model: Signal<Int?>) -> Signal<String> {
            model.effects(for: { $0.map { [$0] } ?? [] }, by: \.self) { eyes in
                .task { await word(eyes) }
            }
        }
    }

    func dice(seed: UInt64, words: Words) -> CycledLens<some Any, Dice> {
        CycledLens(startingWith: Dice(random: SeededRandom(seed: seed))) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.eyes ?? 0) \($0.word ?? "…")", input: .keys) },
                eventFilter: { dice, event, turn in
                    guard event == .key("r") else { return }
                    dice.rollCount += 1
                    dice.eyes = Int.random(in: 1...6, using: &dice.random)
                    dice.rolledAt = turn.wallTime
                    dice.word = nil
                })
            frames.lens(driver: words, label: "words", frameFilter: { $0.word == nil ? $0.eyes : nil }) { dice, word in
                dice.word = word
            }
        }
    }

    struct SeededRandom: RandomNumberGenerator, Equatable, Codable {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        // SplitMix64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    @Test("a script answers for a service, and the time and the dice are those of the test")
    func scripted() throws {
        let (time, console) = (VirtualTime(), SimulatedConsole(columns: 20, rows: 1))
        let words = ScriptedDriver<Int?, String>()
        let program = dice(seed: 6, words: Words { _ in "never called" })
        let test = TestRun(program, time: time, exhaustive: false, standIns: console, words)
        time.wallClock.set(to: .seconds(1_800_000_000))
        console.type("r")
        test.settle()
        #expect(test.frame.eyes == 5)
        #expect(test.frame.rolledAt == .seconds(1_800_000_000))
        words.send("quite good")
        test.settle()
        #expect(console.terminal.lines.first == "5 quite good")
    }

    struct StubbedWords: Driver, StandIn {
        func eventsCapturedAfterRendering(model: Signal<Int?>) -> Signal<String> {
            Words { "stub \($0)" }.eventsCapturedAfterRendering(model: model)
        }
    }

    @Test("a stand-in of one's own runs the driver with another function")
    func stubbed() throws {
        let console = SimulatedConsole(columns: 20, rows: 1)
        let program = dice(seed: 6, words: Words { _ in "never called" })
        let test = TestRun(program, exhaustive: false, standIns: console, StubbedWords())
        console.type("r")
        test.settle()
        #expect(test.frame.word == "stub 5")
    }

    @Test("a driver alone: models are a timeline, and so are its events")
    func alone() {
        let time = VirtualTime()
        let models = time.signal("1--2-").map { Int(String($0)) }
        let words = Words { "\($0)" }.eventsCapturedAfterRendering(model: models)
        #expect(time.timeline(of: words, steps: 5) == "1--2-")
    }
}
