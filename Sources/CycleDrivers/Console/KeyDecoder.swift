/// Turns the bytes of a terminal into keys, pastes, clicks and focus. A value: the same bytes give the same events,
/// however they are cut into pieces.
///
/// Only time can tell the Escape key from the beginning of a sequence: while ``isUndecided``, call ``timeOut(_:)`` when
/// nothing has come for a moment.
package struct KeyDecoder {
    enum State {
        case ground
        /// A character of which bytes are missing, and whether Alt is held.
        case character(UTF8Collector, isAlt: Bool)
        case escape
        /// `ESC O`.
        case singleShift
        /// `ESC [`; what came after is collected.
        case control
        /// A sequence that is longer than any key's: its rest is dropped.
        case overlong
        /// F1 to F5 of the Linux console: `ESC [ [`.
        case linuxFunction
        /// A click in the form of before 1006, which carries three more bytes of no use here.
        case oldMouse(missingCount: Int)
        /// `ESC ]`: what the terminal answers when it is asked for its background. Whether it is about to end.
        case answer(isEnding: Bool)
        /// Between the marks around a pasted text, which is collected.
        case paste
    }

    static let longestSequence = 64
    static let longestPaste = 1 << 20
    static let escapeByte: UInt8 = 0x1b
    static let interruptByte: UInt8 = 3

    private var state = State.ground
    private var collected: [UInt8] = []
    /// A line feed right after a carriage return is the same Enter.
    private var wasReturn = false

    package init() {}

    /// Whether the bytes so far are a key by themselves, or the beginning of another.
    package var isUndecided: Bool {
        switch state {
        case .escape, .singleShift, .control, .linuxFunction, .oldMouse, .overlong: true
        // The rest of an answer may be slow.
        case .answer: collected.isEmpty
        // Perhaps pressed because the end of the paste has been lost.
        case .paste: collected.last == KeyDecoder.interruptByte
        case .ground, .character: false
        }
    }

    /// Takes some bytes.
    package mutating func decode(_ bytes: some Sequence<UInt8>, _ emit: (ConsoleDriver.Event) -> Void) {
        for byte in bytes { decode(byte, emit) }
    }

    /// Nothing more has come: what is undecided is decided now.
    package mutating func timeOut(_ emit: (ConsoleDriver.Event) -> Void) {
        switch state {
        case .escape: emit(.key(.escape))
        case .singleShift: emit(.key(.alt("O")))
        case .answer where collected.isEmpty: emit(.key(.alt("]")))
        case .control where collected.isEmpty: emit(.key(.alt("[")))
        case .control, .overlong, .linuxFunction, .oldMouse: break
        case .paste where isUndecided: interruptPaste(emit)
        case .ground, .character, .paste, .answer: return
        }
        state = .ground
    }

    /// Ctrl-C, and nothing after it: what was pasted so far was all.
    private mutating func interruptPaste(_ emit: (ConsoleDriver.Event) -> Void) {
        let count = collected.reversed().prefix { $0 == KeyDecoder.interruptByte }.count
        emit(.paste(String(decoding: collected.dropLast(count), as: UTF8.self)))
        for _ in 0..<count { emit(.key(.control("c"))) }
        collected = []
    }

    /// Nothing will ever come: what is unfinished comes out as it is.
    package mutating func finish(_ emit: (ConsoleDriver.Event) -> Void) {
        switch state {
        case .character(_, let isAlt): emit(key("\u{FFFD}", isAlt: isAlt))
        case .paste: emit(.paste(String(decoding: collected, as: UTF8.self)))
        default: timeOut(emit)
        }
        state = .ground
    }

    private mutating func decode(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        switch state {
        case .ground: decodeGround(byte, isAlt: false, emit)
        case .character(let collector, let isAlt): decodeCharacter(byte, collector, isAlt: isAlt, emit)
        case .escape: decodeEscape(byte, emit)
        case .singleShift:
            state = .ground
            if let base = ConsoleDriver.Key.Base(singleShift: byte) {
                emit(.key(ConsoleDriver.Key(base)))
            } else if byte < 0x20 || byte > 0x7e {
                emit(.key(.alt("O")))
                decodeGround(byte, isAlt: false, emit)
            }
        case .control: decodeControl(byte, emit)
        case .overlong:
            if let byte = abortingByte(byte) {
                decodeGround(byte, isAlt: false, emit)
            } else if (0x40...0x7e).contains(byte) {
                state = .ground
            }
        case .linuxFunction:
            state = .ground
            if (0x41...0x45).contains(byte) { return emit(.key(.function(Int(byte) - 0x40))) }
            if byte < 0x20 || byte > 0x7e { decodeGround(byte, isAlt: false, emit) }
        case .oldMouse(let missingCount):
            state = missingCount > 1 ? .oldMouse(missingCount: missingCount - 1) : .ground
        case .answer(let isEnding): decodeAnswer(byte, isEnding: isEnding, emit)
        case .paste: decodePaste(byte, emit)
        }
    }

    private mutating func decodeGround(_ byte: UInt8, isAlt: Bool, _ emit: (ConsoleDriver.Event) -> Void) {
        state = .ground
        let isSecondOfPair = byte == 0x0a && wasReturn
        wasReturn = byte == 0x0d
        if isSecondOfPair { return }
        if byte >= 0x80 {
            if let collector = UTF8Collector(lead: byte) {
                state = .character(collector, isAlt: isAlt)
            } else {
                emit(key("\u{FFFD}", isAlt: isAlt))
            }
        } else if byte == KeyDecoder.escapeByte {
            state = .escape
        } else {
            let key = ConsoleDriver.Key(ascii: byte)
            emit(.key(isAlt ? .alt(key) : key))
        }
    }

    private mutating func decodeCharacter(
        _ byte: UInt8, _ collector: UTF8Collector, isAlt: Bool, _ emit: (ConsoleDriver.Event) -> Void
    ) {
        var collector = collector
        switch collector.take(byte) {
        case .incomplete: state = .character(collector, isAlt: isAlt)
        case .complete(let scalar):
            state = .ground
            emit(key(Character(scalar), isAlt: isAlt))
        case .broken:
            emit(key("\u{FFFD}", isAlt: isAlt))
            decodeGround(byte, isAlt: false, emit)
        }
    }

    private mutating func decodeEscape(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        wasReturn = false
        switch byte {
        case UInt8(ascii: "["):
            collected.removeAll(keepingCapacity: true)
            state = .control
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"):
            collected.removeAll(keepingCapacity: true)
            state = .answer(isEnding: false)
        case 0x09, 0x0a, 0x0d, 0x08, 0x20...: decodeGround(byte, isAlt: true, emit)
        default:
            // Escape pressed, then Escape again, or Ctrl and a key.
            emit(.key(.escape))
            decodeGround(byte, isAlt: false, emit)
        }
    }

    private mutating func decodeControl(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        if let byte = abortingByte(byte) { return decodeGround(byte, isAlt: false, emit) }
        switch byte {
        case UInt8(ascii: "[") where collected.isEmpty: state = .linuxFunction
        case UInt8(ascii: "M") where collected.isEmpty: state = .oldMouse(missingCount: 3)
        case 0x40...0x7e:
            state = .ground
            let sequence = ControlSequence(parameters: collected, final: byte)
            if sequence.isPasteStart {
                collected = []
                state = .paste
            } else if let event = sequence.event {
                emit(event)
            }
        default:
            if collected.count < KeyDecoder.longestSequence { collected.append(byte) } else { state = .overlong }
        }
    }

    /// What cannot be a part of an answer was typed: after nothing but `ESC ]`, Alt was held.
    private mutating func decodeAnswer(_ byte: UInt8, isEnding: Bool, _ emit: (ConsoleDriver.Event) -> Void) {
        // BEL, or ST in one byte or two.
        if isEnding || byte == 0x07 || byte == 0x9c {
            state = .ground
            if let event = TerminalAnswer(collected)?.event { emit(event) }
            if isEnding, byte != UInt8(ascii: "\\") { decodeEscape(byte, emit) }
        } else if byte == KeyDecoder.escapeByte, !collected.isEmpty {
            state = .answer(isEnding: true)
        } else if TerminalAnswer.canContain(byte, after: collected.count) {
            collected.append(byte)
        } else {
            if collected.isEmpty { emit(.key(.alt("]"))) }
            decodeGround(byte, isAlt: false, emit)
        }
    }

    /// A control character, another Escape or a byte beyond ASCII is never a part of a sequence.
    private func abortingByte(_ byte: UInt8) -> UInt8? {
        byte < 0x20 || byte > 0x7e ? byte : nil
    }

    private mutating func decodePaste(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        collected.append(byte)
        if byte == UInt8(ascii: "~"), collected.suffix(6).elementsEqual(ControlSequence.pasteEnd) {
            state = .ground
            emit(.paste(String(decoding: collected.dropLast(6), as: UTF8.self)))
            collected = []
        } else if collected.count >= KeyDecoder.longestPaste, byte < 0x80,
            !collected.suffix(6).contains(KeyDecoder.escapeByte)
        {
            emit(.paste(String(decoding: collected, as: UTF8.self)))
            collected.removeAll(keepingCapacity: true)
        }
    }

    private func key(_ character: Character, isAlt: Bool) -> ConsoleDriver.Event {
        .key(ConsoleDriver.Key(.character(character), isAlt ? .alt : []))
    }
}
