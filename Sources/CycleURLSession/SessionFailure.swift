import CycleHTTP

extension HTTP.Failure {
    /// On Linux most errors have no code of their own, or that of another, but the words of libcurl.
    private static let meanings: [(words: String, failure: HTTP.Failure)] = [
        ("HTTP/0.9", .malformed(.response)), ("writing header", .malformed(.response)),
        ("without colon", .malformed(.response)), ("chunk", .malformed(.response)),
        ("encoding", .malformed(.encoding)), ("writing received data", .malformed(.encoding)),
        ("transfer closed", .disconnected), ("eset by peer", .disconnected), ("Send failure", .disconnected),
        ("Empty reply", .disconnected), ("Too large response headers", .tooLarge), ("Out of memory", .tooLarge),
        ("certificate", .tls), ("SSL", .tls),
    ]

    /// The failure behind an error of `URLSession`.
    init(_ error: any Error) {
        let description = error.localizedDescription
        if let meaning = HTTP.Failure.meanings.first(where: { description.contains($0.words) }) {
            self = meaning.failure
            return
        }
        self =
            switch (error as? URLError)?.code {
            case .cannotConnectToHost: .refused
            case .cannotFindHost, .dnsLookupFailed: .unresolved
            case .clientCertificateRequired: .clientCertificateRequired
            case .networkConnectionLost: .disconnected
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
                .tls
            case .badServerResponse, .cannotParseResponse, .zeroByteResource: .malformed(.response)
            case .cannotDecodeContentData, .cannotDecodeRawData: .malformed(.encoding)
            case .dataLengthExceedsMaximum: .malformed(.body)
            default: .other(description)
            }
    }
}
