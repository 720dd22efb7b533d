import Cycle
import CycleTesting
import Testing

/// Typed by somebody.
struct Keys: Driver {
    func eventsCapturedAfterRendering(model: Signal<String>) -> Signal<String> { .never }
}

/// The results of a text.
struct Index: Driver {
    func eventsCapturedAfterRendering(model: Signal<String>) -> Signal<[String]> {
        model.map { text in text.isEmpty ? [] : ["\(text)1", "\(text)2"] }
    }
}

struct Display: Driver {
    func eventsCapturedAfterRendering(model: Signal<String>) -> Signal<Never> { model.ignoringValues() }
}

struct Search: Equatable {
    var text = ""
    var results: [String] = []
    var choice: String?
}

@LensBuilder<Search>
func search(_ frames: Signal<Search>) -> MutatingLens<Signal<Search>, some Any> {
    frames.lens(
        driver: Keys(), label: "keys", frameFilter: \.text,
        eventFilter: { search, key in
            if key == "\n" { search.choice = search.results.first } else { search.text += key }
        })
    frames.lens(
        driver: Index(), label: "index", frameFilter: \.text,
        eventFilter: { search, results in search.results = results })
}

@Suite("Guide: composing a program")
struct ComposingGuideTests {
    struct Row: Equatable, Identifiable {
        let id: Int
        var title: String
        var isRunning = true
        var seconds = 0
    }

    struct App: Equatable {
        var search = Search()
        var rows: [Row] = []
        var touchedAt = Duration.zero
        var detail: String?
    }

    private func app() -> CycledLens<some Any, App> {
        CycledLens(startingWith: App()) { frames in
            frames.lens(\.search, search)
            frames.lens(each: \.rows) { _, row in
                row.lens(
                    driver: Ticker(every: .seconds(1)), label: "clock", frameFilter: \.isRunning,
                    eventFilter: { row, tick in row.seconds += tick.periods })
            }
            frames.rule(onChangeOf: \.search.choice) { app in
                guard let title = app.search.choice else { return }
                app.rows.append(Row(id: app.rows.count, title: title))
                app.search = Search()
            }
        }
    }

    @Test("a feature's decision becomes a row, which has a clock of its own")
    func rules() throws {
        let keys = ScriptedDriver<String, String>()
        let index = ScriptedDriver<String, [String]>()
        let test = TestRun(app(), exhaustive: false, standIns: keys, index, StandInTicker())
        keys.send("a")
        index.send(["apple"])
        keys.send("\n")
        try test.expect {
            $0.search = Search()
            $0.rows = [Row(id: 0, title: "apple")]
        }
        test.advance(by: .seconds(3))
        try test.expect { $0.rows[0].seconds = 3 }
    }

    @Test("a lens below an if is there or is not", arguments: [[], ["--online"]])
    func options(_ options: [String]) throws {
        let (keys, index) = (ScriptedDriver<String, String>(), ScriptedDriver<String, [String]>())
        let cycle = CycledLens(startingWith: Search()) { frames in
            frames.lens(driver: Keys(), frameFilter: \.text, eventFilter: { search, key in search.text += key })
            if options.contains("--online") {
                frames.lens(
                    driver: Index(), frameFilter: \.text, eventFilter: { search, results in search.results = results })
            }
        }
        let test = TestRun(cycle, exhaustive: false, standIns: keys, index)
        keys.send("a")
        index.send(["apple"])
        try test.expect {
            $0.text = "a"
            $0.results = options.isEmpty ? [] : ["apple"]
        }
        let either = CycledLens(startingWith: Search()) { frames in
            if options.isEmpty {
                frames.lens(driver: Keys(), frameFilter: \.text, eventFilter: { search, key in search.text += key })
            } else {
                frames.lens(driver: Index(), frameFilter: \.text)
                frames.rule(onChangeOf: \.text) { $0.choice = $0.text }
            }
        }
        #expect(either.frame == Search())
    }

    @Test("a lens with a part of the frame narrows it when that has changed; an event-filter knows its turn")
    func turns() throws {
        let (keys, screen) = (ScriptedDriver<String, String>(), ScriptedDriver<String, Never>())
        let cycle = CycledLens(startingWith: App()) { frames in
            frames.lens(
                driver: Display(), of: \.rows, frameFilter: { rows in rows.map(\.title).joined(separator: "\n") })
            frames.lens(
                driver: Keys(), frameFilter: \.search.text, keepingPrevious: 1,
                eventFilter: { app, key, turn in
                    if key == "u", let before = turn.previous.last { app = before }
                    app.touchedAt = turn.time
                })
            frames.rule(onChangeOf: \.search.choice) { $0.detail = $0.search.choice.map { "about \($0)" } }
        }
        let test = TestRun(cycle, exhaustive: false, standIns: keys, screen)
        test.advance(by: .seconds(2))
        keys.send("u")
        try test.expect { $0.touchedAt = .seconds(2) }
        #expect(screen.unaccounted == [""])
    }
}

/// Tickers ask nobody but their loop.
private struct StandInTicker: StandIn {
    func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? { driver is Ticker ? driver : nil }
}
