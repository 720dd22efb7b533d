import CycleBase

/// A pseudo-terminal for a child, closed in all others.
struct ChildTerminal {
    /// The end of this process. It never blocks.
    let ours: Int32
    /// Keeps the terminal until the child has opened it.
    let theirs: Int32
    /// The path by which the child opens it.
    let path: String

    init(_ size: ConsoleDriver.Size) throws(SystemFailure) {
        let terminal = try PseudoTerminal()
        do throws(SystemFailure) {
            theirs = try Descriptors.open(terminal.path, O_RDWR | O_NOCTTY)
        } catch {
            Descriptors.close(terminal.descriptor)
            throw error
        }
        (ours, path) = (terminal.descriptor, terminal.path)
        ChildTerminal.resize(ours, to: size)
    }

    /// The foreground of the terminal gets `SIGWINCH`. Sizes beyond what the system can count are cut to that.
    static func resize(_ terminal: Int32, to size: ConsoleDriver.Size) {
        func cut(_ count: Int) -> UInt16 { UInt16(clamping: count) }
        var size = winsize(ws_row: cut(size.rows), ws_col: cut(size.columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }
}
