import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import Testing

@testable import gallery

@Suite("The gallery")
struct GalleryTests {
    private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Golden")
    private static let isRedrawing = ProcessInfo.processInfo.environment["CYCLE_REDRAW"] != nil

    @Test("shows each sample as its picture in text has it; CYCLE_REDRAW draws them anew", arguments: samples.indices)
    func pictures(_ index: Int) throws {
        let sample = ComponentPage.beginning(samples[index])
        let name = type(of: sample).source.split(separator: "/").last.map { "\($0.dropLast(6)).txt" } ?? ""
        let file = Self.folder.appendingPathComponent(name)
        let size = samples[index].pictureSize
        let shown = ScreenLayout(sample.view, size).canvas.text + "\n"
        if Self.isRedrawing { try shown.write(to: file, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: file, encoding: .utf8) == shown)
        let picture = "\(name.dropLast(4))"
        #expect(try Picture(picture).shows(ScreenLayout(sample.view, size, theme: .night).canvas))
        #expect(try Picture.page.contains("](Pictures/\(picture).svg)"))
    }

    @Test(
        "never trap under random input, keep the cursor inside, lay out anew what they show, and are read well, in each theme",
        arguments: samples.indices)
    func random(_ index: Int) {
        let themes = ScreenTheme.all
        for number in Self.showsAllThemes ? Array(themes.indices) : [index % themes.count] {
            random(index, themes[number], seed: Self.seed &+ UInt64(1_000 * number + index))
        }
    }

    private func random(_ index: Int, _ theme: ScreenTheme, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var sample = samples[index].init()
        var size = samples[index].pictureSize
        var shown = ScreenLayout(sample.view.region(0), size, theme: theme)
        var legibility = Legibility(theme)
        for step in 0..<Self.stepCount {
            let event = random.event(in: size)
            if case .resized(let now) = event { size = now }
            _ = sample.handle(ScreenInput(event, shown, time: .milliseconds(100 * step)).at(0))
            if sample.isMoving, step % 3 == 0 { sample.tick() }
            shown = ScreenLayout(sample.view.region(0), size, theme: theme, after: shown)
            let place: Comment = "\(theme.name), seed \(seed), step \(step)"
            if let cursor = shown.canvas.cursor { #expect(shown.canvas.bounds.contains(cursor), place) }
            guard step % 16 == 0 else { continue }
            #expect(shown.canvas == ScreenLayout(sample.view.region(0), size, theme: theme).canvas, place)
            let isText = shown.canvas.text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.properties.generalCategory != .control
            }
            #expect(isText, place)
            if let problem = legibility.problem(in: shown.canvas) { Issue.record("\(problem), \(place)") }
        }
    }

    @Test("takes a press on each cell of a screen that is too small for it", arguments: samples.indices)
    func tiny(_ index: Int) {
        for size in [Size(columns: 1, rows: 1), Size(columns: 4, rows: 2), Size(columns: 2, rows: 5)] {
            for cell in 0..<size.columns * size.rows {
                var sample = samples[index].init()
                let shown = ScreenLayout(sample.view.region(0), size)
                let place = Position(row: cell / size.columns, column: cell % size.columns)
                for action in [ConsoleDriver.Mouse.Action.pressed(.left), .dragged(.left), .released(.left)] {
                    _ = sample.handle(ScreenInput(.mouse(.init(action, at: place)), shown).at(0))
                }
            }
        }
    }

    @Test("the gallery's own panels are read well in each theme, with the focus and without")
    func panels() {
        for (look, theme) in ScreenTheme.all.enumerated() {
            var gallery = Gallery()
            gallery.look = look
            gallery.size = Size(columns: 120, rows: 30)
            var legibility = Legibility(theme)
            for _ in Gallery.Place.allCases {
                let canvas = ScreenLayout(gallery.view, Size(columns: 120, rows: 30), theme: theme).canvas
                if let problem = legibility.problem(in: canvas) { Issue.record("\(problem)") }
                _ = gallery.focus.move(1)
            }
        }
    }

    /// `CYCLE_STEPS=36000 CYCLE_THEMES=all` for more than ten million inputs in all, from `CYCLE_SEED` on.
    private static let showsAllThemes = ProcessInfo.processInfo.environment["CYCLE_THEMES"] == "all"
    private static let seed = ProcessInfo.processInfo.environment["CYCLE_SEED"].flatMap { UInt64($0) } ?? 0
    private static let stepCount = ProcessInfo.processInfo.environment["CYCLE_STEPS"].flatMap { Int($0) } ?? 20

    @Test("has no two samples with one title or file, and at least 24")
    func names() {
        #expect(Set(samples.map { $0.title }).count == samples.count)
        #expect(Set(samples.map { $0.source }).count == samples.count)
        #expect(samples.count >= 24)
    }

    @Test(
        "shows every sample as one drawn anew would, under random input, at any size, on either background",
        arguments: samples.indices)
    func terminal(_ index: Int) {
        var random = SplitMix(seed: UInt64(index))
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 90, rows: 24)
        console.background = .dark
        var first = Gallery()
        first.sample = samples[index].init()
        let cycle = CycledLens(startingWith: first) { $0.lens(screen: console) }
        time.drive(cycle)
        console.type("\t")
        let typed = [
            "a", "s", "d", " ", "\r", "\t", "\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D", "\u{7f}", "日", "y",
            "\u{1b}[<0;40;9M",
            "\u{1b}[200~x\ny\u{1b}[201~", "\u{1b}[6~", "\u{17}",
        ]
        for step in 0..<6 {
            if step % 7 == 3 { console.background = Bool.random(using: &random) ? .light : .dark }
            if step % 5 == 4 {
                console.resize(columns: .random(in: 1...130, using: &random), rows: .random(in: 1...40, using: &random))
            }
            console.type(typed.randomElement(using: &random) ?? "")
            time.advance(by: .milliseconds(100))
            guard let size = cycle.frame.size else { continue }
            let wanted = ScreenLayout(cycle.frame.view, size).canvas
            #expect(console.terminal.lines.joined(separator: "\n") == wanted.text, "step \(step)")
            // A style that is wrong stays on the terminal until its row is drawn anew.
            if step % 3 == 1 { #expect(looksRedrawn(console.terminal, wanted, on: console), "step \(step)") }
        }
        #expect(console.terminal.unknownCount == 0)
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }
}
