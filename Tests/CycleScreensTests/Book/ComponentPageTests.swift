import CycleScreens
import TestSupport
import Testing

@testable import gallery

@Suite("The book's pages of components")
struct ComponentPageTests {
    private static let drawn = pages.map(\.pictures)

    private func expect(_ text: String, in name: String) throws {
        let isSame = try KeptFile("Docs/Book.docc/Screens/\(name)").has(text)
        #expect(isSame, "\(name) is stale: CYCLE_REDRAW=1 swift test --filter ComponentPageTests")
    }

    @Test(
        "each page and its pictures are those of the samples; CYCLE_REDRAW writes them anew", arguments: pages.indices)
    func page(_ index: Int) throws {
        try expect(pages[index].markdown, in: "\(pages[index].name).md")
        for picture in pages[index].files(with: Self.drawn[index]) { try expect(picture.svg, in: picture.file) }
    }

    @Test("each key of a page does something in one of its states", arguments: pages.indices)
    func keys(_ index: Int) {
        for key in pages[index].keys.flatMap(\.keys) {
            #expect(pages[index].isHandled(key), "\(pages[index].name): \(key)")
        }
    }

    @Test("each word and sign of each state is read well on its ground, in each theme", arguments: pages.indices)
    func legible(_ index: Int) {
        for theme in ScreenTheme.all {
            var legibility = Legibility(theme)
            for sample in pages[index].shownSamples {
                let canvas = ScreenLayout(sample.view, type(of: sample).pictureSize, theme: theme).canvas
                if let problem = legibility.problem(in: canvas) {
                    Issue.record("\(problem), \(type(of: sample).title)")
                }
            }
        }
    }

    @Test("no state looks like the one before it", arguments: pages.indices)
    func states(_ index: Int) {
        let shown = Self.drawn[index].map(\.svg)
        for place in shown.indices.dropFirst(2) {
            #expect(shown[place] != shown[place - 2], "\(pages[index].name), picture \(place / 2 + 1)")
        }
    }

    @Test("each sample of the gallery is on one page, and the list has all pages")
    func samplesOnPages() throws {
        let shown = pages.flatMap { $0.samples.map { $0.title } }
        #expect(shown.sorted() == samples.map { $0.title }.sorted())
        #expect(Set(pages.map(\.name)).count == pages.count)
        let groups = pageGroups.map { group in
            "### \(group.title)\n\n" + group.pages.map { "- <doc:\($0.name)>" }.joined(separator: "\n")
        }
        let text = """
            # Screens

            A page for each component of terminals: its picture, its code, its keys and its states.

            ## Overview

            A component is a value in the frame. It has a `view`, and a `handle` that answers each input. The pages are made from the
            samples of `swift run gallery`, so that their pictures, code and keys are those of the version that you read about.

            ![A music player: a cover, songs, how far the song has come, and its bands](MusicPlayer-film.svg)

            Guides of [CycleScreens](/documentation/cyclescreens) say how components become a program:
            [making a screen](/documentation/cyclescreens/makingascreen),
            [laying it out](/documentation/cyclescreens/layingout),
            [keys, the focus and the mouse](/documentation/cyclescreens/keysandthemouse),
            [filling in forms](/documentation/cyclescreens/fillinginforms),
            [styles and themes](/documentation/cyclescreens/stylesandthemes),
            [stacks and motion](/documentation/cyclescreens/stacksandmotion),
            [a component of your own](/documentation/cyclescreens/acomponentofyourown), and
            [all keys](/documentation/cyclescreens/keysandothers).

            ## Topics

            \(groups.joined(separator: "\n\n"))

            @Options {
                @TopicsVisualStyle(compactGrid)
            }

            """
        try expect(text, in: "Screens.md")
    }
}
