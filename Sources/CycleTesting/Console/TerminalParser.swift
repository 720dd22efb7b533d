/// Cuts what a program writes into characters and control sequences.
struct TerminalParser {
    enum Action {
        case scalar(Unicode.Scalar)
        case control(UInt8)
        /// `ESC [`, a prefix such as `?`, what stands between, and the letter at the end.
        case sequence(prefix: UInt8?, parameters: String, final: UInt8)
        /// `ESC ]`, a text, and `ESC \` or BEL.
        case command(String)
        /// `ESC` and a letter.
        case escape(UInt8)
        case unknown
    }

    private enum State {
        case ground, escape, sequence, command, commandEscape
    }

    /// The highest number in a sequence.
    static let highestNumber = 99_999
    /// A longer sequence or command goes on without its rest: a program that never ends one cannot fill the memory.
    private static let longestCommand = 1 << 20

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
                act((0x40...0x7e).contains(byte) ? .escape(byte) : .unknown)
            }
        case .sequence:
            // An escape ends a sequence that was cut off, and begins the next.
            if byte == 0x1b { return state = .escape }
            guard (0x40...0x7e).contains(byte) else { return collect(byte) }
            state = .ground
            let prefix = collected.first.flatMap { (0x3c...0x3f).contains($0) ? $0 : nil }
            let parameters = String(decoding: collected.dropFirst(prefix == nil ? 0 : 1), as: UTF8.self)
            collected = []
            act(.sequence(prefix: prefix, parameters: parameters, final: byte))
        case .command:
            if byte == 0x1b || byte == 0x07 { state = .commandEscape } else { collect(byte) }
            if byte == 0x07 { take(UInt8(ascii: "\\"), act) }
        case .commandEscape:
            state = .ground
            if byte != UInt8(ascii: "\\") { act(.unknown) }
            act(.command(String(decoding: collected, as: UTF8.self)))
            collected = []
        }
    }

    private mutating func collect(_ byte: UInt8) {
        if collected.count < TerminalParser.longestCommand { collected.append(byte) }
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
