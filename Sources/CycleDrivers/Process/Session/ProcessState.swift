import CycleBase

extension ProcessSession {
    /// One start of a program, up to its end.
    struct Process: HasDeadline {
        enum Stage: Hashable, Sendable {
            case running
            /// It was asked to end.
            case asked(killAt: Duration)
            case killed(abandonAt: Duration)
            /// The device says whether it has ended: where much is going on, its end comes late.
            case abandoned
        }

        /// The way of the model's lines to the process.
        enum Feed: Hashable, Sendable {
            case closed
            /// The next line to write has that number.
            case open(next: Int)
            /// The lines below that number are being written.
            case writing(end: Int)
        }

        let id: ID
        /// Whether its events are reported, under its identity.
        var isHeard = true
        var stage = Stage.running
        var feed: Feed
        /// The next signal to send has that number.
        var nextSignal = Int.min
        let limitAt: Duration?
        /// Known once it runs.
        var pid: Int32?
        var output: Printed
        var errors: Printed

        init(_ program: ProcessDriver<ID>.Program, at now: Duration) {
            id = program.id
            feed = program.input.map { .open(next: $0.first) } ?? .closed
            limitAt = program.limit.map { now.adding($0) }
            output = Printed(as: program.command.output)
            errors = output
        }

        var deadline: Duration? {
            switch stage {
            case .running: limitAt
            case .asked(let killAt): killAt
            case .killed(let abandonAt): abandonAt
            case .abandoned: nil
            }
        }

        var nextLimit: String? {
            switch stage {
            case .running: "\(id)"
            case .asked: "ending \(id)"
            case .killed: "killing \(id)"
            case .abandoned: nil
            }
        }
    }
}

/// The bytes of one output of a program, in the form in which they are reported.
struct Printed: Hashable, Sendable {
    /// A longer line of a program comes in pieces.
    private static let longestLine = 65_536

    private let form: ProcessCommand.Output
    private var lines = LineCutter(limit: longestLine)
    private var whole: [UInt8] = []

    init(as form: ProcessCommand.Output) {
        self.form = form
    }

    /// Takes bytes, and hands on what can be reported by now.
    ///
    /// - Returns: `false` where that is more than the form allows. Those bytes are lost.
    mutating func take(_ bytes: [UInt8], _ emit: ([UInt8]) -> Void) -> Bool {
        switch form {
        case .lines: lines.take(bytes, emit)
        case .wholeLines:
            let ended = lines.takeTogether(bytes)
            if !ended.isEmpty { emit(ended) }
        case .pieces: emit(bytes)
        case .whole(let limit):
            guard bytes.count <= max(0, limit) - whole.count else { return false }
            whole += bytes
        case .none: break
        }
        return true
    }

    /// Hands on the rest: the last line, which has no end, or all.
    mutating func finish(_ emit: ([UInt8]) -> Void) {
        lines.finish(emit)
        if !whole.isEmpty { emit(whole) }
        whole = []
    }
}

extension Duration {
    /// A process that was killed has a second at least to be gone.
    var atLeastASecond: Duration { max(self, .seconds(1)) }
}
