/// The transport that survives hostile servers on the system at hand.
public struct AutomaticTransport: Transport {
    public init() {}

    public func open(_ options: TransportOptions) -> any Connections {
        URLSessionTransport().open(options)
    }
}

extension Transport where Self == AutomaticTransport {
    public static var automatic: AutomaticTransport { AutomaticTransport() }
}
