import CycleDrivers
import CycleScreens
import Foundation

@testable import gallery

/// A page of the book about a component: `Docs/Book.docc/Screens/NAME.md`, with pictures of its states.
struct ComponentPage: Sendable {
    typealias Key = ConsoleDriver.Key

    /// Some keys and what each of them does.
    struct Keys: Sendable {
        var keys: [Key]
        var text: String

        init(_ keys: [Key], _ text: String) {
            self.keys = keys
            self.text = text
        }
    }

    /// A sample after some keys and some ticks of its clock.
    struct State: Sendable {
        var title: String
        var keys: [Key]
        var tickCount: Int

        init(_ title: String, _ keys: [Key] = [], ticks tickCount: Int = 0) {
            self.title = title
            self.keys = keys
            self.tickCount = tickCount
        }
    }

    /// The file, and the last part of the address.
    var name: String
    var title: String
    /// The first sentence is the abstract.
    var abstract: String
    var words: String
    /// Public types of CycleScreens.
    var symbols: [String]
    var keys: [Keys]
    var states: [State]
    /// The first one has the keys and the states, and the others a picture and their source.
    var samples: [any Sample.Type]

    init(
        _ name: String, _ title: String, _ abstract: String, _ words: String, symbols: [String], keys: [Keys] = [],
        states: [State] = [], _ samples: any Sample.Type...
    ) {
        self.name = name
        self.title = title
        self.abstract = abstract
        self.words = words
        self.symbols = symbols
        self.keys = keys
        self.states = states
        self.samples = samples
    }
}

extension ComponentPage {
    /// A sample as it begins, with some files for the one that asks for them.
    static func beginning(_ type: any Sample.Type) -> any Sample {
        var sample = type.init()
        let files = [
            ("README.md", 8_214), ("Package.swift", 4_321), ("CHANGELOG.md", 61_900), ("LICENSE", 1_071),
            ("logo.svg", 12_480), ("trace.jsonl", 3_402_118), (".git", 0),
        ].map { FilePicker.Item(.init($0), byteCount: $1) }
        let folders = ["Sources", "Tests", "Docs"].map { FilePicker.Item(.init($0), isFolder: true) }
        sample.take(.listed(path: "", entries: files + folders))
        return sample
    }

    /// The sample after the keys and ticks of a state.
    func sample(in state: State) -> any Sample {
        var sample = Self.beginning(samples[0])
        for key in state.keys { _ = Self.press(key, in: &sample) }
        for _ in 0..<state.tickCount { sample.tick() }
        return sample
    }

    static func press(_ key: Key, in sample: inout some Sample) -> Outcome {
        let shown = ScreenLayout(sample.view.region(0), type(of: sample).pictureSize)
        return sample.handle(ScreenInput(.key(key), shown).at(0))
    }

    /// Whether the key does something at the beginning, in one of the states, or on the way to it.
    func isHandled(_ key: Key) -> Bool {
        let ways = states.flatMap { state in state.keys.indices.map { State("", Array(state.keys[...$0])) } }
        return ([State("")] + ways + states).contains { state in
            var sample = sample(in: state)
            return Self.press(key, in: &sample) != .ignored
        }
    }
}

extension ComponentPage {
    /// The page as text.
    var markdown: String {
        var parts = [
            "# \(title)", abstract, "## Overview", "![\(title)](\(states.isEmpty ? picture(0) : film))", words,
        ]
        parts += ["## Code", code(of: samples[0])]
        if !keys.isEmpty { parts += ["## Keys", keyTable] }
        if !states.isEmpty { parts.append("## States") }
        for (place, state) in states.enumerated() {
            let pressed = state.keys.map { "`\($0.symbol)`" }.joined(separator: " ")
            parts.append(state.title + (pressed.isEmpty ? ":" : ", after \(pressed):"))
            parts.append("![\(title): \(state.title)](\(picture(place + 1)))")
        }
        for (place, sample) in samples.enumerated().dropFirst() {
            parts += ["## \(sample.title)", "![\(sample.title)](\(picture(states.count + place)))", code(of: sample)]
        }
        return parts.joined(separator: "\n\n") + "\n\n## Reference\n\n" + references + "\n\n" + card + "\n"
    }

    /// The picture of the page in the list of pages. It stands at the end, where a reader of the file does not stumble over it.
    private var card: String {
        let name = (states.isEmpty ? picture(0) : picture(1)).replacing(".svg", with: "")
        return "@Metadata {\n    @PageImage(purpose: card, source: \"\(name)\", alt: \"\(title)\")\n}"
    }

    private var keyTable: String {
        let rows = keys.map { row in
            "| \(row.keys.map { "`\($0.symbol)`" }.joined(separator: " ")) | \(row.text) |"
        }
        return (["| key | what it does |", "| --- | --- |"] + rows).joined(separator: "\n")
    }

    private var references: String {
        let types = symbols.map { "[`\($0)`](/documentation/cyclescreens/\($0.lowercased()))" }
        let parts = Self.looks.filter { !$0.symbols.isDisjoint(with: symbols) }.map { "`\($0.part)`" }
        let theme = "[styles and themes](/documentation/cyclescreens/stylesandthemes)"
        let looks = parts.isEmpty ? "" : " Its looks are \(parts.joined(separator: " and ")) of the theme: \(theme)."
        return types.joined(separator: ", ")
            + "; [all keys](/documentation/cyclescreens/keysandothers); `swift run gallery` shows it with its source."
            + looks
    }

    /// The parts of a theme, and the types that are drawn by them.
    private static let looks: [(part: String, symbols: Set<String>)] = [
        ("buttons", ["Button"]), ("marks", ["Switch", "CheckBoxes", "Choice", "FormState"]),
        ("fields", ["TextInput", "TextArea", "NumberField", "FormState", "DropDown", "DateField"]),
        ("rows", ["ListState", "ListColumn", "TreeState"]), ("tabs", ["Tabs"]), ("help", ["HelpBar", "KeyHelp"]),
        ("charts", ["ChartBar", "ChartSeries", "ProgressMeter"]), ("calendar", ["DayPicker"]),
        ("borders", ["ScreenBorder"]),
    ]

    /// The file of a sample as a program would have it: a `Sample` is a `Component` that the gallery can name.
    private func code(of sample: any Sample.Type) -> String {
        var text = (try? String(contentsOfFile: sample.source, encoding: .utf8)) ?? ""
        text.replace(#/: Sample(, Codable)? {/#, with: ": Component {")
        text.replace(#/ {4}static let (title|source|pictureSize) = .*\n/#, with: "")
        text.replace("{\n\n", with: "{\n")
        return "```swift\n\(text.trimmingCharacters(in: .newlines))\n```"
    }

    private func picture(_ place: Int) -> String { "\(name)-\(place + 1).svg" }

    /// The file of the way through all states.
    private var film: String { "\(name)-film.svg" }

    /// The beginning, all states and the other samples.
    var shownSamples: [any Sample] {
        [Self.beginning(samples[0])] + states.map(sample) + samples.dropFirst().map(Self.beginning)
    }

    /// The pictures by their file names: dark ones for readers in the dark.
    var pictures: [(file: String, svg: String)] {
        shownSamples.enumerated().flatMap { place, sample in
            let size = type(of: sample).pictureSize
            let light = ScreenLayout(sample.view, size, theme: .day).canvas.svg(isDark: false, isCropped: true)
            let dark = ScreenLayout(sample.view, size, theme: .night).canvas.svg(isCropped: true)
            return [(picture(place), light), (picture(place).replacing(".svg", with: "~dark.svg"), dark)]
        }
    }

    /// The files of the page: its pictures and its film. The film begins with the first picture, and takes its place.
    func files(with pictures: [(file: String, svg: String)]) -> [(file: String, svg: String)] {
        guard !states.isEmpty else { return pictures }
        let light = (film, CanvasFilm(steps(.day), isDark: false, isCropped: true).svg)
        let dark = (film.replacing(".svg", with: "~dark.svg"), CanvasFilm(steps(.night), isCropped: true).svg)
        return pictures.dropFirst(2) + [light, dark]
    }

    /// The way through all states. A state that goes on from the one before it does not begin again.
    private func steps(_ theme: ScreenTheme) -> [CanvasFilm.Step] {
        var scene = Scene(Self.beginning(samples[0]), theme)
        var before = State("")
        let hasKeys = states.contains { !$0.keys.isEmpty }
        for (place, state) in states.enumerated() {
            let goesOn = place > 0 && before.tickCount == 0 && state.keys.starts(with: before.keys)
            if !goesOn { scene.begin(with: Self.beginning(samples[0])) }
            scene.press(Array(state.keys.dropFirst(goesOn ? before.keys.count : 0)))
            scene.tick(state.tickCount)
            // A thing that moves by itself does not stand still for long.
            if hasKeys { scene.hold(state.title, for: state.tickCount > 0 ? 500 : 1_600) }
            before = state
        }
        return scene.steps
    }
}

/// Steps of a film, at the pace of hands.
private struct Scene {
    private var sample: any Sample
    private let theme: ScreenTheme
    private(set) var steps: [CanvasFilm.Step] = []

    init(_ sample: any Sample, _ theme: ScreenTheme) {
        (self.sample, self.theme) = (sample, theme)
    }

    private mutating func show(_ milliseconds: Int, key: String = "", caption: String = "") {
        let canvas = ScreenLayout(sample.view, type(of: sample).pictureSize, theme: theme).canvas
        steps.append(.init(canvas, milliseconds: milliseconds, key: key, caption: caption))
    }

    mutating func begin(with sample: any Sample) {
        self.sample = sample
        show(sample.isMoving ? 300 : 900)
    }

    mutating func press(_ keys: [ConsoleDriver.Key]) {
        for (place, key) in keys.enumerated() {
            _ = ComponentPage.press(key, in: &sample)
            let beside = keys[max(0, place - 1)...min(place + 1, keys.count - 1)]
            let isTyped = beside.count { Self.isText($0) } > 1 && Self.isText(key)
            let isRepeated = place > 0 && keys[place - 1] == key
            show(isTyped ? 200 : isRepeated ? 350 : 700, key: key.symbol)
        }
    }

    private static func isText(_ key: ConsoleDriver.Key) -> Bool {
        key.symbol.count == 1 && !["↑", "↓", "←", "→"].contains(key.symbol)
    }

    /// A screen for each tick, of as many as a file of that size bears.
    mutating func tick(_ count: Int) {
        let isLarge = type(of: sample).pictureSize.columns > 80
        let stride = (count + (isLarge ? 11 : 23)) / (isLarge ? 12 : 24)
        for tick in 0..<count {
            sample.tick()
            if tick % stride == stride - 1 { show(isLarge ? 150 : 100) }
        }
    }

    /// Shows where it has led.
    mutating func hold(_ title: String, for milliseconds: Int) { show(milliseconds, caption: title) }
}
