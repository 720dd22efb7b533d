/// Turns the bytes of a terminal into keys, pastes, clicks and focus. A value: the same bytes give the same events,
/// however they are cut into pieces.
///
/// Only time can tell the Escape key from the beginning of a sequence: while ``isUndecided``, the caller calls
/// ``timeOut(_:)`` when nothing has come for a moment. A terminal's reply may pause for longer: while ``isUnfinished``, the
/// caller calls ``abandon()`` when nothing has come for a second.
///
/// Sequences are known with an Escape and with one control of C1, which is a byte or a character of UTF-8.
package struct KeyDecoder: Hashable, Sendable {
    enum State: Hashable {
        case ground
        /// A character of which bytes are missing, and whether Alt is held.
        case character(UTF8Collector, isAlt: Bool)
        case escape
        /// `ESC O`, or SS3.
        case singleShift(Introducer)
        /// `ESC [`, or CSI; the bytes after it are collected.
        case control(Introducer)
        /// A sequence that is longer than any key's: its rest is dropped.
        case overlong
        /// F1 to F5 of the Linux console: `ESC [ [`.
        case linuxFunction
        /// A click in the form of before 1006, which carries three more bytes of no use here.
        case oldMouse(missingCount: Int)
        /// A reply, of which the beginning is collected when it is a command: it may name the terminal's background.
        case string(TerminalString, Introducer)
        /// A string has ended with an Escape and a pause: a backslash may still follow.
        case afterString
        /// Between the marks around a pasted text, which is collected.
        case paste
    }

    /// How a sequence began: Escape and a letter may have been typed.
    enum Introducer: Hashable {
        case escape, c1
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
        case .escape, .singleShift(.escape), .linuxFunction: true
        case .control(let introducer): introducer == .escape && collected.isEmpty
        case .string(let string, let introducer): string.isAtEscape || introducer == .escape && string.isEmpty
        // The user may have pressed Ctrl-C because the end of the paste has been lost.
        case .paste: collected.last == KeyDecoder.interruptByte
        case .ground, .character, .singleShift(.c1), .oldMouse, .overlong, .afterString: false
        }
    }

    /// Whether the bytes so far are a part of a sequence, of which the rest may be slow.
    package var isUnfinished: Bool {
        switch state {
        case .singleShift(.c1), .control, .overlong, .oldMouse, .string, .afterString: !isUndecided
        case .ground, .character, .escape, .singleShift(.escape), .linuxFunction, .paste: false
        }
    }

    /// Takes some bytes.
    package mutating func decode(_ bytes: some Sequence<UInt8>, _ emit: (ConsoleDriver.Event) -> Void) {
        for byte in bytes { decode(byte, emit) }
    }

    /// Nothing more has come for a moment: decides what is undecided.
    package mutating func timeOut(_ emit: (ConsoleDriver.Event) -> Void) {
        guard isUndecided else { return }
        switch state {
        case .escape: emit(.key(.escape))
        case .singleShift: emit(.key(.alt("O")))
        case .control: emit(.key(.alt("[")))
        case .string(let string, let introducer):
            // The backslash of a terminal that pauses inside of ST is still no key.
            guard !string.isAtEscape else { return state = .afterString }
            emitTyped(string, introducer, emit)
        case .paste: interruptPaste(emit)
        case .ground, .character, .linuxFunction, .oldMouse, .overlong, .afterString: break
        }
        state = .ground
    }

    /// Nothing more has come for a second: a sequence that is unfinished has no end, and the next byte is a key.
    package mutating func abandon() {
        if isUnfinished { state = .ground }
    }

    /// Emits the keys that began a string, when nothing but them has come.
    private func emitTyped(
        _ string: TerminalString, _ introducer: Introducer, _ emit: (ConsoleDriver.Event) -> Void
    ) {
        guard introducer == .escape, string.isEmpty else { return }
        emit(key(Character(Unicode.Scalar(string.letter)), isAlt: true))
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
        case .ground, .escape, .singleShift, .control, .overlong, .linuxFunction, .oldMouse, .string, .afterString:
            timeOut(emit)
        }
        state = .ground
    }

    private mutating func decode(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        switch state {
        case .ground: decodeGround(byte, isAlt: false, emit)
        case .character(let collector, let isAlt): decodeCharacter(byte, collector, isAlt: isAlt, emit)
        case .escape: decodeEscape(byte, emit)
        case .singleShift(let introducer):
            state = .ground
            if let base = ConsoleDriver.Key.Base(singleShift: byte) {
                emit(.key(ConsoleDriver.Key(base)))
            } else if byte < 0x20 || byte > 0x7e {
                if introducer == .escape { emit(.key(.alt("O"))) }
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
        case .string(let string, let introducer): decodeString(byte, string, introducer, emit)
        case .afterString:
            state = .ground
            if byte != UInt8(ascii: "\\") { decodeGround(byte, isAlt: false, emit) }
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
            } else if !introduce(byte, afterEscape: isAlt, emit) {
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
            if let byte = UInt8(exactly: scalar.value), introduce(byte, afterEscape: isAlt, emit) { return }
            emit(key(Character(scalar), isAlt: isAlt))
        case .broken:
            emit(key("\u{FFFD}", isAlt: isAlt))
            decodeGround(byte, isAlt: false, emit)
        }
    }

    private mutating func decodeEscape(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        wasReturn = false
        switch byte {
        case _ where begin(byte, .escape): break
        case 0x09, 0x0a, 0x0d, 0x08, 0x20...: decodeGround(byte, isAlt: true, emit)
        default:
            // Escape pressed, then Escape again, or Ctrl and a key.
            emit(.key(.escape))
            decodeGround(byte, isAlt: false, emit)
        }
    }

    /// Begins the sequence of a control of C1, unless it introduces none.
    private mutating func introduce(
        _ byte: UInt8, afterEscape: Bool, _ emit: (ConsoleDriver.Event) -> Void
    ) -> Bool {
        guard (0x80...0x9f).contains(byte), begin(byte - 0x40, .c1) else { return false }
        if afterEscape { emit(.key(.escape)) }
        return true
    }

    /// Begins the sequence that a letter introduces after an Escape, unless it introduces none.
    private mutating func begin(_ letter: UInt8, _ introducer: Introducer) -> Bool {
        if letter == UInt8(ascii: "O") {
            state = .singleShift(introducer)
        } else if letter == UInt8(ascii: "[") {
            state = .control(introducer)
        } else if let string = TerminalString(letter: letter) {
            state = .string(string, introducer)
        } else {
            return false
        }
        collected.removeAll(keepingCapacity: true)
        return true
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

    private mutating func decodeString(
        _ byte: UInt8, _ string: TerminalString, _ introducer: Introducer, _ emit: (ConsoleDriver.Event) -> Void
    ) {
        var string = string
        let outcome = string.take(byte)
        state = .ground
        switch outcome {
        case .inside:
            state = .string(string, introducer)
            if string.isCommand, !string.isAtEscape, collected.count < KeyDecoder.longestSequence {
                collected.append(byte)
            }
        case .ended:
            if string.isCommand, let event = TerminalAnswer(collected)?.event { emit(event) }
        case .broken:
            emitTyped(string, introducer, emit)
            decodeGround(byte, isAlt: false, emit)
        case .brokenByEscape:
            emitTyped(string, introducer, emit)
            decodeEscape(byte, emit)
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
