/// Puts the answer of a server together, in the form that the message asks for, and reports it.
///
/// Confined to the thread of its transport. After `end`, `fail` or `cancel` it does nothing any more.
package final class ResponseReceiver {
    /// How many bytes of a streamed body are reported together, if they come together.
    private static let pieceSize = 65_536
    /// How many reports may wait for the loop before the server has to.
    private static let bound = 16

    package let message: HTTP.Message
    private let number: Int
    private let port: Exchange.Port
    private let reports: ReportBuffer
    private let file: (any BodyFile)?
    /// Whether the body goes to the file: that of a success does.
    private var isToFile = false
    /// Where the part that the server said it would send ends.
    private var partEnd: Int?
    /// The body, or the piece of a streamed one that is being gathered.
    private var body: [UInt8] = []
    private var byteCount = 0
    private var nextReport: Duration
    /// Reports that take room and that the loop has not acknowledged.
    private var unacknowledgedCount = 0
    package private(set) var isOver = false

    package init(
        _ message: HTTP.Message, _ number: Int, _ port: Exchange.Port, _ reports: ReportBuffer, _ file: (any BodyFile)?
    ) {
        self.message = message
        self.number = number
        self.port = port
        self.reports = reports
        self.file = file
        nextReport = reports.now() + message.reportInterval
    }

    /// Whether bytes of the body can be taken. Where they cannot, ``acknowledge(_:)`` or the file says when.
    package var hasRoom: Bool {
        if isToFile, let file { return file.hasRoom }
        return message.delivery != .streamed || unacknowledgedCount < ResponseReceiver.bound
    }

    package func waits() { tell(.waiting) }

    package func begins() {
        nextReport = reports.now() + message.reportInterval
        tell(.begun)
    }

    package func connected() {
        guard !isOver else { return }
        reports.addInTime(.connected, of: number, to: port)
    }

    package func sent(byteCount: Int, isAll: Bool) {
        if isAll || isDue { tell(.sent(byteCount: byteCount)) }
    }

    package func head(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) {
        guard !isOver else { return }
        isToFile = file != nil && (200...299).contains(status)
        if let file, isToFile {
            byteCount = try file.begin(status, headers)
            partEnd = byteCount > 0 ? headers.contentRange.map { $0.end + 1 } : nil
            // Its reports come from another thread and must not come first.
            tell(.head(status: status, headers))
            reports.flush()
            if byteCount > 0 { tell(.received(byteCount: byteCount)) }
            return
        }
        // Status 416: the server has nothing that begins with the part that is there.
        if status == 416 { file?.discard() } else { file?.cancel() }
        tell(.head(status: status, headers))
        guard message.delivery != .streamed, message.method.hasBody(status) else { return }
        if let length = headers.contentLength, length <= message.bodyLimit { try reserve(length) }
    }

    /// - Parameter bytes: Decoded.
    package func body(_ bytes: UnsafeRawBufferPointer) throws(HTTP.Failure) {
        guard try begin(bytes.count) else { return }
        body.append(contentsOf: bytes)
        goOn()
    }

    package func body(_ bytes: [UInt8]) throws(HTTP.Failure) {
        guard try begin(bytes.count) else { return }
        body.append(contentsOf: bytes)
        goOn()
    }

    private func begin(_ count: Int) throws(HTTP.Failure) -> Bool {
        guard !isOver, count > 0 else { return false }
        byteCount += count
        guard byteCount <= message.bodyLimit else { throw .tooLarge }
        guard byteCount <= partEnd ?? .max else { throw .malformed(.response) }
        if isInPieces, body.isEmpty {
            body.reserveCapacity(max(ResponseReceiver.pieceSize, count))
            reports.gather(self)
        }
        return true
    }

    private func goOn() {
        if isInPieces {
            if body.count >= ResponseReceiver.pieceSize { sendPiece() }
        } else if isDue {
            tell(.received(byteCount: byteCount))
        }
    }

    private var isInPieces: Bool { isToFile || message.delivery == .streamed }

    /// Sends on what has been gathered of a body that goes in pieces.
    package func sendPiece() {
        guard !body.isEmpty, isInPieces, !isOver else { return }
        let piece = body
        body = []
        if isToFile { file?.write(piece) } else { tell(.piece(piece)) }
    }

    package func end() {
        guard !isOver else { return }
        guard byteCount == partEnd ?? byteCount else { return fail(.disconnected) }
        sendPiece()
        if isToFile, let file {
            tell(.storing)
            file.finish()
        } else {
            tell(.end(body: body, byteCount: byteCount))
        }
        isOver = true
        body = []
    }

    package func fail(_ failure: HTTP.Failure) {
        guard !isOver else { return }
        sendPiece()
        if isToFile, let file {
            file.fail(failure)
        } else {
            file?.cancel()
            tell(.failed(failure))
        }
        isOver = true
        body = []
    }

    package func cancel() {
        guard !isOver else { return }
        isOver = true
        body = []
        file?.cancel()
    }

    /// The loop has processed so many reports.
    ///
    /// - Returns: Whether there is room again.
    package func acknowledge(_ count: Int) -> Bool {
        unacknowledgedCount -= count
        return unacknowledgedCount <= ResponseReceiver.bound / 2
    }

    private func tell(_ event: Exchange.Event) {
        guard !isOver else { return }
        if event.takesRoom { unacknowledgedCount += 1 }
        reports.add(event, of: number, to: port)
    }

    /// Whether it is time for a number. A loop that is behind gets none: the newest is enough.
    private var isDue: Bool {
        let now = reports.now()
        guard now >= nextReport, unacknowledgedCount < ResponseReceiver.bound else { return false }
        nextReport = now + message.reportInterval
        return true
    }

    /// Makes room for all of the body at once: one that grows is copied, and held twice meanwhile.
    private func reserve(_ byteCount: Int) throws(HTTP.Failure) {
        // A failure of the array's own allocation ends the process.
        guard byteCount < 1 << 20 || Memory.isLeft(byteCount) else { throw .exhausted(.memory) }
        body.reserveCapacity(byteCount)
    }
}
