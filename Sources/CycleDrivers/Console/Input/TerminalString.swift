import CycleBase

/// A control string of ECMA-48 in a terminal's input, followed to its end: OSC, DCS, APC, PM or SOS.
///
/// A terminal sends one as a reply. No byte of it is a key, whatever the reply says and however late it comes.
struct TerminalString: Hashable {
    enum Outcome {
        /// The byte is a part of the string.
        case inside
        /// The string has its end: ST, BEL after an OSC, CAN or SUB.
        case ended
        /// The byte was typed: the string never ends.
        case broken
        /// As ``broken``, and the byte follows an Escape.
        case brokenByEscape
    }

    private enum Place: Hashable {
        case content
        /// A character of several bytes, one of which may look like ST in one byte.
        case character(UTF8Collector)
        /// Perhaps ST in two bytes.
        case escape
    }

    private static let interrupt: UInt8 = 3
    private static let bell: UInt8 = 7
    private static let stringTerminator: UInt8 = 0x9c

    /// The letter that introduces the string after an Escape.
    let letter: UInt8
    /// Whether nothing has come but the introducer.
    private(set) var isEmpty = true
    private var place = Place.content

    init?(letter: UInt8) {
        guard "PX]^_".utf8.contains(letter) else { return nil }
        self.letter = letter
    }

    var isCommand: Bool { letter == UInt8(ascii: "]") }

    /// Whether an Escape is the last byte: either the key, or the beginning of ST.
    var isAtEscape: Bool { if case .escape = place { true } else { false } }

    mutating func take(_ byte: UInt8) -> Outcome {
        if case .escape = place { return byte == UInt8(ascii: "\\") ? .ended : .brokenByEscape }
        if case .character(var collector) = place {
            switch collector.take(byte) {
            case .incomplete:
                place = .character(collector)
                return .inside
            case .complete(let scalar):
                place = .content
                return scalar.value == UInt32(TerminalString.stringTerminator) ? .ended : .inside
            case .broken: place = .content
            }
        }
        return takeContent(byte)
    }

    private mutating func takeContent(_ byte: UInt8) -> Outcome {
        switch byte {
        case KeyDecoder.escapeByte:
            place = .escape
            return .inside
        case TerminalString.interrupt: return .broken
        case TerminalString.bell where isCommand: return .ended
        case 0x18, 0x1a, TerminalString.stringTerminator: return .ended
        default:
            if let collector = UTF8Collector(lead: byte) { place = .character(collector) }
            isEmpty = false
            return .inside
        }
    }
}
