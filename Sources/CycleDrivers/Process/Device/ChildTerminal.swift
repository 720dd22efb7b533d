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
        var opened: (ours: Int32, theirs: Int32) = (-1, -1)
        guard openpty(&opened.ours, &opened.theirs, nil, nil, nil) == 0 else { throw SystemFailure(code: errno) }
        do throws(SystemFailure) {
            ours = try Descriptors.aboveStandard(opened.ours)
        } catch {
            Descriptors.close(opened.theirs)
            throw error
        }
        do throws(SystemFailure) {
            theirs = try Descriptors.aboveStandard(opened.theirs)
        } catch {
            Descriptors.close(ours)
            throw error
        }
        for end in [ours, theirs] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
        guard let path = Descriptors.terminalPath(of: theirs) else {
            let code = errno
            for end in [ours, theirs] { Descriptors.close(end) }
            throw SystemFailure(code: code)
        }
        self.path = path
        ChildTerminal.resize(ours, to: size)
    }

    /// The foreground of the terminal gets `SIGWINCH`. Sizes beyond what the system can count are cut to that.
    static func resize(_ terminal: Int32, to size: ConsoleDriver.Size) {
        func cut(_ count: Int) -> UInt16 { UInt16(clamping: count) }
        var size = winsize(ws_row: cut(size.rows), ws_col: cut(size.columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }
}
