import CycleHTTP

/// The differences between the `URLSession` of Apple and that of Linux.
enum URLSessionTraits {
    /// Whether a task can be suspended while it runs. On Linux a `suspend` that meets a completion ends the process.
    static let canSuspend: Bool = {
        #if canImport(FoundationNetworking)
            false
        #else
            true
        #endif
    }()

    /// Whether a task completes that was asked for a credential and got none. On Linux it never does.
    static let completesWithoutCredential: Bool = {
        #if canImport(FoundationNetworking)
            false
        #else
            true
        #endif
    }()

    /// Whether a redirect may be refused after its task was cancelled, as the documentation wants it. On Linux that ends the
    /// process.
    static let takesAnswersAfterCancel: Bool = {
        #if canImport(FoundationNetworking)
            false
        #else
            true
        #endif
    }()

    /// Whether errors have codes of their own. On Linux most have none, or that of another, but the words of libcurl.
    static let hasCodes: Bool = {
        #if canImport(FoundationNetworking)
            false
        #else
            true
        #endif
    }()

    /// Whether a session connects directly where that is asked for. On Linux the environment has the last word.
    static func canConnectDirectly() -> Bool {
        #if canImport(FoundationNetworking)
            !ProcessInfo.processInfo.environment.keys.contains {
                $0 == "http_proxy" || ["https_proxy", "all_proxy"].contains($0.lowercased())
            }
        #else
            true
        #endif
    }

    /// Has a session pass over the proxies of the system, where it can be told so.
    static func connectDirectly(_ configuration: URLSessionConfiguration) {
        #if !canImport(FoundationNetworking)
            configuration.connectionProxyDictionary = [:]
        #endif
    }
}
