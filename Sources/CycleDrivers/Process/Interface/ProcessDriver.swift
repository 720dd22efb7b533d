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
/// arrives any more. So do all when the loop ends, and `run` returns when they are gone. A program that cannot be ended holds nothing
/// up: after twice the patience it is reported by its number as ``ProcessFailure/stillRunning(pid:)``. At the end of the loop, when no
/// frame could show that, the process says so on the standard error when it exits, and exits with an error.
///
/// Each program is the leader of a process group of its own, so the keys of a terminal do not reach it, and what it has started
/// is ended with it. Processes that outlive a program which ends by itself are left alone. A guard, a small process beside this one,
/// ends the programs when this process has vanished without an end of its run: killed, or after a fault. On Linux it then also ends what
/// they have started in other groups and sessions, which it knows by a variable `CYCLE_GUARD_…` in their environment.
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
    public struct Program: Hashable, Identifiable, Sendable {
        /// The name of the program in events.
        public let id: ID
        /// A change of it ends the program, and starts another.
        public var command: ProcessCommand
        /// Lines for its standard input behind that of the command, while it runs. `nil`: the input ends behind that of the
        /// command. A program that was started without any gets none later.
        public var input: ProcessInput?
        /// How long it may run. A program that takes longer is ended, and reported as ``ProcessFailure/timeLimit``.
        public var limit: Duration?

        /// A program.
        public init(_ id: ID, _ command: ProcessCommand, input: ProcessInput? = nil, limit: Duration? = nil) {
            self.id = id
            self.command = command
            self.input = input
            self.limit = limit
        }

        /// Whether it is the same start of a program, perhaps with other lines.
        func isSame(as other: Program) -> Bool { command == other.command && limit == other.limit }
    }

    /// Something that happened to a program.
    ///
    /// In JSON: `{"output": {"id": 1, "bytes": "text"}}`, `{"inputTaken": {"id": 1, "end": 2}}`, `{"inputClosed": {"id": 1}}`,
    /// `{"ended": {"id": 1, "status": {"exited": 0}}}`.
    public enum Event: Hashable, Sendable {
        /// It has printed this on its standard output: a line without its end, or a piece, as the command says.
        case output(ID, [UInt8])
        /// It has printed this on its standard error.
        case errors(ID, [UInt8])
        /// All lines of its input below this number were written to its pipe. A program that does not read holds this up.
        case inputTaken(ID, end: Int)
        /// It reads no more: it has closed its standard input. Lines that it did not read are lost.
        case inputClosed(ID)
        /// It has ended. Its last event.
        case ended(ID, ProgramStatus)
        /// It could not be started, or took too long. Its last event.
        case failed(ID, ProcessFailure)

        /// The program that it happened to.
        public var id: ID {
            switch self {
            case .output(let id, _), .errors(let id, _), .inputTaken(let id, _), .inputClosed(let id),
                .ended(let id, _),
                .failed(let id, _):
                id
            }
        }

        /// The printed bytes as text, with a sign in the place of what is not UTF-8; `nil` where nothing was printed.
        public var text: String? {
            switch self {
            case .output(_, let bytes), .errors(_, let bytes): String(decoding: bytes, as: UTF8.self)
            case .inputTaken, .inputClosed, .ended, .failed: nil
            }
        }
    }
}

extension ProcessDriver.Model: Codable where ID: Codable {}
extension ProcessDriver.Program: Codable where ID: Codable {}
