import CycleBase

/// Runs programs, by identity, and reports what they print and how they end.
///
///     frames.lens(
///         driver: ProcessDriver<String>(),
///         frameFilter: { .running($0.isBuilding ? [.init("build", .init("make", "all"))] : []) },
///         eventFilter: { frame, event in
///             if case .output = event, let line = event.text { frame.log.append(line) }
///             if case .ended(_, let status) = event { frame.result = status }
///         })
///
/// A program that enters the model is started, once: one that has ended stays as it is until it leaves the model. A
/// program that leaves the model, or whose command changes, gets `SIGTERM`, and after a while `SIGKILL`; no event of it
/// arrives any more. A program that ``Program/isEnding`` gets the same, and is heard until it has ended. The next program of an identity
/// starts when the one before has ended, so that two never hold one port or file; a program of another identity does not wait.
/// When the loop ends all are ended, and `run` returns when they are gone: one that was ending already has the rest of its patience, and
/// one that ``Program/isKilled`` has none. A program that cannot be ended holds nothing
/// up: after twice the patience it is reported by its number as ``ProcessFailure/stillRunning(pid:)``. At the end of the loop, when no
/// frame could show that, the process says so on the standard error when it exits, and exits with an error.
///
/// Each program leads a session of its own, so that the keys of a terminal do not reach it, and a question that it would ask on the
/// terminal of this process fails at once instead of stopping it for ever. A program with ``Program/terminal`` has a pseudo-terminal of
/// its own.
///
/// Processes that a program has started are ended with it. Those of its group get the request to end as well, and have the rest of the
/// patience when the program itself has ended before them, as a shell does; its end is reported when they are gone. On Linux those in
/// other groups and sessions are killed then, too: they are known by a variable `CYCLE_GUARD_…` in their environment, and by their limit of
/// real time (`RLIMIT_RTTIME`), which is so high that it limits nothing. Processes that have left the session of a program in a terminal go
/// on, as when a window is closed, and so do processes that outlive a program which ends by itself. A guard, a small process beside this
/// one, ends the programs with all that they have started when this process has vanished without an end of its run: killed, or after a
/// fault.
///
/// An application that is slow holds up the programs: one that prints faster than its events are taken waits in `write`.
/// A program that reads slowly holds up nothing but its own input, and the application sees how far it has come.
public struct ProcessDriver<ID: Hashable & Sendable>: Sendable {
    package let patience: Duration
    let makeDevice: @Sendable () -> any ProcessDevice

    package init(patience: Duration, _ makeDevice: @escaping @Sendable () -> any ProcessDevice) {
        self.patience = patience
        self.makeDevice = makeDevice
    }
}

extension ProcessDriver {
    /// The programs that should run.
    public struct Model: Hashable, Sendable {
        /// The first of two with one identity counts.
        public var programs: [Program]

        /// Some programs.
        public init(_ programs: [Program] = []) {
            self.programs = programs
        }

        /// Some programs.
        public static func running(_ programs: [Program]) -> Model { Model(programs) }

        /// No program.
        public static var none: Model { Model() }
    }

    /// A program that should run.
    ///
    /// A change of the command, of the limit, or from pipes to a terminal or back, ends the program, and starts another. All else changes
    /// while it runs.
    public struct Program: Hashable, Identifiable, Sendable {
        /// The name of the program in events.
        public let id: ID
        /// The program, and what it is given at its start.
        public var command: ProcessCommand
        /// Lines for its standard input behind that of the command, while it runs. `nil`: the input ends behind that of the
        /// command. A program that was started without any gets none later.
        public var input: ProcessInput?
        /// Signals for it, while it runs.
        public var signals: ProcessSignals
        /// The size of its terminal; `nil` for pipes. With a terminal its input, output and errors are the pseudo-terminal, which controls
        /// its session: what it prints is ``Event/output(_:_:)``, best in pieces, as a screen is made of it; another size is a resize. It is
        /// asked to end by `SIGHUP`, as when a window is closed: shells in terminals ignore `SIGTERM`.
        public var terminal: ConsoleDriver.Size?
        /// How long it may run. A program that takes longer is ended, and reported as ``ProcessFailure/timeLimit``.
        public var limit: Duration?
        /// Whether it is asked to end, and killed when it does not, while its events still arrive, up to its end. A request to end
        /// cannot be taken back. A program that is ending before it was started is not started, and fails.
        public var isEnding: Bool
        /// Whether it is killed at once, with all that it has started in its group, while its events still arrive, up to its end: for a
        /// user who asks a second time. A frame that is done waits for nothing but its end then.
        public var isKilled: Bool

        /// A program.
        public init(
            _ id: ID, _ command: ProcessCommand, input: ProcessInput? = nil, signals: ProcessSignals = .init(),
            terminal: ConsoleDriver.Size? = nil, limit: Duration? = nil, isEnding: Bool = false, isKilled: Bool = false
        ) {
            self.id = id
            self.command = command
            self.input = input
            self.signals = signals
            self.terminal = terminal
            self.limit = limit
            self.isEnding = isEnding
            self.isKilled = isKilled
        }

        /// Whether it is not started any more.
        var isOver: Bool { isEnding || isKilled }

        /// Whether it is the same start of a program, perhaps with other lines.
        func isSame(as other: Program) -> Bool {
            command == other.command && limit == other.limit && (terminal == nil) == (other.terminal == nil)
        }
    }

    /// Something that happened to a program.
    ///
    /// In JSON: `{"started": {"id": 1, "pid": 4711}}`, `{"output": {"id": 1, "bytes": "text"}}`, `{"inputTaken": {"id": 1, "end": 2}}`,
    /// `{"inputClosed": {"id": 1}}`, `{"signalled": {"id": 1, "end": 2}}`, `{"ended": {"id": 1, "status": {"exited": 0}}}`.
    public enum Event: Hashable, Sendable {
        /// It runs, under this number of the system. Its first event.
        case started(ID, pid: Int32)
        /// It has printed this on its standard output: a line without its end, a piece, or all of it, as the command says.
        case output(ID, [UInt8])
        /// It has printed this on its standard error.
        case errors(ID, [UInt8])
        /// All lines of its input below this number were written to its pipe. A program that does not read holds this up.
        case inputTaken(ID, end: Int)
        /// It reads no more: it has closed its standard input. Lines that it did not read are lost.
        case inputClosed(ID)
        /// All of its signals below this number were sent.
        case signalled(ID, end: Int)
        /// It has ended. Its last event.
        case ended(ID, ProgramStatus)
        /// It could not be started, or took too long. Its last event.
        case failed(ID, ProcessFailure)

        /// The program that it happened to.
        public var id: ID {
            switch self {
            case .started(let id, _), .output(let id, _), .errors(let id, _), .inputTaken(let id, _),
                .inputClosed(let id), .signalled(let id, _), .ended(let id, _), .failed(let id, _):
                id
            }
        }

        /// The printed bytes as text, with a sign in the place of what is not UTF-8; `nil` where nothing was printed.
        public var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

        private var bytes: [UInt8]? {
            switch self {
            case .output(_, let bytes), .errors(_, let bytes): bytes
            case .started, .inputTaken, .inputClosed, .signalled, .ended, .failed: nil
            }
        }

        /// The printed lines, without their ends; none where nothing was printed. For ``ProcessCommand/Output/wholeLines``.
        public var lines: [String] {
            guard let bytes else { return [] }
            return (bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]).linesBetweenEnds
        }
    }
}

extension ProcessDriver.Model: Codable where ID: Codable {}
extension ProcessDriver.Program: Codable where ID: Codable {
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        // Older recordings have no signals and no end.
        self.init(
            try fields.decode(ID.self, forKey: .id), try fields.decode(ProcessCommand.self, forKey: .command),
            input: try fields.decodeIfPresent(ProcessInput.self, forKey: .input),
            signals: try fields.decodeIfPresent(ProcessSignals.self, forKey: .signals) ?? .init(),
            terminal: try fields.decodeIfPresent(ConsoleDriver.Size.self, forKey: .terminal),
            limit: try fields.decodeIfPresent(Duration.self, forKey: .limit),
            isEnding: try fields.decodeIfPresent(Bool.self, forKey: .isEnding) ?? false,
            isKilled: try fields.decodeIfPresent(Bool.self, forKey: .isKilled) ?? false)
    }
}
