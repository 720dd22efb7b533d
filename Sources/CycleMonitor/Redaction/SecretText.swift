import CycleBase

/// Finds secrets in a text: a body, a line of a log, a command, a URL, the description of a frame that is not `Encodable`.
///
///     Authorization: Bearer S3CRET        --password=S3CRET  --token S3CRET  -u bob:S3CRET
///     "apiKey": "S3CRET"                  https://bob:S3CRET@host/?access_token=S3CRET#id_token=S3CRET
///     token: Optional("S3CRET")           user=bob&password=S3CRET
///
/// It reads bytes, as each of these notations is made of them: a mark behind a `=` is no part of it. A doubtful value counts
/// as a secret. A value without quotes goes on to the end of its line, its list, or the text in quotes that it stands in.
struct SecretText {
    private let bytes: [UInt8]
    private let names: SecretNames
    /// How often a part of a URL may be encoded again.
    private let depth: Int
    private var index = 0
    private var quotes = OpenQuotes()
    /// The end of the last URL.
    private var urlEnd = 0
    private(set) var found: [Range<Int>] = []

    /// The places of secrets in a text, in order.
    static func places(in bytes: [UInt8], _ names: SecretNames) -> [Range<Int>] {
        places(in: bytes, names, depth: 0)
    }

    private static func places(in bytes: [UInt8], _ names: SecretNames, depth: Int) -> [Range<Int>] {
        // Every name, scheme and form of a secret has one of these.
        guard bytes.count > 4, bytes.contains(where: { $0.mayTellSecret }) else { return [] }
        if let plain = PlainBytes(bytes) {
            return places(in: plain.bytes, names, depth: depth).map(plain.range)
        }
        var text = SecretText(bytes, names, depth)
        text.scan()
        return text.found
    }

    private init(_ bytes: [UInt8], _ names: SecretNames, _ depth: Int) {
        (self.bytes, self.names, self.depth) = (bytes, names, depth)
    }

    private mutating func scan() {
        while index < bytes.count {
            if let place = SecretForm.privateKey(in: bytes, at: index) ?? fragment() ?? listOfBytes() {
                take(place)
            } else if bytes[index].isWord {
                word()
            } else {
                index += 1
            }
        }
    }

    private mutating func take(_ range: Range<Int>) {
        var range = range
        let rest = bytes[range.upperBound...].drop { $0 == 0x20 || $0 == 9 || "\"'\\".utf8.contains($0) }
        // A name was taken for the value of another one: its own value goes as well.
        let isFollowed = rest.first == UInt8(ascii: "=") || rest.first == UInt8(ascii: ":")
        let opensValue =
            bytes[range].last == UInt8(ascii: "=") && range.upperBound < bytes.count
            && "\"'".utf8.contains(bytes[range.upperBound])
        if isFollowed || opensValue || bytes[range].last == UInt8(ascii: ":") {
            range = range.lowerBound..<(rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count)
        }
        if !range.isEmpty { found.append(range) }
        index = max(index, range.upperBound)
    }

    // MARK: A word

    private mutating func word() {
        let (start, isBehindLine) = wordStart()
        let end = bytes[start...].firstIndex { !$0.isWord } ?? bytes.count
        index = max(end, index + 1)
        guard start < end else { return }
        let word = start..<end
        if SecretForm.isToken(bytes[word]) || isEncodedSecret(word) { return take(word) }
        if let value = valueOfScheme(word) ?? valueOfLogin(word) { return take(value) }
        if let login = userInfo(word) { return take(login) }
        guard let name = secretName(word) else { return }
        let quotation = quotes.quotation(around: name.lowerBound, in: bytes)
        guard let value = SecretValue(bytes, behind: name, in: quotation, beginsLine: isBehindLine)?.range else {
            return
        }
        let text = String(decoding: bytes[name], as: UTF8.self)
        if names.isHarmless(text: bytes[value], named: text) { return }
        // In the description of a value, as `tokenCount: 12, isSecret: false`, the next field begins behind a comma.
        let first = bytes[value].prefix { !$0.isWhitespace && !",)]".utf8.contains($0) }
        if first.endIndex < value.upperBound, ",)]".utf8.contains(bytes[first.endIndex]),
            names.isHarmless(text: first, named: text)
        {
            return
        }
        take(value)
    }

    /// `\n` of an escaped text is no part of the word behind it, which begins a line.
    private func wordStart() -> (Int, isBehindLine: Bool) {
        guard index > 0, bytes[index - 1] == UInt8(ascii: "\\"), "nrt0".utf8.contains(bytes[index]) else {
            return (index, false)
        }
        return (index + 1, true)
    }

    /// The name that ends with a word, if it is that of a secret: of two words, as `API key`, both.
    private func secretName(_ word: Range<Int>) -> Range<Int>? {
        if names.contains(bytes[word]) { return word }
        if isInQuery(word), SecretForm.queryNames.contains(String(decoding: bytes[word], as: UTF8.self).lowercased()) {
            return word
        }
        guard word.lowerBound > 1, bytes[word.lowerBound - 1] == 0x20, bytes[word.lowerBound - 2].isLetter else {
            return nil
        }
        let before = bytes[..<(word.lowerBound - 1)].lastIndex { !$0.isWord }.map { $0 + 1 } ?? 0
        let both = before..<word.upperBound
        return bytes[word].elementsEqual("key".utf8, by: { $0.inSmallLetters == $1 }) && names.contains(bytes[both])
            ? both : nil
    }

    private func isInQuery(_ word: Range<Int>) -> Bool {
        word.lowerBound > 0 && "?&#".utf8.contains(bytes[word.lowerBound - 1])
    }

    /// Whether it is a part of a URL in a part of a URL: `next=https%3A%2F%2Fa%2F%3Ftoken%3DS3CRET`.
    private func isEncodedSecret(_ word: Range<Int>) -> Bool {
        guard bytes[word].contains(UInt8(ascii: "%")) else { return false }
        let decoded = bytes[word].percentDecoded
        guard decoded.count < word.count else { return false }
        return depth > 3 || !SecretText.places(in: decoded, names, depth: depth + 1).isEmpty
    }

    /// The bytes of a text in the description of a list of them: `[83, 51, 67]`.
    private func listOfBytes() -> Range<Int>? {
        guard bytes[index] == UInt8(ascii: "["), index + 1 < bytes.count, bytes[index + 1].isDigit else { return nil }
        let rest = bytes[(index + 1)...]
        let end = rest.firstIndex { !($0.isDigit || $0 == 0x20 || $0 == UInt8(ascii: ",")) } ?? bytes.count
        let parts = bytes[index + 1..<end].split { !$0.isDigit }
        let values = parts.compactMap { UInt8(String(decoding: $0, as: UTF8.self)) }
        guard values.count == parts.count, depth < 4 else { return nil }
        return SecretText.places(in: values, names, depth: depth + 1).isEmpty ? nil : index + 1..<end
    }

    // MARK: Forms without a name of their own

    /// `Bearer S3CRET`, `Basic dXNlcjpwYXNz`.
    private func valueOfScheme(_ word: Range<Int>) -> Range<Int>? {
        // Most words have another length: no text is made of them.
        guard word.count == 5 || word.count == 6, word.upperBound < bytes.count, bytes[word.upperBound] == 0x20,
            ["bearer", "basic"].contains(String(decoding: bytes[word], as: UTF8.self).lowercased())
        else { return nil }
        let start = word.upperBound + 1
        let end = bytes[start...].firstIndex { !($0.isWord || "+/=~".utf8.contains($0)) } ?? bytes.count
        let value = bytes[start..<end]
        // The bearer of a letter is none.
        return value.count >= 16 || value.contains(where: \.isDigit) || value.contains(where: \.isCapital)
            ? start..<end : nil
    }

    /// `-u bob:S3CRET`, `--user=bob:S3CRET`.
    private func valueOfLogin(_ word: Range<Int>) -> Range<Int>? {
        let option = bytes[word]
        guard option.first == UInt8(ascii: "-"),
            SecretForm.loginOptions.contains(where: { option.elementsEqual($0.utf8) }), word.upperBound < bytes.count
        else { return nil }
        // In the description of a list of arguments, quotes and a comma stand between the two.
        let between = bytes[word.upperBound...].prefix { " =,\"'\\".utf8.contains($0) }
        guard !between.isEmpty else { return nil }
        let start = between.endIndex
        let value = start..<(bytes[start...].firstIndex { $0.isWhitespace || "\"'\\".utf8.contains($0) } ?? bytes.count)
        // With a password behind the colon, and no URL.
        guard let colon = bytes[value].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let password = bytes[value][(colon + 1)...]
        return password.isEmpty || password.starts(with: "//".utf8) ? nil : value
    }

    /// The user and the password of `https://bob:S3CRET@host/`.
    private mutating func userInfo(_ word: Range<Int>) -> Range<Int>? {
        let start = word.upperBound + 3
        guard start < bytes.count, bytes[word.upperBound] == UInt8(ascii: ":"),
            bytes[word.upperBound..<start].elementsEqual("://".utf8)
        else { return nil }
        urlEnd = bytes[start...].firstIndex { "<>\"'`\\".utf8.contains($0) || $0.isWhitespace } ?? bytes.count
        let end = bytes[start..<urlEnd].firstIndex { "/?#".utf8.contains($0) } ?? urlEnd
        return bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
    }

    /// The fragment of a URL, but for a form, whose names are looked at, and the name of a heading.
    private func fragment() -> Range<Int>? {
        guard index < urlEnd, bytes[index] == UInt8(ascii: "#") else { return nil }
        var fragment = bytes[index + 1..<urlEnd]
        while let last = fragment.last, ".,;:!)]}".utf8.contains(last) { fragment.removeLast() }
        let isKept = fragment.contains(UInt8(ascii: "=")) || !SecretForm.isSecretFragment(fragment)
        return isKept ? nil : fragment.startIndex..<fragment.endIndex
    }
}

extension UInt8 {
    /// Whether it is a part of a name, also of one that a URL encodes.
    var isWord: Bool {
        // By numbers, as it is asked of every byte, also in a debug build.
        switch self {
        // `_-.%`
        case 0x5F, 0x2D, 0x2E, 0x25: true
        default: isLetter || isDigit || self >= 0x80
        }
    }

    fileprivate var mayTellSecret: Bool {
        switch self {
        // `:= -,>_.[%`
        case 0x3A, 0x3D, 0x20, 0x2C...0x2E, 0x3E, 0x5F, 0x5B, 0x25: true
        default: isDigit
        }
    }
}

extension ArraySlice<UInt8> {
    /// `%41` is `A`.
    fileprivate var percentDecoded: [UInt8] {
        var decoded: [UInt8] = []
        var rest = self
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalDigit,
                let low = rest.dropFirst().first?.hexadecimalDigit
            {
                decoded.append(UInt8(high << 4 | low))
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
