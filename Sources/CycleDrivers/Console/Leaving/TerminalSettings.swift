import CycleBase

/// How a terminal treats what is typed.
struct TerminalSettings {
    let value: termios

    private init(_ value: termios) {
        self.value = value
    }

    /// `nil` when `descriptor` is not a terminal.
    init?(of descriptor: Int32) {
        var value = termios()
        guard tcgetattr(descriptor, &value) == 0 else { return nil }
        self.value = value
    }

    /// Each byte as it comes, none of them echoed or taken for a command. The output is not changed.
    var raw: TerminalSettings {
        var value = value
        value.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN | ISIG)
        value.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | INPCK | ISTRIP)
        withUnsafeMutableBytes(of: &value.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return TerminalSettings(value)
    }

    /// At once: waiting for written bytes to arrive might never end.
    func apply(to descriptor: Int32) {
        var value = value
        while tcsetattr(descriptor, TCSANOW, &value) != 0, errno == EINTR {}
    }

    /// A screen has memory for each cell: no window of a person has as many.
    private static let cellLimit = 4_000_000

    static func size(of descriptor: Int32) -> ConsoleDriver.Size {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ConsoleDriver.Size(columns: 80, rows: 24)
        }
        let columns = min(Int(size.ws_col), ConsoleDriver.Canvas.limit)
        return ConsoleDriver.Size(columns: columns, rows: min(Int(size.ws_row), max(1, cellLimit / columns)))
    }
}
