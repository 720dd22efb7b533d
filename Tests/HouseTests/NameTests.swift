import Testing

/// One noun a thing, and plain nouns.
@Suite("Names")
struct NameTests {
    let tree = Tree()

    /// Taken apart once for all tests.
    private static let typesOfModules: [String: [(path: String, type: SourceFile.TypeDeclaration)]] = {
        var found: [String: [(path: String, type: SourceFile.TypeDeclaration)]] = [:]
        do {
            for module in Tree.modules {
                for file in try Tree().swiftFiles("Sources/\(module)") {
                    found[module, default: []] += file.types.map { (path: file.path, type: $0) }
                }
            }
        } catch {
            Issue.record(error)
        }
        return found
    }()

    @Test("a name outside of other types is that of one type in the whole house")
    func oneTypePerName() {
        var paths: [String: Set<String>] = [:]
        for (path, type) in Self.typesOfModules.values.joined() where !type.isNested {
            paths[type.name, default: []].insert(path)
        }
        #expect(paths.count > 600, "the search for types is wrong")
        for (name, paths) in paths where paths.count > 1 { Issue.record("\(name): \(paths.sorted())") }
    }

    @Test("a type inside of another has no name that its module knows for something else")
    func nestedNames() throws {
        let outer = Self.typesOfModules.mapValues { types in types.map { $0.type }.filter { !$0.isNested } }
        for (module, types) in Self.typesOfModules {
            let imported = Set(try tree.swiftFiles("Sources/\(module)").flatMap(\.importedModules))
            let own = outer[module, default: []].filter { !$0.isPrivate }
            let others = imported.flatMap { outer[$0, default: []].filter(\.isSeenByOtherModules) }
            let known = Set((own + others).map(\.name))
            for (path, type) in types where type.isNested && known.contains(type.name) {
                Issue.record("\(path): \(type.qualifiedName)")
            }
        }
    }

    @Test("there is one type of each name that had several", arguments: ["Recorder", "Cause", "Moment", "Cell"])
    func oneNoun(name: String) {
        let paths = Self.typesOfModules.values.joined().filter { $0.type.name == name }.map { $0.path }
        #expect(paths.count == 1, "\(name): \(paths)")
    }

    /// Words that stood for a queue, a lock, a subscription, and so on.
    static let pictures: Set<Substring> = [
        "bell", "clerk", "desk", "door", "gate", "home", "life", "outbox", "seal", "witness",
    ]

    /// The modules that speak of the terminal's bell and of the key Home.
    static let withTerminals: Set = ["CycleDrivers", "CycleScreens", "CycleTesting"]

    @Test("no name is a picture of a thing that has a plain word")
    func plainWords() throws {
        for module in Tree.modules {
            var paths: [Substring: String] = [:]
            for file in try tree.swiftFiles("Sources/\(module)") {
                for name in file.code.utf8.split(whereSeparator: { !$0.isInWord }) {
                    paths[Substring(name)] = file.path
                }
            }
            for (name, path) in paths {
                for word in name.words where Self.pictures.contains(word) || name == "room" {
                    let isMeant = ["bell", "home"].contains(word) && Self.withTerminals.contains(module)
                    #expect(isMeant, "\(path): \(name)")
                }
            }
        }
    }

    @Test("the words of a name are found")
    func words() {
        #expect(Substring("isHomeOf").words == ["is", "home", "of"])
        #expect(Substring("ConsoleDesks").words == ["console", "desk"])
        #expect(Substring("alive_2").words == ["alive"])
    }
}

extension Substring {
    /// `is`, `home` of `isHome`, in small letters and without an s at the end.
    fileprivate var words: [Substring] {
        matches(of: /[A-Z]?[a-z]+|[A-Z]+/).map { match in
            let word = Substring(match.output.lowercased())
            return word.count > 4 && word.hasSuffix("s") && !word.hasSuffix("ss") ? word.dropLast() : word
        }
    }
}
