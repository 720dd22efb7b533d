import CycleDrivers
import CycleNetwork
import CycleScreens

/// A request that was sent, and what has come of it.
struct Exchange: Equatable {
    enum State: Equatable { case waiting, streaming, done, failed(String), cancelled }

    let id: Int
    let request: Saved
    /// Where the body is saved, if it is.
    let file: String?
    let sentAt: Duration
    var state = State.waiting
    private(set) var status = 0
    private(set) var headers = HTTP.Headers()
    private var pieces: [[UInt8]] = []
    private(set) var byteCount = 0
    private(set) var took = Duration.zero
    private(set) var meter = ProgressMeter(of: .bytes)
    /// The body; what streams is shown as it comes, up to a limit.
    private(set) var lines: [String] = []

    init(id: Int, _ request: Saved, file: String?, at time: Duration) {
        (self.id, self.request, self.file, sentAt) = (id, request, file, time)
    }

    var isOver: Bool { state != .waiting && state != .streaming }
    /// The words of the type: `application`, `json`.
    private var type: [Substring] { (headers["Content-Type"] ?? "").split { "/;+ ".contains($0) } }
    /// The colours of the body. JSON that streams is one long line, which would be coloured again with each piece.
    var rules: CodeRules? { state == .done ? type.lazy.compactMap { CodeRules(language: String($0)) }.first : nil }

    mutating func take(_ event: NetworkDriver<Int>.Event, at time: Duration) {
        switch event {
        case .head(_, let response): (state, status, headers) = (.streaming, response.status, response.headers)
        case .chunk(_, let bytes):
            pieces.append(bytes)
            byteCount += bytes.count
            if byteCount < 200_000 { show() }
        case .progress(_, let progress):
            byteCount = max(byteCount, progress.receivedByteCount)
            meter.record(progress.receivedByteCount, of: progress.expectedByteCount, at: time)
        case .response(_, let response):
            (state, status, headers) = (.done, response.status, response.headers)
            if !response.body.isEmpty { pieces = [response.body] }
            (byteCount, took) = (max(byteCount, response.byteCount), time - sentAt)
            show()
        case .failed(_, let failure):
            (state, took) = (.failed(failure.reason), time - sentAt)
            show()
        }
    }

    private mutating func show() {
        let bytes = Array(pieces.joined())
        let pretty = state == .done && type.contains("json") ? prettyJSON(bytes) : nil
        let saved = state == .done ? file.map { "saved as \($0)" } : nil
        let text = saved ?? pretty ?? String(decoding: bytes, as: UTF8.self)
        lines = TextLines(text).lines
    }
}

/// An exchange of the history.
public struct Past: Codable, Hashable, Sendable, CustomStringConvertible {
    public var method: String, url: String, status: Int, byteCount: Int, milliseconds: Int
    public var saved: Saved

    init(_ exchange: Exchange) {
        (method, url, status) = (exchange.request.method, exchange.request.url, exchange.status)
        (byteCount, milliseconds) = (exchange.byteCount, Int(exchange.took / .milliseconds(1)))
        saved = exchange.request
    }

    public var description: String { "\(method) \(url) \(status) \(time: .milliseconds(milliseconds))" }
}
