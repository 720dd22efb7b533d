import CycleBase

extension ConsoleDriver {
    /// An event at the terminal.
    public enum Event: Sendable, Hashable {
        /// A line, without its end; while ``Input/wholeLines`` are read, one or several, with an LF between two. The last one of a file need not
        /// have had an end.
        case line(String)
        /// A key, decoded from what the terminal sends for it; while ``Input/keys`` are read.
        case key(Key)
        /// Text that was pasted, if ``Model/paste`` asks for it. A text of more than a mebibyte comes in pieces.
        case paste(String)
        /// Something done with the mouse, if ``Model/mouse`` asks for it.
        case mouse(Mouse)
        /// Whether the terminal's window is looked at, if ``Model/focus`` asks for it.
        case focus(Bool)
        /// The background of the terminal's text, if ``Model/background`` asks for it: as soon as it is known, and when it has
        /// changed. Never from a terminal that does not tell.
        case background(Background)
        /// The terminal's size, up to 10,000 columns and rows: at the start, and when it has changed; never where lines are
        /// printed instead of a screen. Keep it in the frame: then a screen is a function of the frame alone.
        case resized(Size)
        /// Ctrl-C while keys are read from a terminal.
        case interrupted
        /// Ctrl-Z: the process stops once this turn is over.
        case suspended
        /// The process goes on, and the screen has been drawn anew.
        case resumed
        /// The end of the input. Comes once.
        case ended
        /// The program that had the terminal has ended.
        case programEnded(Program.Status)
        /// The terminal fails, or the system refuses a resource. Everything else goes on.
        case failed(Failure)

        /// The lines, without their ends; none of other events. For ``Input/wholeLines``.
        public var lines: [String] {
            guard case .line(let text) = self else { return [] }
            return text.utf8.linesBetweenEnds
        }
    }

    /// A failure of the terminal, or of a resource. Codes are those of `errno`.
    public enum Failure: Error, Hashable, Sendable {
        /// The reader of the output has gone. Nothing is written from now on.
        case outputClosed
        /// The output cannot be written to. Nothing is written from now on.
        case output(code: Int32)
        /// The input cannot be read; its end follows.
        case input(code: Int32)
        /// The program could not be started.
        case program(code: Int32)
        /// Another console driver of this process has the terminal, pipe or file. Nothing is read or written until it has
        /// ended.
        case inUse
        /// The system has no thread or descriptor left for what is needed to read keys, to watch for a new size, or to give
        /// the terminal back; the rest goes on.
        case exhausted(code: Int32)
    }
}
