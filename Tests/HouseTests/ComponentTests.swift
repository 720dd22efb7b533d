import Testing

/// `Docs/AddingAComponent.md` lists the places of a component; these are the ones that the compiler does not name.
@Suite("The components of screens")
struct ComponentTests {
    struct Component {
        let name: String
        let isCodable: Bool
    }

    let tree = Tree()

    private func components() throws -> [Component] {
        try tree.swiftFiles("Sources/CycleScreens").flatMap { file in
            file.lines.filter { $0.hasPrefix("public struct ") }.compactMap { line in
                guard let match = line.firstMatch(of: /struct (\w+).*: (?:.*, )?Component\b/) else { return nil }
                // A generic component is Codable where its parameter is.
                let isCodable = line.contains(" Codable") || file.code.contains("extension \(match.1): Codable")
                return Component(name: String(match.1), isCodable: isCodable)
            }
        }
    }

    private func words(_ path: String) throws -> Set<String> {
        SourceFile(path: path, text: try tree.text(path)).capitalisedWords
    }

    @Test("each is found here")
    func found() throws {
        #expect(try components().count > 20)
        #expect(try components().contains { $0.name == "CommandPalette" && $0.isCodable })
    }

    @Test("each is on the screen of Tests/CycleScreensTests/Random/Showcase.swift, under random input")
    func showcase() throws {
        let shown = try words("Tests/CycleScreensTests/Random/Showcase.swift")
        for component in try components() {
            #expect(shown.contains(component.name), "\(component.name) is not in Random/Showcase.swift")
        }
    }

    @Test("each that is Codable is in Tests/CycleScreensTests/Random/ForeignStateTests.swift")
    func foreignStates() throws {
        let checked = try words("Tests/CycleScreensTests/Random/ForeignStateTests.swift")
        for component in try components() where component.isCodable {
            #expect(checked.contains(component.name), "\(component.name) is not in Random/ForeignStateTests.swift")
        }
    }

    @Test("each that is Codable is written and read again, in Tests/CycleScreensTests/Random/RandomTests.swift")
    func coding() throws {
        let written = try words("Tests/CycleScreensTests/Random/RandomTests.swift")
        for component in try components() where component.isCodable {
            #expect(written.contains(component.name), "\(component.name) is not in Random/RandomTests.swift")
        }
    }

    @Test("the keys of each stand in KeysAndOthers.md")
    func keys() throws {
        let guide = try tree.text("Sources/CycleScreens/CycleScreens.docc/KeysAndOthers.md")
        for component in try components() {
            let isListed = guide.contains("``\(component.name)``")
            #expect(isListed, "\(component.name) is not in KeysAndOthers.md")
        }
    }

    @Test("each is a symbol of a page below Tests/CycleScreensTests/Book, and so in a sample of the gallery")
    func pages() throws {
        let pages = try tree.swiftFiles("Tests/CycleScreensTests/Book")
        for component in try components() {
            let isShown = pages.contains { $0.text.contains("\"\(component.name)\"") }
            #expect(isShown, "\(component.name) is on no page of the book")
        }
    }
}
