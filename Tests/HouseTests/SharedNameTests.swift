import Testing

/// Modules share no more with each other than is used, and show no more than is tried.
@Suite
struct SharedNameTests {
    let tree = Tree()

    @Test("a function or property that a module shares within the package is named by another module, or by a test")
    func sharing() throws {
        let shared = /(?:package) (?:\w+(?:\(set\))? )*(?:func|var|let) (\w+)/
        let files = try tree.swiftFiles(["Sources", "Tests", "Samples", "Benchmarks/Sources"])
        /// The modules that name a word; tests and samples as one.
        var namers: [String: Set<String?>] = [:]
        for file in files {
            let module = file.module
            for word in file.words { namers[word, default: []].insert(module) }
        }
        // A type meets a protocol that is shared by members that are as open.
        let requirements = Set(files.flatMap(\.requirements))
        for file in files where file.module != nil && file.code.hasAny(of: "package ") {
            for line in file.code.split(separator: "\n") where line.hasAny(of: "package ") {
                guard let name = line.firstMatch(of: shared).map({ String($0.output.1) }) else { continue }
                let isNamed = namers[name]?.contains { $0 != file.module } == true
                #expect(isNamed || requirements.contains(name), "\(file.path): \(name)")
            }
        }
    }

    /// Builders of results, texts with values in them, and values that are called have no name where they are used.
    private static func isCalledBySwift(_ name: String) -> Bool {
        name.hasPrefix("build")
            || ["appendInterpolation", "appendLiteral", "callAsFunction", "projectedValue"].contains(name)
    }

    @Test("a function or property that is public is named by a test, a sample or a program")
    func trying() throws {
        let shown = /public (?:\w+(?:\(set\))? )*(?:func|var|let) (\w+)/
        let sources = try tree.swiftFiles(["Sources"])
        let others = try tree.swiftFiles([
            "Tests", "Samples", "Benchmarks/Sources", "Programs/Sources", "Programs/Tests",
        ])
        // Also between quotes, where texts have values in them, and languages their names.
        let named = others.reduce(into: Set<String>()) { $0.formUnion(SourceFile.words(of: $1.text)) }
        let requirements = Set(sources.flatMap(\.requirements))
        for file in sources where file.code.hasAny(of: "public ") {
            for line in file.code.split(separator: "\n") where line.hasAny(of: "public ") {
                guard let name = line.firstMatch(of: shown).map({ String($0.output.1) }) else { continue }
                let isTried = named.contains(name) || requirements.contains(name) || Self.isCalledBySwift(name)
                #expect(isTried, "\(file.path): \(name)")
            }
        }
    }
}

extension SourceFile {
    /// `Cycle` for `Sources/Cycle/Loop/Inlet.swift`; `nil` for files of tests and samples.
    fileprivate var module: String? {
        let folders = path.split(separator: "/")
        return folders.first == "Sources" ? String(folders[1]) : nil
    }

    fileprivate var words: Set<String> { Self.words(of: code) }

    fileprivate static func words(of text: String) -> Set<String> {
        Set(text.utf8.split(whereSeparator: { !$0.isInWord }).map { String(Substring($0)) })
    }

    /// The names of the functions and properties that protocols of this file want.
    fileprivate var requirements: [String] {
        var found: [String] = []
        var isInProtocol = false
        guard code.hasAny(of: "protocol ") else { return found }
        let member = /(?:func|var) (\w+)/
        for line in code.split(separator: "\n") {
            if line == "}" { isInProtocol = false }
            if line.hasAny(of: "protocol "), line.hasSuffix("{") { isInProtocol = true }
            guard isInProtocol, let name = line.firstMatch(of: member) else { continue }
            found.append(String(name.output.1))
        }
        return found
    }
}
