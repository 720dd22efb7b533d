/// The bytes of one character that has not come whole yet.
package struct UTF8Collector: Hashable, Sendable {
    package enum Outcome {
        case incomplete
        case complete(Unicode.Scalar)
        /// The byte does not continue the character: it begins something else.
        case broken
    }

    private var value: UInt32
    private var missingCount: Int
    /// The values of the next byte. The second byte alone rules out shorter forms, surrogates and values that are too large.
    private var accepted: ClosedRange<UInt8> = 0x80...0xbf

    /// `nil` when no character begins with `lead`.
    package init?(lead: UInt8) {
        switch lead {
        case 0xc2...0xdf: (value, missingCount) = (UInt32(lead & 0x1f), 1)
        case 0xe0...0xef: (value, missingCount) = (UInt32(lead & 0x0f), 2)
        case 0xf0...0xf4: (value, missingCount) = (UInt32(lead & 0x07), 3)
        default: return nil
        }
        switch lead {
        case 0xe0: accepted = 0xa0...0xbf
        case 0xed: accepted = 0x80...0x9f
        case 0xf0: accepted = 0x90...0xbf
        case 0xf4: accepted = 0x80...0x8f
        default: break
        }
    }

    package mutating func take(_ byte: UInt8) -> Outcome {
        guard accepted.contains(byte) else { return .broken }
        accepted = 0x80...0xbf
        value = value << 6 | UInt32(byte & 0x3f)
        missingCount -= 1
        guard missingCount == 0 else { return .incomplete }
        return Unicode.Scalar(value).map(Outcome.complete) ?? .broken
    }
}
