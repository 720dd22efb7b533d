import CycleBase

extension KeyDecoder {
    enum State: Hashable {
        case ground
        /// A character of which bytes are missing, and whether Alt is held.
        case character(UTF8Collector, isAlt: Bool)
        case escape
        /// Two of them: Alt and a key whose sequence begins with the second, or Escape and something else.
        case doubleEscape
        /// Escape was a key because of a pause, which may have been one of the line: the rest of a mouse report is none typed.
        case afterEscape
        /// The rest of a sequence that may be a mouse report.
        case mouseTail(MouseTail)
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
        /// Escape before an Escape: of a key, it is Alt.
        case doubleEscape

        var isTyped: Bool { self != .c1 }
    }
}
