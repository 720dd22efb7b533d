/// The frame of the counter: all there is to know at one moment.
struct Counter: Equatable, Codable, Sendable {
    enum Fetch: Equatable, Codable, Sendable {
        case idle
        case running(byteCount: Int)
        case failed(String)
    }

    var total = 0
    /// Whether the total may be shown and changed: at once, or when it has been read from its file.
    var isReady = true
    /// The number of the newest fetch: its identity.
    var fetchNumber = 0
    var fetch = Fetch.idle
    /// The failure of the file, in words.
    var problem: String?
    /// The total that the newest answer of the disk speaks of: it is saved, or there is a problem.
    var settledTotal: Int?
    var hasInputEnded = false
    /// Whether nothing is counted any more: the program ends when the disk has answered.
    var isLeaving = false
    var isDone = false

    var isFetching: Bool {
        if case .running = fetch { true } else { false }
    }

    /// The complaint that the user reads when the program ends.
    var complaint: String? {
        let fetchProblem: String? = if case .failed(let reason) = fetch { "the fetch failed: \(reason)" } else { nil }
        return problem ?? fetchProblem
    }
}
