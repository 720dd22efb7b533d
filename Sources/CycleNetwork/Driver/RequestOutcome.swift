/// What comes of a request: an event of the driver without the identity of its request.
package enum RequestOutcome: Hashable, Sendable {
    case head(HTTP.Response)
    case chunk([UInt8])
    case progress(HTTP.Progress)
    case response(HTTP.Response)
    case failed(HTTP.Failure)

    /// Whether nothing follows.
    package var isLast: Bool {
        switch self {
        case .response, .failed: true
        case .head, .chunk, .progress: false
        }
    }
}

extension NetworkDriver.Event {
    /// The same for a request of that identity.
    package init(_ id: ID, _ outcome: RequestOutcome) {
        self =
            switch outcome {
            case .head(let response): .head(id, response)
            case .chunk(let bytes): .chunk(id, bytes)
            case .progress(let progress): .progress(id, progress)
            case .response(let response): .response(id, response)
            case .failed(let failure): .failed(id, failure)
            }
    }
}
