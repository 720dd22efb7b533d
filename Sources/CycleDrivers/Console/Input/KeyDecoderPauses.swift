/// The meaning of a pause, after which the bytes so far are decided.
extension KeyDecoder {
    /// Whether the bytes so far are a key by themselves, or the beginning of another.
    package var isUndecided: Bool {
        switch state {
        case .escape, .doubleEscape, .singleShift(.escape), .singleShift(.doubleEscape), .linuxFunction, .oldMouse: true
        case .control(let introducer): introducer.isTyped && collected.isEmpty
        case .mouseTail(let tail): tail.isTyped
        case .string(let string, let introducer): string.isAtEscape || introducer == .escape && string.isEmpty
        // The user may have pressed Ctrl-C because the end of the paste has been lost.
        case .paste: collected.last == KeyDecoder.interruptByte
        case .ground, .character, .afterEscape, .singleShift(.c1), .overlong, .afterString: false
        }
    }

    /// Whether the bytes so far are a part of a sequence, of which the rest may be slow.
    package var isUnfinished: Bool {
        switch state {
        case .singleShift(.c1), .control, .overlong, .mouseTail, .string, .afterString: !isUndecided
        case .ground, .character, .escape, .doubleEscape, .afterEscape, .singleShift, .linuxFunction, .oldMouse, .paste:
            false
        }
    }

    /// Nothing more has come for a moment: decides what is undecided.
    package mutating func timeOut(_ emit: (ConsoleDriver.Event) -> Void) {
        guard isUndecided else { return }
        switch state {
        case .escape:
            emit(.key(.escape))
            return state = .afterEscape
        case .doubleEscape:
            emit(.key(.escape))
            emit(.key(.escape))
        case .singleShift(let introducer):
            emitEscape(before: introducer, emit)
            emitSingleShift(emit)
        case .control(let introducer):
            emitEscape(before: introducer, emit)
            emit(.key(.alt("[")))
        case .mouseTail(let tail): emitTyped(tail, emit)
        case .string(let string, let introducer):
            // The backslash of a terminal that pauses inside of ST is still no key.
            guard !string.isAtEscape else { return state = .afterString }
            emitTyped(string, introducer, emit)
        case .paste: interruptPaste(emit)
        case .ground, .character, .afterEscape, .linuxFunction, .oldMouse, .overlong, .afterString: break
        }
        state = .ground
    }

    /// Nothing more has come for a second: a sequence that is unfinished has no end, and the next byte is a key.
    package mutating func abandon() {
        if isUnfinished { state = .ground }
    }

    /// Emits the keys that began a string, when nothing but them has come.
    func emitTyped(
        _ string: TerminalString, _ introducer: Introducer, _ emit: (ConsoleDriver.Event) -> Void
    ) {
        guard introducer.isTyped, string.isEmpty else { return }
        emit(key(Character(Unicode.Scalar(string.letter)), isAlt: true))
    }

    /// Emits the keys that looked like the beginning of a sequence of `ESC O`.
    func emitSingleShift(_ emit: (ConsoleDriver.Event) -> Void) {
        emit(.key(.alt("O")))
        for byte in collected { emit(key(Character(Unicode.Scalar(byte)), isAlt: false)) }
    }

    /// Emits the keys that looked like the rest of a mouse report.
    func emitTyped(_ tail: MouseTail, _ emit: (ConsoleDriver.Event) -> Void) {
        for byte in tail.bytes { emit(key(Character(Unicode.Scalar(byte)), isAlt: false)) }
    }

    /// Alt goes with no key that follows two Escapes: the first one was typed.
    func emitEscape(before introducer: Introducer, _ emit: (ConsoleDriver.Event) -> Void) {
        if introducer == .doubleEscape { emit(.key(.escape)) }
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
        case .ground, .escape, .doubleEscape, .afterEscape, .singleShift, .control, .overlong, .linuxFunction,
            .oldMouse,
            .mouseTail, .string, .afterString:
            timeOut(emit)
        }
        state = .ground
    }
}
