import CycleDrivers
import CycleScreens
import Testing

@Suite("A command palette")
struct PaletteTests {
    enum Action: Hashable, Codable { case open, save, saveAs, hidden }
    static let keys = KeyBindings<Action>(
        .init(.control("o"), .open, "open a file"), .init([.control("s"), .alt("s")], .save, "save"),
        .init("S", .saveAs, "save as"), .init("h", .hidden))

    @Test("has all that is in the help of a table of keys, with the keys")
    func shows() {
        let palette = CommandPalette(Self.keys)
        #expect(
            text(24, 5, palette.view)
                == "type to find\n────────────────────────\n▌ open a file        ^o\n  save         ^s/alt-s\n  save as             S"
        )
        #expect(palette.chosen == .open)
    }

    @Test("typing looks for what is meant, arrows go on, Enter chooses, Escape leaves")
    func chooses() {
        var palette = CommandPalette(Self.keys)
        #expect(palette.handle(ScreenInput("s")) == .changed && palette.handle(ScreenInput("v")) == .changed)
        #expect(palette.chosen == .save)
        #expect(palette.handle(ScreenInput(.down)) == .changed && palette.chosen == .saveAs)
        #expect(palette.handle(ScreenInput(.enter)) == .submitted && palette.chosen == .saveAs)
        #expect(palette.handle(ScreenInput("z")) == .changed)
        #expect(palette.chosen == nil && palette.handle(ScreenInput(.enter)) == .changed)
        #expect(text(24, 5, palette.view).contains("no command"))
        #expect(palette.handle(ScreenInput(.escape)) == .cancelled)
    }

    @Test("a double click chooses")
    func mouse() {
        var palette = CommandPalette(Self.keys)
        let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 4)))
        #expect(palette.handle(ScreenInput(event, layout(24, 5, palette.view))) == .changed)
        #expect(palette.handle(ScreenInput(event, layout(24, 5, palette.view))) == .submitted)
        #expect(palette.chosen == .save)
    }
}

@Suite("A paginator")
struct PaginatorTests {
    @Test("tells which things are on its page, the last of which may be short")
    func ranges() {
        var pages = Paginator(of: 23, perPage: 10)
        #expect(pages.pageCount == 3 && pages.range == 0..<10)
        #expect(pages.handle(ScreenInput(.right)) == .changed && pages.range == 10..<20)
        #expect(pages.handle(ScreenInput(.end)) == .changed && pages.range == 20..<23)
        #expect(pages.handle(ScreenInput(.right)) == .ignored)
        pages.count = 5
        #expect(pages.page == 0 && pages.range == 0..<5)
        for count in [0, -3, Int.max] {
            for size in [0, -1, 1, Int.max] {
                var odd = Paginator(of: count, perPage: size)
                #expect(odd.pageCount >= 1 && odd.range.lowerBound == 0)
                odd.page = .max
                #expect(odd.range.upperBound == max(0, count))
                for columns in 0..<8 { _ = text(columns, 1, odd.view) }
            }
        }
    }

    @Test("shows dots, of which one can be pressed, or numbers where there is no room for them")
    func shows() {
        var pages = Paginator(of: 41, perPage: 10)
        #expect(text(20, 1, pages.view) == "● ○ ○ ○ ○")
        let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 0, column: 6)))
        #expect(pages.handle(ScreenInput(event, layout(20, 1, pages.view))) == .changed)
        #expect(text(20, 1, pages.view) == "○ ○ ○ ● ○")
        #expect(text(8, 1, pages.view) == "4/5")
        #expect(ScreenLayout(plain: pages.view).canvas.text == "4/5")
    }
}
