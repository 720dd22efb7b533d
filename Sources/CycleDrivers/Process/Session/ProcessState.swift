import CycleBase

/// A longer line of a program comes in pieces.
private let longestLine = 65_536

extension ProcessSession {
    /// One start of a program.
    struct Process: Hashable, Sendable {
        enum State: Hashable, Sendable {
            /// Its events are reported under this identity.
            case running(ID)
            /// It was asked to end, and nothing of it is reported.
            case leaving(ID, killAt: Duration)
            case killed(ID, abandonAt: Duration)
        }

        /// The way of the model's lines to the process.
        enum Feed: Hashable, Sendable {
            case closed
            /// The next line to write has that number.
            case open(next: Int)
            /// The lines below that number are being written.
            case writing(end: Int)
        }

        var state: State
        var feed: Feed
        let isInLines: Bool
        let limitAt: Duration?
        /// Known once it runs.
        var pid: Int32?
        var output = LineCutter(limit: longestLine)
        var errors = LineCutter(limit: longestLine)

        var deadline: Duration? {
            switch state {
            case .running: limitAt
            case .leaving(_, let killAt): killAt
            case .killed(_, let abandonAt): abandonAt
            }
        }
    }
}

extension Duration {
    /// A process that was killed has a second at least to be gone.
    var atLeastASecond: Duration { max(self, .seconds(1)) }
}
