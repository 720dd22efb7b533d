import CycleBase

/// Tells by its name whether a place holds a secret: a field, a header, a variable, an option, a parameter.
///
/// The rule, in this order:
/// 1. A name is compared without regard to case, and without what is no letter or digit of ASCII: `X-Api-Key` is `xapikey`.
/// 2. Words that contain a part and are harmless, as `tokenizer` or `secretary`, are taken out of it.
/// 3. It is that of a secret when one of the parts stands anywhere in it. Parts that are found in many harmless words, as `pin`
///    in `spinner`, count as a whole word only: `userPin`, `PIN`, `pin_code`.
/// 4. The value may still show that it is none: see ``isHarmless(_:named:)``.
struct SecretNames: Hashable, Sendable {
    /// These stand in harmless words, too: author, compass, spinner, inside.
    static let wholeWords: Set<String> = [
        "auth", "creds", "csrf", "cvc", "cvv", "otp", "pass", "pin", "pw", "sid", "totp", "xsrf",
    ]

    private static let harmlessParts = [
        "tokeniz", "tokenis", "secretar", "possession", "obsession", "cookieconsent", "cookiebanner",
    ].map { Array($0.utf8) }

    /// A number in a field that ends like this measures a secret, and is none.
    private static let measures: Set<String> = [
        "age", "at", "bytes", "count", "date", "duration", "expires", "expiry", "index", "interval", "length",
        "lifetime",
        "limit", "maximum", "minimum", "size", "timeout", "total", "ttl", "until", "version",
        // So many of them.
        "cookies", "sessions", "tokens",
    ]

    /// A plain word in a field that ends like this tells of a secret, and is none.
    private static let descriptions: Set<String> = [
        "algorithm", "kind", "method", "mode", "name", "phase", "policy", "scheme", "state", "status", "step", "style",
        "type",
    ]

    /// Those of ``Redaction/names``.
    static let standard = SecretNames(Redaction.names)

    private let parts: NameParts
    private let words: Set<String>
    /// All that the rule looks for. Most names hold none of it, and one pass shows that.
    private let all: NameParts

    /// - Parameter names: In any spelling.
    init(_ names: Set<String>) {
        let names = names.map { String(decoding: Self.letters($0.utf8), as: UTF8.self) }.filter { !$0.isEmpty }
        parts = NameParts(names.filter { !Self.wholeWords.contains($0) }.map { Array($0.utf8) })
        words = Set(names.filter(Self.wholeWords.contains))
        all = NameParts(names.map { Array($0.utf8) } + Self.harmlessParts)
    }

    /// Whether it is the name of a secret, whatever the value is.
    func contains(_ name: String) -> Bool { contains(Array(name.utf8)[...]) }

    /// Whether the bytes are the name of a secret.
    func contains(_ name: ArraySlice<UInt8>) -> Bool {
        // A text that is longer is no name.
        guard !name.isEmpty, name.count <= 256 else { return false }
        guard all.stand(in: name) else { return false }
        var letters = Self.letters(name)
        for part in Self.harmlessParts { letters.remove(part) }
        if parts.stand(in: letters[...]) { return true }
        return !words.isEmpty && Self.words(of: name).contains(where: words.contains)
    }

    /// Whether the value of a place with the name of a secret shows that it is none: a measure such as `tokenCount`, a description such
    /// as `tokenType`, or the folder in `PWD`.
    func isHarmless(_ value: JSON, named name: String) -> Bool {
        switch value {
        case .null, .bool: true
        case .number: Self.endsIn(Self.measures, name)
        case .array(let elements):
            !elements.isEmpty && elements.allSatisfy(\.isNumber) && Self.endsIn(Self.measures, name)
        case .string(let text): isHarmless(text: Array(text.utf8)[...], named: name)
        case .object: false
        }
    }

    /// The same for a value that stands in a text.
    func isHarmless(text: ArraySlice<UInt8>, named name: String) -> Bool {
        if text.isEmpty || ["true", "false", "nil", "null"].contains(where: { text.elementsEqual($0.utf8) }) {
            return true
        }
        if text.first == UInt8(ascii: "/"), name == "PWD" || name == "OLDPWD" { return true }
        if text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) { return Self.endsIn(Self.measures, name) }
        return text.count <= 24 && text.allSatisfy(\.isLetter) && Self.endsIn(Self.descriptions, name)
    }

    private static func endsIn(_ words: Set<String>, _ name: String) -> Bool {
        Self.words(of: Array(name.utf8)[...]).last.map(words.contains) ?? false
    }

    /// The letters and digits, in lower case.
    private static func letters(_ name: some Sequence<UInt8>) -> [UInt8] {
        name.compactMap { $0.isLetter || $0.isDigit ? $0.inSmallLetters : nil }
    }

    /// `userPIN2` is `user` and `pin`, `APIKey` is `api` and `key`.
    private static func words(of name: ArraySlice<UInt8>) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: UInt8 = 0
        for (index, byte) in zip(name.indices, name) {
            let next = index + 1 < name.endIndex ? name[index + 1] : 0
            let begins = byte.isCapital && (!previous.isCapital || next.isLetter && !next.isCapital)
            if !byte.isLetter || begins, !word.isEmpty {
                words.append(word)
                word = ""
            }
            if byte.isLetter { word.unicodeScalars.append(Unicode.Scalar(byte.inSmallLetters)) }
            previous = byte
        }
        return word.isEmpty ? words : words + [word]
    }
}

extension JSON {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

extension [UInt8] {
    /// Where other bytes stand in it.
    func offset(of other: [UInt8], from start: Int = 0) -> Int? {
        guard let first = other.first, count >= other.count else { return nil }
        var index = start
        while index + other.count <= count {
            if self[index] == first, self[index..<index + other.count].elementsEqual(other) { return index }
            index += 1
        }
        return nil
    }

    fileprivate mutating func remove(_ other: [UInt8]) {
        while let start = offset(of: other) { removeSubrange(start..<start + other.count) }
    }
}
