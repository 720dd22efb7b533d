@_exported public import CycleHTTP

#if canImport(Darwin)
    @_exported public import CycleURLSession
#endif

extension HTTP.Transport {
    /// The one that survives hostile servers on the system at hand: `URLSession` on Apple's, libcurl elsewhere.
    public static var automatic: HTTP.Transport {
        #if canImport(Darwin)
            urlSession
        #else
            // `URLSession` ends the process on some replies there, swift-corelibs-foundation 5285.
            curl
        #endif
    }
}
