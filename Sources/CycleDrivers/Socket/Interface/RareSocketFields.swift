extension SocketDriver.Socket {
    /// The datagrams that a socket of datagrams sends.
    public var datagrams: DatagramOutput {
        get { rare.values.datagrams }
        set { rare.values.datagrams = newValue }
    }

    /// How long it may take until a stream is open; `nil` for as long as the system tries.
    public var limit: Duration? {
        get { rare.values.limit }
        set { rare.values.limit = newValue }
    }

    /// The mode of the path at which it listens, as of `chmod`: only this user may connect by default.
    public var mode: Int {
        get { rare.values.mode }
        set { rare.values.mode = newValue }
    }
}

/// The fields that few sockets set, behind one reference: a model may hold thousands of sockets, and a session holds each again.
@usableFromInline
struct RareSocketFields: Hashable, Sendable {
    struct Values: Hashable, Sendable {
        var datagrams = DatagramOutput()
        var limit: Duration? = .seconds(30)
        var mode = 0o600
    }

    private indirect enum Stored: Hashable, Sendable {
        /// All are as at first.
        case usual
        case unusual(Values)
    }

    private var stored = Stored.usual

    var values: Values {
        get { if case .unusual(let values) = stored { values } else { Values() } }
        set { stored = newValue == Values() ? .usual : .unusual(newValue) }
    }
}
