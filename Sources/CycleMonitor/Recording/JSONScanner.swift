/// Checks JSON and finds the fields of an object in it, without building anything.
///
/// A recording may come from anywhere. What is scanned costs its own length, however many values are in it: a general
/// decoder takes 20 times the memory for a list of empty objects.
struct JSONScanner {
    /// Where the text stops being JSON.
    struct Flaw: Error, Equatable {
        let offset: Int
        let reason: String
    }

    /// As deep as the general decoder goes.
    static let depthLimit = 512

    /// More than any version of the format has.
    static let fieldLimit = 64

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The fields of the object that is the whole text: the value of each as it is written.
    mutating func fields() throws(Flaw) -> [String: String] {
        var fields: [String: String] = [:]
        try object { (scanner, key) throws(Flaw) in
            let start = scanner.index
            try scanner.value(depth: 1)
            guard fields.count < JSONScanner.fieldLimit else { throw scanner.flaw("it has too many fields") }
            guard fields.updateValue(scanner.text(start..<scanner.index), forKey: key) == nil else {
                throw scanner.flaw("it says \"\(key.prefix(40))\" twice")
            }
        }
        skipSpace()
        guard index == bytes.count else { throw flaw("there is more behind its end") }
        return fields
    }

    private mutating func object(
        _ field: (_ scanner: inout JSONScanner, _ key: String) throws(Flaw) -> Void
    ) throws(Flaw) {
        skipSpace()
        try expect("{")
        skipSpace()
        guard !take("}") else { return }
        repeat {
            skipSpace()
            let key = try string()
            skipSpace()
            try expect(":")
            skipSpace()
            try field(&self, key.unescapedJSON)
            skipSpace()
        } while take(",")
        try expect("}")
    }

    private mutating func array(depth: Int) throws(Flaw) {
        try expect("[")
        skipSpace()
        guard !take("]") else { return }
        repeat {
            skipSpace()
            try value(depth: depth)
            skipSpace()
        } while take(",")
        try expect("]")
    }

    private mutating func value(depth: Int) throws(Flaw) {
        guard depth < JSONScanner.depthLimit else { throw flaw("it is nested too deep") }
        switch next {
        case UInt8(ascii: "{"): try object { (scanner, _) throws(Flaw) in try scanner.value(depth: depth + 1) }
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    /// What stands between the quotes, still escaped.
    private mutating func string() throws(Flaw) -> String {
        try expect("\"")
        let start = index
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw flaw("a string holds a control character") }
            index += 1
            if byte == UInt8(ascii: "\\") { try escape() }
        }
        let end = index
        try expect("\"")
        return text(start..<end)
    }

    private mutating func escape() throws(Flaw) {
        guard let byte = next, "\"\\/bfnrtu".utf8.contains(byte) else { throw flaw("a string holds a bad escape") }
        index += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = next, Character(UnicodeScalar(digit)).isHexDigit, digit < 0x80 else {
                throw flaw("a string holds a bad escape")
            }
            index += 1
        }
    }

    private mutating func number() throws(Flaw) {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    private mutating func digits() throws(Flaw) {
        let start = index
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        guard index > start else { throw flaw("a value is missing or not JSON") }
    }

    private mutating func word(_ word: StaticString) throws(Flaw) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[offset] else { throw flaw("a value is not JSON") }
            index += 1
        }
    }

    // MARK: Bytes

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(Flaw) {
        guard take(character) else {
            throw flaw(index < bytes.count ? "\"\(character)\" is missing" : "it stops in the middle")
        }
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func flaw(_ reason: String) -> Flaw {
        Flaw(offset: index, reason: reason)
    }
}
