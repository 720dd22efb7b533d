import CycleBase

/// The response of one exchange, from the queue of the process to its end, as a value. All transports run it.
///
///     new --entered--> queued --admitted--> running, undecided --head--> running: pieces, memory
///      |                                     ^         |                   or a file, which begins
///      +------- entered, with a place -------+         v
///     any of them --ended, cancelled----------------> over
///
/// ``receive(_:at:into:)`` is its only transition. The session holds no bytes: its shell does, and the actions say where they
/// go. An exchange reports one end or failure, and nothing after it.
package struct ResponseSession: Session {
    package enum State: Hashable, Sendable {
        case new
        /// - Parameter isReported: Whether the loop knows that the exchange waits.
        case queued(place: Int, isReported: Bool)
        case running(Destination)
        case over
    }

    /// The place that the bytes of the body go to.
    package enum Destination: Hashable, Sendable {
        /// The head has not come.
        case undecided
        /// The file is being opened.
        case beginningFile(status: Int, HTTP.Headers)
        /// - Parameter end: Where the part ends that the server said it would send.
        case file(end: Int?)
        /// The loop, in pieces.
        case pieces
        /// An array that is reported with the end.
        case memory
    }

    /// How many bytes of a streamed body are reported together, if they come together.
    package static let pieceSize = 65_536
    /// How many reports may wait for the loop before the server has to.
    package static let bound = 16

    package private(set) var state = State.new
    private let delivery: HTTP.Delivery
    private let method: HTTP.Method
    private let bodyLimit: Int
    private let reportInterval: Duration
    private let hasFile: Bool
    private var byteCount = 0
    /// The bytes of a piece that were not sent on yet.
    private var gatheredCount = 0
    /// Reports that take room and that the loop has not acknowledged.
    private var unacknowledgedCount = 0
    /// Whether the loop wants no pieces for now.
    private var isHeld = false
    private var nextReport: Duration

    package init(_ message: HTTP.Message, hasFile: Bool, at now: Duration) {
        delivery = message.delivery
        method = message.method
        bodyLimit = message.bodyLimit
        reportInterval = message.reportInterval
        self.hasFile = hasFile
        nextReport = now + message.reportInterval
    }

    /// The place that the exchange has to give back.
    package var place: QueuePlace? {
        switch state {
        case .new, .over: nil
        case .queued(let place, _): .queued(place)
        case .running: .running
        }
    }

    /// Whether the file says if bytes can be taken, and not ``hasRoom``.
    var isIntoFile: Bool {
        switch state {
        case .running(.beginningFile), .running(.file): true
        case .new, .queued, .running(.undecided), .running(.pieces), .running(.memory), .over: false
        }
    }

    package var hasRoom: Bool {
        delivery != .streamed || unacknowledgedCount < Self.bound && !(isHeld && state == .running(.pieces))
    }

    /// Whether a transport that held bytes back may go on.
    var hasMuchRoom: Bool { hasRoom && unacknowledgedCount <= Self.bound / 2 }

    /// The one transition. The actions are appended to `actions`.
    package mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch input {
        case .entered(let place, let hasWaited): if state == .new { enter(place, hasWaited, now, &actions) }
        case .othersAdmitted:
            guard case .queued(let place, _) = state else { return }
            state = .queued(place: place, isReported: true)
            report(.waiting, &actions)
        case .admitted: if case .queued(_, let isReported) = state { begin(isReported, now, &actions) }
        case .connected: if isRunning { actions.append(.reportInTime(.connected)) }
        case .sent(let byteCount, let isAll):
            if isRunning, isAll || isDue(now) { report(.sent(byteCount: byteCount), &actions) }
        case .head(let status, let headers): if isRunning { receiveHead(status, headers, &actions) }
        case .fileBegun(let byteCount): beginFile(byteCount, &actions)
        case .bytes(let count): if count > 0 { receiveBytes(count, now, &actions) }
        case .sending: sendPiece(&actions)
        case .ended(let failure): end(failure, &actions)
        case .cancelled: cancel(&actions)
        case .acknowledged(let count): unacknowledgedCount = max(0, unacknowledgedCount - count)
        case .held(let isHeld): self.isHeld = isHeld
        }
    }

    private var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    private mutating func report(_ event: Exchange.Event, _ actions: inout [Action]) {
        if event.takesRoom { unacknowledgedCount += 1 }
        actions.append(.report(event))
    }

    /// Whether it is time for a number. A loop that is behind gets none: the newest is enough.
    private mutating func isDue(_ now: Duration) -> Bool {
        guard now >= nextReport, unacknowledgedCount < Self.bound else { return false }
        nextReport = now + reportInterval
        return true
    }

    // MARK: The queue

    private mutating func enter(_ place: QueuePlace, _ hasWaited: Bool, _ now: Duration, _ actions: inout [Action]) {
        switch place {
        case .queued(let place): state = .queued(place: place, isReported: hasWaited)
        case .running: begin(hasWaited, now, &actions)
        }
    }

    private mutating func begin(_ hasWaited: Bool, _ now: Duration, _ actions: inout [Action]) {
        state = .running(.undecided)
        nextReport = now + reportInterval
        if hasWaited { report(.begun, &actions) }
    }

    // MARK: The head

    private mutating func receiveHead(_ status: Int, _ headers: HTTP.Headers, _ actions: inout [Action]) {
        guard state == .running(.undecided) else { return }
        if hasFile, (200...299).contains(status) {
            state = .running(.beginningFile(status: status, headers))
            actions.append(.beginFile(status: status, headers))
            return
        }
        // Status 416: the server has nothing that begins with the part that is there.
        if hasFile { actions.append(status == 416 ? .discardFile : .cancelFile) }
        state = .running(delivery == .streamed ? .pieces : .memory)
        report(.head(status: status, headers), &actions)
        guard delivery != .streamed, method.hasBody(status), let length = headers.contentLength, length <= bodyLimit
        else { return }
        actions.append(.reserve(byteCount: length))
    }

    private mutating func beginFile(_ byteCount: Int, _ actions: inout [Action]) {
        guard case .running(.beginningFile(let status, let headers)) = state else { return }
        self.byteCount = byteCount
        state = .running(.file(end: byteCount > 0 ? headers.contentRange.map { $0.end + 1 } : nil))
        report(.head(status: status, headers), &actions)
        actions.append(.sendReports)
        if byteCount > 0 { report(.received(byteCount: byteCount), &actions) }
    }

    // MARK: The body

    private mutating func receiveBytes(_ count: Int, _ now: Duration, _ actions: inout [Action]) {
        guard case .running(let destination) = state else { return }
        byteCount += count
        guard byteCount <= bodyLimit else { return actions.append(.refuse(.tooLarge)) }
        switch destination {
        case .undecided, .beginningFile: break
        case .file(let end):
            guard byteCount <= end ?? .max else { return actions.append(.refuse(.malformed(.response))) }
            gather(count, &actions)
        case .pieces: gather(count, &actions)
        case .memory:
            actions.append(.append)
            if isDue(now) { report(.received(byteCount: byteCount), &actions) }
        }
    }

    private mutating func gather(_ count: Int, _ actions: inout [Action]) {
        if gatheredCount == 0 { actions.append(.gather(byteCount: count)) }
        gatheredCount += count
        actions.append(.append)
        if gatheredCount >= Self.pieceSize { sendPiece(&actions) }
    }

    private mutating func sendPiece(_ actions: inout [Action]) {
        guard gatheredCount > 0 else { return }
        gatheredCount = 0
        if isIntoFile {
            actions.append(.write)
        } else {
            unacknowledgedCount += 1
            actions.append(.reportPiece)
        }
    }

    // MARK: The end

    private mutating func end(_ failure: HTTP.Failure?, _ actions: inout [Action]) {
        guard state != .over else { return }
        var failure = failure
        if case .running(.file(let end?)) = state, byteCount != end { failure = failure ?? .disconnected }
        sendPiece(&actions)
        switch (isIntoFile, failure) {
        case (true, let failure?): actions.append(.failFile(failure))
        case (true, nil):
            report(.storing, &actions)
            actions.append(.finishFile)
        case (false, let failure?):
            dropFile(&actions)
            report(.failed(failure), &actions)
        case (false, nil):
            dropFile(&actions)
            actions.append(.reportBody(byteCount: byteCount))
        }
        state = .over
    }

    private mutating func cancel(_ actions: inout [Action]) {
        guard state != .over else { return }
        if isIntoFile { actions.append(.cancelFile) } else { dropFile(&actions) }
        gatheredCount = 0
        state = .over
    }

    /// Cancels a file that no byte goes to, unless the head has done so.
    private func dropFile(_ actions: inout [Action]) {
        switch state {
        case .new, .queued, .running(.undecided): if hasFile { actions.append(.cancelFile) }
        case .running(.beginningFile), .running(.file), .running(.pieces), .running(.memory), .over: break
        }
    }

    /// Holds before and after each input.
    package var isConsistent: Bool {
        guard unacknowledgedCount >= 0, byteCount >= gatheredCount else { return false }
        return switch state {
        case .new, .queued, .over, .running(.undecided), .running(.beginningFile), .running(.memory): gatheredCount == 0
        case .running(.file), .running(.pieces): gatheredCount < Self.pieceSize
        }
    }
}
