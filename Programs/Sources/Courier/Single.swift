import Cycle
import CycleDrivers
import CycleNetwork

/// One request without a screen: a pipe gets the bytes of the answer as they come, a terminal JSON with its lines indented.
public struct Single: Equatable {
    public static let usage = """
        usage: courier [FOLDER]                             the screen; FOLDER has requests/*.json, environments.json
               courier METHOD URL [NAME:VALUE…] [-d BODY]   one request; prints the answer
        """

    let request: Saved
    let isPretty: Bool
    private var body: [[UInt8]] = []
    /// What is printed next, and how often something was.
    private var piece: [UInt8] = []
    private var pieceCount = 0
    public private(set) var response: HTTP.Response?
    public private(set) var failure: String?
    public var isDone: Bool { response != nil || failure != nil }

    /// `nil` where a word is wrong.
    public init?(_ words: [String], isPretty: Bool) {
        guard words.count > 1 else { return nil }
        var request = Saved(method: words[0].uppercased(), url: words[1])
        var rest = words.dropFirst(2)
        while let word = rest.popFirst() {
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if word == "-d" {
                request.body = rest.popFirst() ?? ""
            } else if parts.count == 2 {
                request.headers.append(.init(name: parts[0], value: parts[1]))
            } else {
                return nil
            }
        }
        (self.request, self.isPretty) = (request, isPretty)
    }

    var requests: NetworkDriver<Int>.Model { isDone ? .none : .init([request.request(0, [:])]) }
    var output: ConsoleDriver.Model { .bytes([piece], edition: pieceCount) }

    mutating func take(_ event: NetworkDriver<Int>.Event) {
        switch event {
        case .head, .progress: break
        case .chunk(_, let bytes): isPretty ? body.append(bytes) : show(bytes)
        case .response(_, let response):
            self.response = response
            let bytes = Array(body.joined())
            if isPretty { show((prettyJSON(bytes).map { Array($0.utf8) } ?? bytes) + [10]) }
        case .failed(_, let failure): self.failure = failure.reason
        }
    }

    private mutating func show(_ bytes: [UInt8]) { (piece, pieceCount) = (bytes, pieceCount + 1) }

    mutating func take(_ event: ConsoleDriver.Event) {
        if case .failed(let failure) = event { self.failure = failure.reason }
    }
}

public func single(_ first: Single) -> CycledLens<some Any, Single> {
    CycledLens(startingWith: first) { frames in
        frames.lens(
            driver: NetworkDriver<Int>(), frameFilter: { $0.requests },
            eventFilter: { frame, event in frame.take(event) })
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { $0.output },
            eventFilter: { frame, event in frame.take(event) })
    }
}
