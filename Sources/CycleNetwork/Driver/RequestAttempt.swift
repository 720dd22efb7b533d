extension RequestSession {
    /// One exchange of a request, and how far it has come.
    struct Attempt: Hashable, Sendable {
        enum Stage: Hashable, Sendable {
            /// The limits of the process hold the exchange back.
            case queued
            case connecting(until: Duration)
            /// Bytes go or come; the deadline moves on with each report.
            case transferring(until: Duration)
            /// The body has come and is being written to the disk, which has no time limit.
            case storing
        }

        struct Head: Hashable, Sendable {
            let status: Int
            let headers: HTTP.Headers
            let url: String

            func response(_ body: [UInt8] = [], _ byteCount: Int = 0) -> HTTP.Response {
                HTTP.Response(status: status, headers: headers, body: body, byteCount: byteCount, url: url)
            }
        }

        /// How many events are acknowledged together.
        private static let acknowledgedTogether = 8

        var stage: Stage
        var head: Head?
        var progress = HTTP.Progress()
        /// When the next progress may be reported.
        var nextProgress: Duration
        private var unacknowledgedCount = 0

        init(stage: Stage, nextProgress: Duration) {
            self.stage = stage
            self.nextProgress = nextProgress
        }

        var deadline: Duration? {
            switch stage {
            case .connecting(let until), .transferring(let until): until
            case .queued, .storing: nil
            }
        }

        /// The failure once the deadline has passed.
        var failureInTime: HTTP.Failure? {
            switch stage {
            case .connecting: .timedOutConnecting
            case .transferring: .timedOutIdle
            case .queued, .storing: nil
            }
        }

        /// Adds up the bytes that an event speaks of.
        mutating func count(_ event: Exchange.Event) {
            switch event {
            case .sent(let byteCount): progress.sentByteCount = byteCount
            case .received(let byteCount): progress.receivedByteCount = byteCount
            case .piece(let bytes): progress.receivedByteCount += bytes.count
            case .waiting, .begun, .connected, .head, .storing, .end, .failed: break
            }
        }

        /// Counts one event that takes room.
        ///
        /// - Returns: How many to acknowledge now, if any.
        mutating func acknowledge() -> Int? {
            unacknowledgedCount += 1
            guard unacknowledgedCount == Attempt.acknowledgedTogether else { return nil }
            unacknowledgedCount = 0
            return Attempt.acknowledgedTogether
        }

        /// Whether the progress of a streamed body is to be reported; then the next interval begins.
        mutating func isProgressDue(every interval: Duration?, at now: Duration) -> Bool {
            guard let interval, now >= nextProgress else { return false }
            nextProgress = now.adding(interval)
            return true
        }
    }
}
