import Foundation

/// One Swift file, and what the rules ask about it.
struct SourceFile: Sendable {
    let path: String
    let text: String
    let lines: [Substring]
    /// Without comments and the insides of string literals: what the compiler acts on.
    let code: String
    /// All types that are declared here, nested and private ones too. No type aliases.
    let types: [TypeDeclaration]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var isInText = false
        let literal = /"[^"]*"/
        code = lines.map { line in
            // A literal of several lines begins and ends at three quotes; there is none within one line.
            let wasInText = isInText
            if line.hasAny(of: "\"\"\"") { isInText.toggle() }
            return wasInText ? "" : Self.code(of: line, literal)
        }.joined(separator: "\n")
        types = Self.types(in: code)
    }

    private static func code(of line: Substring, _ literal: Regex<Substring>) -> String {
        var line = line
        if line.hasAny(of: "//"), let comment = line.firstRange(of: "//") { line = line[..<comment.lowerBound] }
        return line.hasAny(of: "\"") ? String(line.replacing(literal, with: "\"\"")) : String(line)
    }

    /// `Loop` for `Sources/Cycle/Loop/Inlet.swift`.
    var folder: String { String(path.split(separator: "/").dropLast().last ?? "") }

    /// Lines that are neither blank nor only a comment.
    var codeLineCount: Int {
        lines.filter { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return !line.isEmpty && !line.hasPrefix("//")
        }.count
    }

    /// The words that may be names of types.
    var capitalisedWords: Set<String> {
        var words: Set<String> = []
        for word in code.utf8.split(whereSeparator: { !$0.isInWord }) {
            guard let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { continue }
            words.insert(String(Substring(word)))
        }
        return words
    }

    var importedModules: [String] {
        let module = /^\s*(?:@\w+ |public |package |internal )*import (?:struct |class |func |enum )?(\w+)/
        return lines.filter { $0.hasAny(of: "import ") }.compactMap { line in
            line.firstMatch(of: module).map { String($0.output.1) }
        }
    }

    // MARK: Types

    struct TypeDeclaration: Sendable {
        /// `Inlet.Outcome` for one that is declared inside another, or inside an extension of it.
        let qualifiedName: String
        let isNested: Bool
        let isPrivate: Bool
        let isSeenByOtherModules: Bool

        /// `Outcome` for `Inlet.Outcome`.
        var name: String { String(qualifiedName.split(separator: ".").last ?? "") }
    }

    static let kinds = ["class ", "struct ", "enum ", "protocol ", "actor ", "extension "]

    private static func types(in code: String) -> [TypeDeclaration] {
        let declaration =
            /^( *)((?:@\w+(?:\([^)]*\))? |public |package |private |fileprivate |open |final |indirect )*)(class|struct|enum|protocol|actor|extension) (\w+)/
        var found: [TypeDeclaration] = []
        var outer: [(indent: Int, name: String)] = []
        for line in code.split(separator: "\n") {
            guard line.hasAny(of: kinds), let match = line.firstMatch(of: declaration)?.output,
                match.4 != "func", match.4 != "var"
            else { continue }
            outer.removeAll { $0.indent >= match.1.count }
            outer.append((match.1.count, String(match.4)))
            guard match.3 != "extension" else { continue }
            found.append(
                TypeDeclaration(
                    qualifiedName: outer.map(\.name).joined(separator: "."), isNested: outer.count > 1,
                    isPrivate: match.2.hasAny(of: "private"),
                    isSeenByOtherModules: match.2.hasAny(of: "public ", "package ", "open ")))
        }
        return found
    }

    /// The classes that are declared here, and how many stored properties each has: those with a value, or without a block.
    var storedPropertyCounts: [(name: String, count: Int)] {
        var found: [(name: String, count: Int)] = []
        guard code.hasAny(of: "class ") else { return found }
        /// The types around a line, from the outermost on.
        var around: [(indent: Int, found: Int?)] = []
        let declaration =
            /^( *)(?:(?:@\w+(?:\([^)]*\))?|public|package|private|fileprivate|open|final|indirect) )*(class|struct|enum|actor|protocol|extension) (\w+)/
        let property =
            /^( *)(?:(?:@\w+(?:\([^)]*\))?|public|package|private|fileprivate|internal|final|weak|unowned|lazy|nonisolated|\w+\((?:set|unsafe)\)) )*(?:let|var) (?:\w+|\([^)]*\))(?::| =)/
        for line in code.split(separator: "\n") {
            if line.drop(while: { $0 == " " }) == "}" { around.removeAll { $0.indent >= line.count - 1 } }
            if line.hasAny(of: Self.kinds), let match = line.firstMatch(of: declaration)?.output, match.3 != "func",
                match.3 != "var"
            {
                around.removeAll { $0.indent >= match.1.count }
                let isClass = match.2 == "class"
                if isClass { found.append((String(match.3), 0)) }
                around.append((match.1.count, isClass ? found.count - 1 : nil))
            } else if line.hasAny(of: "let ", "var "), let match = line.firstMatch(of: property)?.output,
                let owner = around.last(where: { $0.indent < match.1.count }),
                match.1.count == owner.indent + 4, let index = owner.found, line.contains("=") || !line.hasSuffix("{"),
                !line.contains(" { ")
            {
                found[index].count += 1
            }
        }
        return found
    }

    /// The types that other files can name without a dot.
    var visibleTypeNames: [String] {
        types.filter { !$0.isNested && !$0.isPrivate }.map(\.qualifiedName)
    }

    // MARK: Functions

    var functions: [(name: String, lineCount: Int)] {
        var found: [(String, Int)] = []
        var open: (name: String, indent: Int, start: Int)?
        let beginning = /\bfunc ([^\s(<]+|\S+)[(<]|(?:^|\s)init[?]?[(<]|\bdeinit/
        for (number, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
            if let function = open, indent == function.indent, line.utf8.dropFirst(indent).first == UInt8(ascii: "}") {
                found.append((function.name, number - function.start + 1))
                open = nil
            } else if open == nil, line.hasAny(of: "func ", "init"),
                let match = line.firstMatch(of: beginning)
            {
                guard !line.contains("}") || line.hasSuffix("{") else { continue }
                open = (String(match.output.1 ?? "init"), indent, number)
            }
        }
        return found
    }

    // MARK: Documentation

    /// The public declarations, requirements of public protocols and cases of public enumerations without a doc comment
    /// above them.
    var undocumented: [String] {
        var found: [String] = []
        var isDocumented = false
        /// The indentation of the members that are public without saying so.
        var memberIndent: Int?
        let member = /^(case|associatedtype|func|static func|var|init) ?\b/
        let declaration = /^(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?!extension|import)/
        let opening = /^public (?:indirect )?(?:protocol|enum)\b/
        for line in lines {
            let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
            let trimmed = line.dropFirst(indent)
            if let members = memberIndent, indent < members, !trimmed.isEmpty { memberIndent = nil }
            let isMember = memberIndent == indent && trimmed.contains(member)
            let mayBePublic = trimmed.hasAny(of: "public ", "open ")
            let isPublic = mayBePublic && trimmed.contains(declaration)
            if (isPublic || isMember) && !isDocumented { found.append(String(trimmed)) }
            if mayBePublic, trimmed.contains(opening) { memberIndent = indent + 4 }
            // Attributes stand between a declaration and its comment.
            isDocumented =
                trimmed.hasPrefix("///")
                || (isDocumented && trimmed.first == "@" && !trimmed.contains("{") && !isPublic)
        }
        return found
    }
}

extension String {
    /// As of a part of a text. All of a text is searched by the C library at once.
    func hasAny(of words: String...) -> Bool { hasAny(of: words) }

    func hasAny(of words: [String]) -> Bool { withCString { text in words.contains { strstr(text, $0) != nil } } }
}

extension Substring {
    /// Whether one of the words is in it. A regular expression takes many times as long to say that it is not.
    func hasAny(of words: String...) -> Bool { hasAny(of: words) }

    func hasAny(of words: [String]) -> Bool {
        utf8.withContiguousStorageIfAvailable { line in words.contains { UnsafeRawBufferPointer(line).contains($0) } }
            ?? true
    }
}

extension UnsafeRawBufferPointer {
    /// Searched by the C library: in a debug build, a search by this collection's own methods takes most of the time of all these tests.
    fileprivate func contains(_ word: String) -> Bool {
        var rest = self[...]
        return word.utf8.withContiguousStorageIfAvailable { word in
            guard let start = word.baseAddress else { return true }
            while rest.count >= word.count, let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                let place = memchr(base, Int32(word[0]), rest.count - word.count + 1)
            {
                if memcmp(place, start, word.count) == 0 { return true }
                rest = rest.dropFirst(UnsafeRawPointer(place) - base + 1)
            }
            return false
        } ?? true
    }
}

extension UInt8 {
    /// Whether a name can have it.
    var isInWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
