import CycleBase

/// Turns the bytes of a terminal into keys, pastes, clicks and focus. A value: the same bytes give the same events,
/// however they are cut into pieces.
///
/// Only time can tell the Escape key from the beginning of a sequence: while ``isUndecided``, the caller calls
/// ``timeOut(_:)`` when nothing has come for a moment. A terminal's reply may pause for longer: while ``isUnfinished``, the
/// caller calls ``abandon()`` when nothing has come for a second.
///
/// Sequences are known with an Escape and with one control of C1, which is a byte or a character of UTF-8.
package struct KeyDecoder: Hashable, Sendable {
    static let longestSequence = 64
    static let longestPaste = 1 << 20
    static let escapeByte: UInt8 = 0x1b
    static let interruptByte: UInt8 = 3

    var state = State.ground
    var collected: [UInt8] = []
    /// A line feed right after a carriage return is the same Enter.
    private var wasReturn = false

    package init() {}

    /// Takes some bytes.
    package mutating func decode(_ bytes: some Sequence<UInt8>, _ emit: (ConsoleDriver.Event) -> Void) {
        for byte in bytes { decode(byte, emit) }
    }

    private mutating func decode(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        switch state {
        case .ground: decodeGround(byte, isAlt: false, emit)
        case .character(let collector, let isAlt): decodeCharacter(byte, collector, isAlt: isAlt, emit)
        case .escape: decodeEscape(byte, emit)
        case .doubleEscape: decodeDoubleEscape(byte, emit)
        case .afterEscape:
            if byte == UInt8(ascii: "[") {
                state = .mouseTail(MouseTail())
            } else {
                decodeGround(byte, isAlt: false, emit)
            }
        case .mouseTail(let tail): decodeTail(byte, tail, emit)
        case .singleShift(let introducer): decodeSingleShift(byte, introducer, emit)
        case .control(let introducer): decodeControl(byte, introducer, emit)
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
        // Its bytes are a blank and more: a control character was typed.
        case .oldMouse where byte < 0x20: decodeGround(byte, isAlt: false, emit)
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
        case KeyDecoder.escapeByte: state = .doubleEscape
        case KeyDecoder.interruptByte:
            // Escape pressed, then Ctrl-C, which always interrupts.
            emit(.key(.escape))
            decodeGround(byte, isAlt: false, emit)
        default: decodeGround(byte, isAlt: true, emit)
        }
    }

    private mutating func decodeDoubleEscape(_ byte: UInt8, _ emit: (ConsoleDriver.Event) -> Void) {
        if byte == UInt8(ascii: "["), begin(byte, .doubleEscape) { return }
        if byte == UInt8(ascii: "O"), begin(byte, .doubleEscape) { return }
        emit(.key(.escape))
        decodeEscape(byte, emit)
    }

    private mutating func decodeTail(_ byte: UInt8, _ tail: MouseTail, _ emit: (ConsoleDriver.Event) -> Void) {
        var tail = tail
        state = .ground
        switch tail.take(byte) {
        case .inside: state = .mouseTail(tail)
        case .ended(let sequence): if let event = sequence.event { emit(event) }
        case .broken:
            emitTyped(tail, emit)
            decodeGround(byte, isAlt: false, emit)
        }
    }

    private mutating func decodeSingleShift(
        _ byte: UInt8, _ introducer: Introducer, _ emit: (ConsoleDriver.Event) -> Void
    ) {
        // Konsole and old terminals send the modifiers of F1 to F4 here: `ESC O 5 P`.
        if byte.isDigit || byte == UInt8(ascii: ";"), collected.count < 4 { return collected.append(byte) }
        state = .ground
        if let key = ConsoleDriver.Key(singleShift: byte)?.with(ControlSequence.modifiers(collected)) {
            return emit(.key(introducer == .doubleEscape ? .alt(key) : key))
        }
        emitEscape(before: introducer, emit)
        guard byte < 0x20 || byte > 0x7e else { return }
        if introducer.isTyped { emitSingleShift(emit) }
        decodeGround(byte, isAlt: false, emit)
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

    private mutating func decodeControl(
        _ byte: UInt8, _ introducer: Introducer, _ emit: (ConsoleDriver.Event) -> Void
    ) {
        if let byte = abortingByte(byte) {
            emitEscape(before: introducer, emit)
            return decodeGround(byte, isAlt: false, emit)
        }
        switch byte {
        case UInt8(ascii: "[") where collected.isEmpty:
            emitEscape(before: introducer, emit)
            state = .linuxFunction
        case UInt8(ascii: "M") where collected.isEmpty:
            emitEscape(before: introducer, emit)
            state = .oldMouse(missingCount: 3)
        case UInt8(ascii: "$") where ControlSequence.endsInDollar(collected):
            end(ControlSequence(parameters: collected, final: byte), introducer, emit)
        case 0x40...0x7e: end(ControlSequence(parameters: collected, final: byte), introducer, emit)
        default:
            if collected.count < KeyDecoder.longestSequence { return collected.append(byte) }
            emitEscape(before: introducer, emit)
            state = .overlong
        }
    }

    private mutating func end(
        _ sequence: ControlSequence, _ introducer: Introducer, _ emit: (ConsoleDriver.Event) -> Void
    ) {
        state = .ground
        if introducer == .doubleEscape, case .key(let key) = sequence.event { return emit(.key(.alt(key))) }
        emitEscape(before: introducer, emit)
        if sequence.isPasteStart {
            collected = []
            state = .paste
        } else if let event = sequence.event {
            emit(event)
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

    func key(_ character: Character, isAlt: Bool) -> ConsoleDriver.Event {
        .key(ConsoleDriver.Key(.character(character), isAlt ? .alt : []))
    }
}
