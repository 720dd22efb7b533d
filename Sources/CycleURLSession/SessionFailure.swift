import CycleHTTP

extension HTTP.Failure {
    /// The words of libcurl.
    private static let meanings: [(words: String, failure: HTTP.Failure)] = [
        ("HTTP/0.9", .malformed(.response)), ("writing header", .malformed(.response)),
        ("without colon", .malformed(.response)), ("chunk", .malformed(.response)),
        ("encoding", .malformed(.encoding)), ("writing received data", .malformed(.encoding)),
        ("transfer closed", .disconnected), ("eset by peer", .disconnected), ("Send failure", .disconnected),
        ("Empty reply", .disconnected), ("Too large response headers", .tooLarge), ("Out of memory", .tooLarge),
        ("certificate", .tls), ("SSL", .tls),
    ]

    /// The failure behind an error of `URLSession`.
    ///
    /// - Parameter hasCode: Whether the code alone says which. Apple's words are in the language of the user, and "certificate"
    ///   stands in several.
    init(_ error: any Error, hasCode: Bool = URLSessionTraits.hasCodes) {
        let description = error.localizedDescription
        if !hasCode, let meaning = HTTP.Failure.meanings.first(where: { description.contains($0.words) }) {
            self = meaning.failure
            return
        }
        self =
            switch (error as? URLError)?.code {
            case .cannotConnectToHost, .notConnectedToInternet: .refused
            // The limits of the driver are shorter: the system gave up connecting.
            case .timedOut: .timedOutConnecting
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
