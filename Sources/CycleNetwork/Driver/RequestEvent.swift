/// An event of one request, without the identity of the request.
package enum RequestEvent: Hashable, Sendable {
    case head(HTTP.Response)
    case chunk([UInt8])
    case progress(HTTP.Progress)
    case response(HTTP.Response)
    case failed(HTTP.Failure)

    /// Whether no other event of the request follows.
    package var isLast: Bool {
        switch self {
        case .response, .failed: true
        case .head, .chunk, .progress: false
        }
    }
}

extension NetworkDriver.Event {
    /// The event of the request with that identity.
    package init(_ id: ID, _ event: RequestEvent) {
        self =
            switch event {
            case .head(let response): .head(id, response)
            case .chunk(let bytes): .chunk(id, bytes)
            case .progress(let progress): .progress(id, progress)
            case .response(let response): .response(id, response)
            case .failed(let failure): .failed(id, failure)
            }
    }
}
