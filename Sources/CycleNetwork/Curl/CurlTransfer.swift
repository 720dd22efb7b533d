import CycleBase

/// The part of an exchange that libcurl carries, from its connection to the end of its answer, as a value.
struct CurlTransfer: Hashable, Sendable {
    /// Everything that libcurl and the receiver of the response report.
    enum Input: Hashable, Sendable {
        /// There is a connection.
        ///
        /// - Parameter isStale: Whether bytes have come on it that no request has asked for.
        case connected(isStale: Bool)
        /// A line of a header or trailer, with its line break.
        ///
        /// - Parameter isEarly: Whether it has come before the server can have got the request.
        case header([UInt8], isEarly: Bool)
        /// Bytes of the body wait in libcurl.
        ///
        /// - Parameters:
        ///   - hasRoom: Whether the receiver takes them.
        ///   - round: The number of the thread's round.
        case body(hasRoom: Bool, round: Int)
        /// The receiver had no room for all that the bytes became.
        case heldBack
        /// All of the body has come.
        case bodyIsWhole
        /// A part of the request or of the response cannot be used.
        case refused(HTTP.Failure)
        /// The receiver has room again.
        case roomMade
        /// libcurl has handed over what it had held back.
        case resumed
        /// libcurl has ended the transfer.
        case finished(Ending)
    }

    enum Ending: Hashable, Sendable {
        /// - Parameter flaw: The reason why a body that has ended is not whole.
        case complete(flaw: HTTP.Failure?)
        /// A callback has stopped the transfer.
        case stopped
        case failed(HTTP.Failure)
    }

    /// Where a body ends, and its encoding.
    struct BodyForm: Hashable, Sendable {
        enum Framing: Hashable, Sendable {
            case length(Int)
            case chunks
            /// The body ends with its connection.
            case connection
        }

        let framing: Framing
        let isGzip: Bool
    }

    enum Phase: Hashable, Sendable {
        case connecting
        /// libcurl has chosen a connection that cannot be used, and ends the transfer.
        case stale
        case open
        /// libcurl holds bytes of the body back.
        case paused
        /// A callback stops the transfer.
        case failed(HTTP.Failure)
    }

    /// The answer of a callback to libcurl.
    enum Answer: Hashable, Sendable {
        case goOn
        case pause
        case stop
    }

    /// How many pieces of a body the thread takes in one round: chunks of one byte would keep it busy with one connection for
    /// as long as they come.
    private static let piecesPerRound = 256

    let message: HTTP.Message
    let canDecodeGzip: Bool
    private(set) var phase = Phase.connecting
    private let headerLimit: Int
    private var head: HeadParser
    private var round = 0
    private var pieceCount = 0

    init(_ message: HTTP.Message, headerLimit: Int, canDecodeGzip: Bool) {
        self.message = message
        self.canDecodeGzip = canDecodeGzip
        self.headerLimit = headerLimit
        head = HeadParser(limit: headerLimit)
    }

    var answer: Answer {
        switch phase {
        case .connecting, .open: .goOn
        case .paused: .pause
        case .stale, .failed: .stop
        }
    }

    var isHeadDone: Bool { head.isDone }

    /// The one transition, but for ``Input/finished(_:)``, whose meaning ``failure(at:)`` has.
    mutating func receive(_ input: Input, into actions: inout [CurlSession.Action]) {
        switch input {
        case .connected(let isStale):
            guard phase == .connecting else { return }
            phase = isStale ? .stale : .open
            if !isStale { actions.append(.reportConnection) }
        case .header(let line, let isEarly): receiveHeader(line, isEarly, &actions)
        case .body(let hasRoom, let round):
            guard phase == .open, head.isDone else { return }
            receiveBody(hasRoom, round, &actions)
        case .heldBack: if phase == .open, head.isDone { phase = .paused }
        case .bodyIsWhole:
            // A server that has answered may never read what is left of the request's body. libcurl would wait until it has.
            if phase == .open, message.body != .none { actions.append(.finishEarly) }
        case .refused(let failure): if answer != .stop { phase = .failed(failure) }
        case .roomMade:
            guard phase == .paused else { return }
            phase = .open
            actions.append(.resume)
        case .resumed, .finished: break
        }
    }

    private mutating func receiveHeader(_ line: [UInt8], _ isEarly: Bool, _ actions: inout [CurlSession.Action]) {
        guard answer != .stop else { return }
        // The bytes were sent for an earlier request, or for none.
        guard !isEarly || head.isDone else { return phase = .stale }
        phase = .open
        do throws(HTTP.Failure) {
            switch try parse(line) {
            case .more: break
            case .head(let status, let headers):
                actions.append(.prepareBody(try form(status, headers)))
                actions.append(.giveHead(status: status, headers))
            }
        } catch {
            phase = .failed(error)
        }
    }

    private mutating func parse(_ line: [UInt8]) throws(HTTP.Failure) -> HeadParser.Outcome {
        let outcome = line.withUnsafeBytes { bytes in
            Result { () throws(HTTP.Failure) in try head.take(bytes) }
        }
        return try outcome.get()
    }

    private mutating func receiveBody(_ hasRoom: Bool, _ round: Int, _ actions: inout [CurlSession.Action]) {
        guard hasRoom else { return phase = .paused }
        pieceCount = self.round == round ? pieceCount + 1 : 1
        self.round = round
        if pieceCount <= Self.piecesPerRound {
            actions.append(.decode)
        } else {
            phase = .paused
            actions.append(.letOthersFirst)
        }
    }

    private func form(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) -> BodyForm {
        guard message.method.hasBody(status) else { return BodyForm(framing: .length(0), isGzip: false) }
        let framing: BodyForm.Framing =
            headers["Transfer-Encoding"] != nil ? .chunks : headers.contentLength.map { .length($0) } ?? .connection
        return BodyForm(framing: framing, isGzip: try isGzip(headers))
    }

    /// - Throws: A failure for an encoding that the request did not ask for.
    private func isGzip(_ headers: HTTP.Headers) throws(HTTP.Failure) -> Bool {
        let encodings = headers.contentEncodings
        guard !encodings.isEmpty else { return false }
        if encodings.count == 1, ["gzip", "x-gzip"].contains(encodings[0]), canDecodeGzip { return true }
        let asked = message.headers.words(of: "Accept-Encoding").map { String($0.before(";").trimmingBlanks) }
        guard encodings.allSatisfy({ asked.contains($0) || asked.contains("*") }) else { throw .malformed(.encoding) }
        return false
    }

    /// The transfer begins once more, on a connection of its own.
    mutating func startAgain() {
        assert(phase == .stale)
        phase = .connecting
        head = HeadParser(limit: headerLimit)
    }

    /// The failure of an exchange whose transfer ends so; `nil` for a whole response.
    func failure(at ending: Ending) -> HTTP.Failure? {
        if case .failed(let failure) = phase { return failure }
        return switch ending {
        case .failed(let failure): failure
        case .stopped: .disconnected
        // libcurl is content with a header that was cut off between two lines.
        case .complete(let flaw): head.isDone ? flaw : .disconnected
        }
    }

    /// Holds before and after each input.
    var isConsistent: Bool {
        switch phase {
        case .connecting, .open, .failed: true
        case .stale: !head.isDone
        case .paused: head.isDone
        }
    }
}
