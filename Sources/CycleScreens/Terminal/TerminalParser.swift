import CycleBase

/// Cuts what a program writes into characters and sequences, as tmux does. A value: the same bytes mean the same, wherever they
/// are cut.
///
///     ground -ESC-> escape -[-> parameters -0x40...0x7e-> ground
///                          -]-> string -BEL, ESC-> ground
///
/// Bytes that are no UTF-8 are passed over.
struct TerminalParser: Hashable, Sendable {
    enum Action: Hashable {
        /// More bytes are needed, or the byte means nothing.
        case none
        case scalar(Unicode.Scalar)
        case control(UInt8)
        /// `ESC`, bytes of 0x20 to 0x2f in ``marks``, and this last byte.
        case escape(UInt8)
        /// `ESC [`, numbers and ``marks``, and this last byte.
        case sequence(UInt8)
        /// `ESC ]`, a text, and `ESC \` or BEL.
        case command([UInt8])
        /// A sequence or a string of another kind has come whole.
        case unknown
    }

    private enum State: Hashable {
        case ground, escape, escapeMarks, sequence, sequenceMarks, ignoredSequence
        case command
        /// The beginning of a device control string, up to its letter.
        case device(isIgnored: Bool)
        /// The rest of it, in which only `ESC \` ends.
        case deviceContent(isAtEscape: Bool)
        /// A string of another kind.
        case string
    }

    /// A longer sequence is passed over.
    private static let longestParameters = 63
    /// A longer command is passed over: a program that never ends one cannot fill the memory.
    private static let longestCommand = 1 << 20

    private var state = State.ground
    private var character: Character?
    /// The parameters of a sequence, or the text of a command.
    private(set) var collected: [UInt8] = []
    /// The bytes of a sequence that are no parameters, one after the other: `?` alone is 0x3f.
    private(set) var marks: UInt32 = 0
    private var isDiscarded = false

    /// Whether the next byte may be printed.
    var isGround: Bool { state == .ground && character == nil }

    mutating func take(_ byte: UInt8) -> Action {
        switch state {
        case .deviceContent(let isAtEscape):
            // Not even another Escape begins a sequence here.
            state =
                isAtEscape && byte == UInt8(ascii: "\\")
                ? .ground : .deviceContent(isAtEscape: !isAtEscape && byte == 0x1b)
            return state == .ground ? .unknown : .none
        case .command where byte < 0x20: return endCommand(byte)
        case .device, .string, .command, .ground, .escape, .escapeMarks, .sequence, .sequenceMarks, .ignoredSequence:
            break
        }
        switch byte {
        case 0x1b: return begin()
        case 0x18, 0x1a:
            state = .ground
            character = nil
            return .control(byte)
        case 0..<0x20:
            if case .device = state { return .none }
            guard state != .string else { return .none }
            character = nil
            return .control(byte)
        default: return takeVisible(byte)
        }
    }

    private mutating func begin() -> Action {
        let isString = state == .string
        state = .escape
        (marks, isDiscarded) = (0, false)
        collected.removeAll(keepingCapacity: true)
        return isString ? .unknown : .none
    }

    private mutating func takeVisible(_ byte: UInt8) -> Action {
        switch state {
        case .ground: return takeGround(byte)
        case .escape where byte >= 0x30: return takeEscape(byte)
        case .escape, .escapeMarks:
            if byte < 0x30 {
                state = .escapeMarks
                collectMark(byte)
            } else if byte < 0x7f {
                state = .ground
                return isDiscarded ? .unknown : .escape(byte)
            }
        case .sequence, .sequenceMarks: return takeSequence(byte)
        case .ignoredSequence:
            guard (0x40...0x7e).contains(byte) else { return .none }
            state = .ground
            return .unknown
        case .command:
            if collected.count < Self.longestCommand { collected.append(byte) } else { isDiscarded = true }
        case .device(let isIgnored): takeDevice(byte, isIgnored)
        case .string, .deviceContent: break
        }
        return .none
    }

    private mutating func takeGround(_ byte: UInt8) -> Action {
        if byte == 0x7f { return .none }
        if byte < 0x80 {
            character = nil
            return .scalar(Unicode.Scalar(byte))
        }
        guard var open = character else {
            character = Character(lead: byte)
            return .none
        }
        open.add(byte)
        character = open.isWhole ? nil : open
        return open.scalar.map { .scalar($0) } ?? .none
    }

    private mutating func takeEscape(_ byte: UInt8) -> Action {
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "]"): state = .command
        case UInt8(ascii: "P"): state = .device(isIgnored: false)
        case UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "k"): state = .string
        case 0x7f...: state = .escape
        default: return .escape(byte)
        }
        return .none
    }

    private mutating func takeSequence(_ byte: UInt8) -> Action {
        switch byte {
        case 0x20...0x2f:
            state = .sequenceMarks
            collectMark(byte)
        case 0x3c...0x3f where state == .sequence && collected.isEmpty && marks == 0: collectMark(byte)
        case 0x30...0x3b where state == .sequence:
            if collected.count < Self.longestParameters { collected.append(byte) } else { isDiscarded = true }
        case 0x30...0x3f: state = .ignoredSequence
        case 0x40...0x7e:
            state = .ground
            return isDiscarded ? .unknown : .sequence(byte)
        default: break
        }
        return .none
    }

    private mutating func collectMark(_ byte: UInt8) {
        if marks < 1 << 16 { marks = marks << 8 | UInt32(byte) } else { isDiscarded = true }
    }

    private mutating func takeDevice(_ byte: UInt8, _ isIgnored: Bool) {
        switch byte {
        case 0x40...0x7e where !isIgnored: state = .deviceContent(isAtEscape: false)
        // After a byte that is no number no numbers follow.
        case 0x20...0x2f where !isIgnored: marks = 1
        case 0x30...0x39 where marks == 0, UInt8(ascii: ";") where marks == 0: collected = [byte]
        case 0x3c...0x3f where marks == 0 && collected.isEmpty: collected = [byte]
        case 0x30...0x3f: state = .device(isIgnored: true)
        default: break
        }
    }

    private mutating func endCommand(_ byte: UInt8) -> Action {
        guard [0x07, 0x1b, 0x18, 0x1a].contains(byte) else { return .none }
        let command = collected
        let isWhole = !isDiscarded
        if byte == 0x1b { _ = begin() } else { state = .ground }
        collected = []
        return isWhole ? .command(command) : .unknown
    }

    /// A character of UTF-8 of which bytes are missing.
    private struct Character: Hashable {
        private var value: UInt32
        private let count: Int
        private var missing: Int
        private var isBroken = false

        /// `nil` when no character begins with it.
        init?(lead: UInt8) {
            switch lead {
            case 0xc2...0xdf: (value, count) = (UInt32(lead & 0x1f), 2)
            case 0xe0...0xef: (value, count) = (UInt32(lead & 0x0f), 3)
            case 0xf0...0xf4: (value, count) = (UInt32(lead & 0x07), 4)
            default: return nil
            }
            missing = count - 1
        }

        mutating func add(_ byte: UInt8) {
            if byte & 0xc0 != 0x80 { isBroken = true }
            value = value << 6 | UInt32(byte & 0x3f)
            missing -= 1
        }

        var isWhole: Bool { missing == 0 }

        /// The scalar, in its shortest form.
        var scalar: Unicode.Scalar? {
            let least: [UInt32] = [0x80, 0x800, 0x1_0000]
            guard isWhole, !isBroken, value >= least[count - 2] else { return nil }
            return Unicode.Scalar(value)
        }
    }
}
