/// Cuts what a program writes into characters and control sequences.
struct TerminalParser {
    enum Action {
        case scalar(Unicode.Scalar)
        case control(UInt8)
        /// `ESC [`, a prefix such as `?`, numbers, and the letter at the end.
        case sequence(prefix: UInt8?, numbers: [Int], final: UInt8)
        /// `ESC ]`, a text, and `ESC \`.
        case command(String)
        case unknown
    }

    private enum State {
        case ground, escape, sequence, command, commandEscape
    }

    private var state = State.ground
    private var collected: [UInt8] = []

    mutating func take(_ byte: UInt8, _ act: (Action) -> Void) {
        switch state {
        case .ground: takeGround(byte, act)
        case .escape:
            collected = []
            switch byte {
            case UInt8(ascii: "["): state = .sequence
            case UInt8(ascii: "]"): state = .command
            default:
                state = .ground
                act(.unknown)
            }
        case .sequence:
            // One that begins ends one that was cut off.
            if byte == 0x1b { return state = .escape }
            guard (0x40...0x7e).contains(byte) else { return collected.append(byte) }
            state = .ground
            let prefix = collected.first.flatMap { (0x3c...0x3f).contains($0) ? $0 : nil }
            let numbers = collected.dropFirst(prefix == nil ? 0 : 1).split(separator: UInt8(ascii: ";"))
                .map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
            collected = []
            act(.sequence(prefix: prefix, numbers: numbers, final: byte))
        case .command:
            if byte == 0x1b { state = .commandEscape } else { collected.append(byte) }
        case .commandEscape:
            state = .ground
            act(.command(String(decoding: collected, as: UTF8.self)))
            collected = []
        }
    }

    private mutating func takeGround(_ byte: UInt8, _ act: (Action) -> Void) {
        if byte == 0x1b {
            state = .escape
        } else if byte < 0x20 || byte == 0x7f {
            act(.control(byte))
        } else {
            collected.append(byte)
            let length = byte < 0x80 ? 1 : neededCount(collected[0])
            guard collected.count >= length else { return }
            for scalar in String(decoding: collected, as: UTF8.self).unicodeScalars { act(.scalar(scalar)) }
            collected = []
        }
    }

    private func neededCount(_ lead: UInt8) -> Int {
        switch lead {
        case 0xf0...: 4
        case 0xe0...: 3
        case 0xc0...: 2
        default: 1
        }
    }
}
