/// The transport that survives hostile servers on the system at hand: `URLSession` on Apple's, libcurl elsewhere, unless
/// it is not installed.
public struct AutomaticTransport: Transport {
    public init() {}

    public func open(_ options: TransportOptions) -> any Connections {
        #if canImport(Darwin)
            URLSessionTransport().open(options)
        #else
            // `URLSession` ends the process on some replies there, swift-corelibs-foundation 5285.
            CurlTransport.isAvailable ? CurlTransport().open(options) : URLSessionTransport().open(options)
        #endif
    }
}

extension Transport where Self == AutomaticTransport {
    public static var automatic: AutomaticTransport { AutomaticTransport() }
}
