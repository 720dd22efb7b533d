import CycleBase

/// Shows text on the terminal and reports what is typed there.
///
///     frames.lens(
///         driver: ConsoleDriver(),
///         frameFilter: { .screen("total \($0.total)  (+ - q)", plain: "\($0.total)", input: .keys) },
///         eventFilter: { frame, event in
///             if event == .key("+") { frame.total += 1 }
///         })
///
/// On a terminal a screen is drawn and redrawn in place; only the cells that changed are written. Where there is no
/// terminal, or a dumb one, a line is printed for each change and no escape code is ever written.
///
/// A screen is a text or a ``Canvas`` of cells with styles. Where many keys come at once, each is an event and each frame
/// is made, but no more than 120 screens a second are drawn, the first at once and the last always. Colours, links and
/// underlines are reduced to what the terminal has, as `TERM` and the other variables of the environment tell.
///
/// An output that takes nothing for a while, after Ctrl-S or because its reader is slow, does not hold the loop: of the
/// screens that come during that time the newest is drawn, and lines wait. Beyond a mebibyte of lines the loop waits as
/// well. `run` returns when everything is written. A terminal that takes nothing for two seconds does not keep the
/// program from ending, whatever ends it: the program says on standard error how much was not written, and its exit
/// code is 1. The reader of a pipe may read as late as it likes.
///
/// A standard output that cannot be written to, because the disk is full or it was closed, is an event, and no frame can show
/// it there: when the program exits it is said on standard error, and the exit code is 1. A reader that has gone, as `head`
/// does, is an event alone.
///
/// The terminal is as it was found when the loop ends, when the program exits, is stopped, is killed by any signal, or
/// crashes, also by an overflow of the stack: but for `SIGKILL` and `SIGSTOP`, which no process can catch, see `isGuarded`.
///
/// One driver has a terminal: a second one in the same process gets ``Failure/inUse``, and the end of its input. Features
/// that share a terminal share the model of one driver.
public struct ConsoleDriver: Sendable {
    let inputDescriptor: Int32
    let outputDescriptor: Int32
    let environment: [String: String]?
    let isGuarded: Bool
    /// Another than the system's in tests only.
    package var readiness = Readiness.ofSystem
    package let options: ConsoleOptions

    /// - Parameters:
    ///   - input: The descriptor that is read. It stays open.
    ///   - output: The descriptor that is written to; -1 for a console that only reads. It stays open.
    ///   - environment: Where `TERM`, `COLORTERM`, `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `ACCESSIBLE` are looked up; by
    ///     default the environment of the process.
    ///   - escapeDelay: How long an Escape byte may be the beginning of a key's sequence before it is the Escape key.
    ///   - secondInterruptEnds: Whether Ctrl-C twice in a row, when keys are read, ends the process by `SIGINT`, so that
    ///     a program that does not listen to ``Event/interrupted`` can be left.
    ///   - suspends: Whether Ctrl-Z, when keys are read, stops the process; otherwise it is a key like others.
    ///   - isGuarded: Whether a second process, a shell that looks twice a second, gives the terminal back after a
    ///     `SIGKILL` or `SIGSTOP` too.
    @available(iOS, unavailable, message: "iOS has no terminal")
    public init(
        input: Int32 = 0, output: Int32 = 1, environment: [String: String]? = nil,
        escapeDelay: Duration = .milliseconds(50), secondInterruptEnds: Bool = true, suspends: Bool = true,
        isGuarded: Bool = false
    ) {
        self.isGuarded = isGuarded
        inputDescriptor = input
        outputDescriptor = output
        self.environment = environment
        options = ConsoleOptions(
            escapeDelay: escapeDelay, secondInterruptEnds: secondInterruptEnds, suspends: suspends)
    }
}

extension ConsoleDriver: InteractiveDriver {}
