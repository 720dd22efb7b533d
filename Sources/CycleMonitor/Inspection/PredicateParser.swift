import CycleBase

/// Parses the text of a ``FramePredicate`` by recursive descent, with a limit of its depth.
struct PredicateParser {
    private enum Token: Equatable {
        case word(String)
        case text(String)
        case number(String)
        case symbol(String)

        var shown: String {
            switch self {
            case .word(let word), .number(let word), .symbol(let word): word
            case .text(let text): text.quotedJSON
            }
        }
    }

    private static let depthLimit = 64

    private let source: String
    private var tokens: ArraySlice<Token> = []
    private var depth = 0

    init(_ source: String) {
        self.source = source
    }

    mutating func whole() throws(FramePredicate.Mistake) -> FramePredicate.Condition {
        tokens = try scan()[...]
        let condition = try alternatives()
        if let rest = tokens.first { throw mistake("\(rest.shown) is not expected there") }
        return condition
    }

    private func mistake(_ reason: String) -> FramePredicate.Mistake {
        FramePredicate.Mistake(text: source, reason: reason)
    }

    // MARK: Grammar

    private mutating func alternatives() throws(FramePredicate.Mistake) -> FramePredicate.Condition {
        var condition = try conjunction()
        while take("||") { condition = .either(condition, try conjunction()) }
        return condition
    }

    private mutating func conjunction() throws(FramePredicate.Mistake) -> FramePredicate.Condition {
        var condition = try negation()
        while take("&&") { condition = .both(condition, try negation()) }
        return condition
    }

    private mutating func negation() throws(FramePredicate.Mistake) -> FramePredicate.Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { throw mistake("it is nested too deep") }
        if take("!") { return .not(try negation()) }
        if take("(") {
            let condition = try alternatives()
            guard take(")") else { throw mistake("a ) is missing") }
            return condition
        }
        let left = try operand()
        guard let comparison = takeComparison() else { return .operand(left) }
        return .comparison(left, comparison, try operand())
    }

    private mutating func operand() throws(FramePredicate.Mistake) -> FramePredicate.Operand {
        switch tokens.popFirst() {
        case .text(let text)?: return .value(.string(text))
        case .number(let digits)?: return .value(.number(digits))
        case .word("true")?: return .value(.bool(true))
        case .word("false")?: return .value(.bool(false))
        case .word("nil")?, .word("null")?: return .value(.null)
        case .word(let word)?:
            guard let path = JSONPath(keyPath: word) else { throw mistake("\(word) is not a key path") }
            return .path(path)
        case .symbol(let symbol)?: throw mistake("a value is missing before \(symbol)")
        case nil: throw mistake("a value is missing at its end")
        }
    }

    private mutating func take(_ symbol: String) -> Bool {
        guard tokens.first == .symbol(symbol) else { return false }
        tokens.removeFirst()
        return true
    }

    private mutating func takeComparison() -> FramePredicate.Comparison? {
        let comparison = FramePredicate.Comparison.allCases.first {
            tokens.first == .symbol($0.rawValue) || tokens.first == .word($0.rawValue)
        }
        if comparison != nil { tokens.removeFirst() }
        return comparison
    }

    // MARK: Tokens

    private static let symbols = ["&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")"]

    private func scan() throws(FramePredicate.Mistake) -> [Token] {
        // By scalars: a mark behind a quote or an operator is a part of a text or a name, and not of the sign.
        var (tokens, rest): ([Token], Substring.UnicodeScalarView) = ([], source[...].unicodeScalars)
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" {
                tokens.append(.text(try text(&rest)))
            } else if let symbol = Self.symbols.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                tokens.append(.symbol(symbol))
                rest = rest.dropFirst(symbol.unicodeScalars.count)
            } else if first.isDigit || first == "-" {
                tokens.append(.number(try number(&rest)))
            } else {
                tokens.append(try word(&rest))
            }
        }
        return tokens
    }

    private func text(_ rest: inout Substring.UnicodeScalarView) throws(FramePredicate.Mistake) -> String {
        var end = rest.dropFirst()
        while let character = end.first, character != "\"" { end = end.dropFirst(character == "\\" ? 2 : 1) }
        guard !end.isEmpty else { throw mistake("a text has no closing \"") }
        let quoted = String(rest[..<end.startIndex]) + "\""
        rest = end.dropFirst()
        do {
            return try JSONParser.parse(Array(quoted.utf8)).string ?? ""
        } catch {
            throw mistake("\(quoted): \(error.reason)")
        }
    }

    private func number(_ rest: inout Substring.UnicodeScalarView) throws(FramePredicate.Mistake) -> String {
        let digits = String(rest.prefix { $0.isDigit || "+-.eE".unicodeScalars.contains($0) })
        guard Double(digits) != nil else { throw mistake("\(digits) is not a number") }
        rest = rest.dropFirst(digits.unicodeScalars.count)
        return digits
    }

    /// A key path: names, dots and brackets, in which a text may hold anything.
    private func word(_ rest: inout Substring.UnicodeScalarView) throws(FramePredicate.Mistake) -> Token {
        var word = ""
        while let scalar = rest.first, scalar.properties.isXIDContinue || "_.[".unicodeScalars.contains(scalar) {
            word.unicodeScalars.append(rest.removeFirst())
            guard scalar == "[" else { continue }
            if rest.first == "\"" { word += try text(&rest).quotedJSON }
            while let inner = rest.first {
                word.unicodeScalars.append(rest.removeFirst())
                if inner == "]" { break }
            }
        }
        guard !word.isEmpty else { throw mistake("\(rest.first.map { String($0) } ?? "") is not expected there") }
        return .word(word)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
