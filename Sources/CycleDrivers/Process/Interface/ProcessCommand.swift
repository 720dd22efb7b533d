/// A program to start, with all that it is given.
///
///     ProcessCommand("make", "all")
///     ProcessCommand("sort", arguments: ["-n"], input: Array("2\n1\n".utf8))
///
/// No shell takes part: an argument with spaces or a `*` reaches the program as it stands. The program has three descriptors, its
/// input, its output and its errors, and none of this process. It has no terminal, unless it is given one of its own:
/// ``ProcessDriver/Program/terminal``.
public struct ProcessCommand: Hashable, Sendable, Codable {
    /// A name that is looked up in `PATH`, or a path, which begins at ``folder`` unless it is absolute. Where ``environment`` has a `PATH`, that one counts, as with Node's and
    /// Python's.
    public var name: String
    /// Without the name. No shell looks at them.
    public var arguments: [String]
    /// The folder that it is started in; `nil` for that of this process.
    public var folder: String?
    /// Variables beside those of this process, or in the place of one of them. A name is not empty and has no `=`, else the program
    /// cannot be started (`EINVAL`). Variables of this process that are not named here reach the program byte for byte, but for
    /// `COLUMNS` and `LINES` where it has a terminal of its own, which has another size.
    public var environment: [String: String]
    /// The bytes of its standard input, which ends behind them.
    public var input: [UInt8]
    /// The form in which it is reported what it prints.
    public var output: Output

    /// The form in which it is reported what a program prints.
    ///
    /// In JSON: `"lines"`, `"wholeLines"`, `"pieces"`, `"none"`, `{"whole": {"upTo": 65536}}`.
    public enum Output: Hashable, Sendable {
        /// A line an event, without its end. A line beyond 64 KiB comes in several, none of which ends inside of a character.
        case lines
        /// Lines as well, but all that one read has brought in one event, each with an LF behind it: a program that prints thousands in a
        /// second costs no turn, and no screen, for each. ``ProcessDriver/Event/lines`` takes them apart.
        case wholeLines
        /// As it comes.
        case pieces
        /// All of it at its end, as one event for what is not empty of the output and of the errors. A program that prints more bytes than
        /// this on one of them is ended, and fails as ``ProcessFailure/tooMuchOutput``. Below zero is zero.
        case whole(upTo: Int)
        /// Not at all.
        case none
    }

    /// A program and its arguments.
    public init(
        _ name: String, arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
        input: [UInt8] = [], output: Output = .lines
    ) {
        self.name = name
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
        self.input = input
        self.output = output
    }

    /// A program and its arguments, one after the other.
    public init(_ name: String, _ arguments: String...) {
        self.init(name, arguments: arguments)
    }
}

/// Why a program does not run, or runs no more.
///
///     case .failed(_, .timeLimit): build.result = "took too long"
///     case .failed(_, let failure): build.result = failure.reason
///
/// In JSON: `{"cannotStart": {"code": 2}}`, `{"exhausted": {"code": 24}}`, `{"timeLimit": {}}`, `{"unknownEnd": {}}`,
/// `{"stillRunning": {"pid": 4711}}`, `{"tooMuchOutput": {}}`.
public enum ProcessFailure: Error, Hashable, Sendable, Codable {
    /// There is no such program or folder, or it may not be started. `code` is the system's `errno`; `ECANCELED` is that of a program that
    /// was asked to end before it was started.
    case cannotStart(code: Int32)
    /// No process, thread or descriptor is left for it.
    case exhausted(code: Int32)
    /// It took longer than its limit, and was ended.
    case timeLimit
    /// It printed more than ``ProcessCommand/Output/whole(upTo:)`` allows, and was ended.
    case tooMuchOutput
    /// It has ended, and the system does not say how: this process ignores `SIGCHLD`.
    case unknownEnd
    /// It was asked to end and then killed, and it runs still: it belongs to another user, or hangs in a call of the system. This
    /// is also reported of a program that has left the model, and after ``timeLimit``.
    case stillRunning(pid: Int32)
}
