import CycleBase

/// Feeds the session of one response what its transport receives, and performs its actions: it holds the bytes of the body, and
/// reports to the loop.
///
/// Confined to the thread of its transport.
package final class ResponseReceiver {
    package let message: HTTP.Message
    private let number: Int
    private let port: Exchange.Port
    private let reports: ReportBuffer
    private let file: (any BodyFile)?
    private let shell: Shell<ResponseSession>
    /// The body, or the piece of it that is being gathered.
    private var body: [UInt8] = []
    /// The bytes that the transport has just handed over.
    private var bytes: UnsafeRawBufferPointer?
    private var refusal: HTTP.Failure?

    package init(
        _ message: HTTP.Message, _ number: Int, _ port: Exchange.Port, _ reports: ReportBuffer, _ file: (any BodyFile)?
    ) {
        self.message = message
        self.number = number
        self.port = port
        self.reports = reports
        self.file = file
        shell = Shell(ResponseSession(message, hasFile: file != nil, at: reports.now()))
    }

    private var session: ResponseSession { shell.session }

    /// Whether bytes of the body can be taken. Where they cannot, ``acknowledge(_:)``, ``hold(_:)`` or the file says when.
    package var hasRoom: Bool {
        if session.isIntoFile, let file { return file.hasRoom }
        return session.hasRoom
    }

    package func receive(_ input: ResponseSession.Input) {
        shell.receive(input, at: reports.now()) { perform($0) }
    }

    package func head(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) {
        receive(.head(status: status, headers))
        try throwRefusal()
    }

    /// - Parameter bytes: Decoded.
    package func body(_ bytes: UnsafeRawBufferPointer) throws(HTTP.Failure) {
        receive(bytes)
        try throwRefusal()
    }

    package func body(_ bytes: [UInt8]) throws(HTTP.Failure) {
        bytes.withUnsafeBytes(receive)
        try throwRefusal()
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        receive(.bytes(count: bytes.count))
        self.bytes = nil
    }

    private func throwRefusal() throws(HTTP.Failure) {
        guard let refusal else { return }
        self.refusal = nil
        throw refusal
    }

    /// - Parameter failure: `nil` where the server has sent everything.
    /// - Returns: The place to give back; `nil` after the end.
    package func end(_ failure: HTTP.Failure?) -> QueuePlace? { conclude(.ended(failure: failure)) }

    /// The loop wants no more of it.
    ///
    /// - Returns: The place to give back; `nil` after the end.
    package func cancel() -> QueuePlace? { conclude(.cancelled) }

    private func conclude(_ input: ResponseSession.Input) -> QueuePlace? {
        let place = session.place
        receive(input)
        body = []
        return place
    }

    /// The loop has processed so many reports.
    ///
    /// - Returns: Whether there is room again.
    package func acknowledge(_ count: Int) -> Bool {
        receive(.acknowledged(count))
        return session.hasMuchRoom
    }

    /// The loop wants no pieces for now, or wants them again.
    ///
    /// - Returns: Whether there is room again.
    package func hold(_ isHeld: Bool) -> Bool {
        receive(.held(isHeld))
        return session.hasMuchRoom
    }

    private func perform(_ action: ResponseSession.Action) {
        switch action {
        case .report(let event): reports.add(event, of: number, to: port)
        case .reportInTime(let event): reports.addInTime(event, of: number, to: port)
        case .sendReports: reports.flush()
        case .reserve(let byteCount): reserve(byteCount)
        case .gather(let byteCount):
            body.reserveCapacity(max(ResponseSession.pieceSize, byteCount))
            reports.gather(self)
        case .append: if let bytes { body.append(contentsOf: bytes) }
        case .reportPiece: reports.add(.piece(takeBody()), of: number, to: port)
        case .reportBody(let byteCount): reports.add(.end(body: takeBody(), byteCount: byteCount), of: number, to: port)
        case .beginFile(let status, let headers): beginFile(status, headers)
        case .write: file?.write(takeBody())
        case .finishFile: file?.finish()
        case .failFile(let failure): file?.fail(failure)
        case .cancelFile: file?.cancel()
        case .discardFile: file?.discard()
        case .refuse(let failure): refusal = failure
        }
    }

    private func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }

    private func beginFile(_ status: Int, _ headers: HTTP.Headers) {
        do throws(HTTP.Failure) {
            receive(.fileBegun(byteCount: try file?.begin(status, headers) ?? 0))
        } catch {
            refusal = error
        }
    }

    private func reserve(_ byteCount: Int) {
        // A failure of the array's own allocation ends the process.
        guard byteCount < 1 << 20 || Memory.isLeft(byteCount) else { return refusal = .exhausted(.memory) }
        body.reserveCapacity(byteCount)
    }
}
