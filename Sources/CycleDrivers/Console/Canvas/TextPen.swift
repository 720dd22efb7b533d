import CycleBase

/// Attributes outside of the cell because most cells have none: an underline's own colour, and an address that is opened by a
/// click.
package struct CellExtra: Hashable, Sendable {
    var underlineColor = ConsoleDriver.Color.standard
    /// Printable ASCII only: it stands inside of a sequence.
    package var link: String?

    package static let none = CellExtra()
}

/// The style that sequences in a text have set so far.
package struct TextPen: Hashable, Sendable {
    package var style = ConsoleDriver.Style.plain
    package var extra = CellExtra.none

    package init() {}

    init(style: ConsoleDriver.Style, extra: CellExtra) {
        self.style = style
        self.extra = extra
    }

    var underlineColor: ConsoleDriver.Color { extra.underlineColor }
    package var link: String? { extra.link }

    /// See `apply` for bytes.
    package mutating func apply(_ parameters: String) {
        Array(parameters.utf8).withUnsafeBufferPointer { apply($0[...]) }
    }

    package mutating func applyLink(_ command: String) {
        Array(command.utf8).withUnsafeBufferPointer { applyLink($0[...]) }
    }

    /// Takes over what `ESC [ parameters m` says. Unknown parameters are passed over, with their sub-parameters.
    package mutating func apply(_ parameters: Slice<UnsafeBufferPointer<UInt8>>) {
        var reader = ParameterReader(bytes: parameters)
        repeat { apply(&reader) } while reader.advance()
    }

    private mutating func apply(_ reader: inout ParameterReader) {
        let code = reader.number() ?? 0
        switch code {
        case 0: (style, extra.underlineColor) = (.plain, .standard)
        case 1...3, 5...9: style.attributes.formUnion(TextPen.attribute(code))
        case 4: style.underline = reader.subNumber().map { .init(rawValue: UInt8(min($0, 255))) ?? .single } ?? .single
        case 21: style.underline = .double
        case 22: style.attributes.subtract([.bold, .dim])
        case 24: style.underline = .none
        case 23, 25, 27...29: style.attributes.subtract(TextPen.attribute(code - 20))
        case 30...37, 90...97: style.foreground = .indexed(UInt8(code < 90 ? code - 30 : code - 82))
        case 40...47, 100...107: style.background = .indexed(UInt8(code < 100 ? code - 40 : code - 92))
        case 38: if let color = reader.color() { style.foreground = color }
        case 48: if let color = reader.color() { style.background = color }
        case 58: if let color = reader.color() { extra.underlineColor = color }
        case 39: style.foreground = .standard
        case 49: style.background = .standard
        case 59: extra.underlineColor = .standard
        case 53: style.attributes.insert(.overline)
        case 55: style.attributes.remove(.overline)
        default: break
        }
    }

    private static func attribute(_ code: Int) -> ConsoleDriver.Style.Attributes {
        switch code {
        case 1: .bold
        case 2: .dim
        case 3: .italic
        case 5, 6: .blink
        case 7: .reverse
        case 8: .conceal
        default: .strikethrough
        }
    }

    /// Takes over what `ESC ] 8 ; parameters ; address ST` says.
    mutating func applyLink(_ command: Slice<UnsafeBufferPointer<UInt8>>, _ links: TextLinks = .any) {
        guard command.starts(with: Array("8;".utf8)), let end = command.dropFirst(2).firstIndex(of: UInt8(ascii: ";"))
        else { return }
        extra.link = links.allowed(CellExtra.link(String(decoding: command[(end + 1)...], as: UTF8.self)))
    }

    /// Takes over a sequence of a text.
    ///
    /// - Returns: Whether the text may set it.
    mutating func obey(_ piece: TextReader.Piece, _ sequences: TextSequences, _ reader: TextReader) -> Bool {
        guard case .styles(let links) = sequences else { return false }
        switch piece {
        case .style(let range): apply(reader.slice(range))
        case .command(let range): applyLink(reader.slice(range), links)
        case .run, .newLine, .tab: return false
        }
        return true
    }
}

extension CellExtra {
    static let longestLink = 2_048

    /// An address as it may stand in a sequence: what is not ASCII is escaped. `nil` when it is empty, too long, or has
    /// control characters or blanks in it.
    static func link(_ address: String?) -> String? {
        guard let address, !address.isEmpty, address.utf8.count <= longestLink,
            !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else { return nil }
        guard !address.utf8.allSatisfy({ $0 < 0x80 }) else { return address }
        return address.utf8.map { byte in
            byte < 0x80 ? String(Character(Unicode.Scalar(byte))) : byte.percentEncoded
        }.joined()
    }
}

/// Reads the numbers of a style sequence: parameters apart by `;`, each with sub-parameters apart by `:`.
private struct ParameterReader {
    var bytes: Slice<UnsafeBufferPointer<UInt8>>

    /// The next number, as far as digits go; `nil` for an empty one.
    mutating func number() -> Int? {
        var value: Int?
        while let byte = bytes.first, byte.isDigit {
            value = min((value ?? 0) * 10 + Int(byte - 0x30), 9_999)
            bytes.removeFirst()
        }
        return value
    }

    /// The next sub-parameter of the same parameter, if there is one; an empty one is 0.
    mutating func subNumber() -> Int? {
        guard bytes.first == UInt8(ascii: ":") else { return nil }
        bytes.removeFirst()
        return number() ?? 0
    }

    /// Goes to the next parameter.
    mutating func advance() -> Bool {
        while let byte = bytes.popFirst() { if byte == UInt8(ascii: ";") { return true } }
        return false
    }

    /// `5;n`, `2;r;g;b`, `:5:n`, `:2:r:g:b` or `:2:space:r:g:b`; and of our own `:8:n` for a token, `:9:l:d` for one of two.
    mutating func color() -> ConsoleDriver.Color? {
        if bytes.first == UInt8(ascii: ":") {
            var numbers: [Int] = []
            while let number = subNumber() { numbers.append(number) }
            switch numbers.first {
            case 5 where numbers.count >= 2: return .indexed(byte(numbers[1]))
            case 2 where numbers.count >= 4:
                let parts = numbers.dropFirst(numbers.count > 4 ? 2 : 1).prefix(3).map(byte)
                return parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
            case 8 where numbers.count == 2: return .token(byte(numbers[1]))
            case 9 where numbers.count == 3: return .adaptive(light: color(numbers[1]), dark: color(numbers[2]))
            default: return nil
            }
        }
        guard advance() else { return nil }
        switch number() {
        case 5: return advance() ? .indexed(byte(number() ?? 0)) : nil
        case 2:
            guard advance() else { return nil }
            let red = byte(number() ?? 0)
            guard advance() else { return nil }
            let green = byte(number() ?? 0)
            guard advance() else { return nil }
            return .rgb(red, green, byte(number() ?? 0))
        default: return nil
        }
    }

    private func byte(_ number: Int) -> UInt8 { UInt8(min(number, 255)) }

    private func color(_ number: Int) -> ConsoleDriver.Color { number < 256 ? .indexed(UInt8(number)) : .standard }
}
