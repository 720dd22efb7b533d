/// The sizes that a ``ServerDriver`` accepts from clients, and the times that it waits.
///
///     ServerDriver<String>(limits: ServerLimits(bodyByteCount: 10 << 20))
public struct ServerLimits: Hashable, Sendable, Codable {
    /// The bytes of the line and the header of a request; more are answered by a 431, or a 414 in the line.
    public var headByteCount: Int
    /// The bytes of the body of a request, which waits in memory; more are answered by a 413.
    public var bodyByteCount: Int
    /// The connections at a time; more are closed.
    public var connectionCount: Int
    /// How long a client may take for the line and the header of a request, from their first byte; then it gets a 408.
    public var headTime: Duration
    /// How long a client may take for a body; then it gets a 408.
    public var bodyTime: Duration
    /// How long a connection stays open without a request.
    public var idleTime: Duration
    /// How long a request waits for a response in the model; then it gets a 503.
    public var responseTime: Duration
    /// How long a client may take to read 256 KiB of what is written to it; then it is cut. A client that reads slowly has this time for
    /// each part of a long response.
    public var readingTime: Duration
    /// How long the requests of a listener that is ending have, the output that is not written at the end of a run, and a client to
    /// end its side.
    public var patience: Duration

    /// Limits for small servers; below zero is zero.
    public init(
        headByteCount: Int = 32_768, bodyByteCount: Int = 1_048_576, connectionCount: Int = 1_000,
        headTime: Duration = .seconds(15), bodyTime: Duration = .seconds(60), idleTime: Duration = .seconds(60),
        responseTime: Duration = .seconds(60), readingTime: Duration = .seconds(60), patience: Duration = .seconds(5)
    ) {
        self.headByteCount = max(0, headByteCount)
        self.bodyByteCount = max(0, bodyByteCount)
        self.connectionCount = max(0, connectionCount)
        self.headTime = max(.zero, headTime)
        self.bodyTime = max(.zero, bodyTime)
        self.idleTime = max(.zero, idleTime)
        self.responseTime = max(.zero, responseTime)
        self.readingTime = max(.zero, readingTime)
        self.patience = max(.zero, patience)
    }
}
