/// The rest of a mouse report whose Escape came so much earlier that it was taken for the key: `[<0;3;2M`.
///
/// Over a slow line a report comes in two pieces, and its rest would be typed into a text. No user types it within the moment in
/// which the terminal sends it; of any other sequence the rest is keys.
struct MouseTail: Hashable {
    enum Outcome {
        case inside
        case ended(ControlSequence)
        /// The byte is no part of a report: what came so far was typed.
        case broken
    }

    private static let longest = 24
    private static let mark = UInt8(ascii: "<")

    private var parameters: [UInt8] = []

    /// The bytes so far, as keys.
    var bytes: [UInt8] { [UInt8(ascii: "[")] + parameters }

    /// Whether it may still be the key of a bracket.
    var isTyped: Bool { parameters.isEmpty }

    mutating func take(_ byte: UInt8) -> Outcome {
        switch byte {
        case MouseTail.mark where parameters.isEmpty: parameters.append(byte)
        case 0x30...0x39 where !parameters.isEmpty, UInt8(ascii: ";") where !parameters.isEmpty:
            guard parameters.count < MouseTail.longest else { return .broken }
            parameters.append(byte)
        case UInt8(ascii: "M") where parameters.count > 5, UInt8(ascii: "m") where parameters.count > 5:
            return .ended(ControlSequence(parameters: parameters, final: byte))
        default: return .broken
        }
        return .inside
    }
}
