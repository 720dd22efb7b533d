/// Takes the lines for the clients of a program that runs: its server, or a test.
protocol ClientOutput: AnyObject {
    /// So many bytes may wait for a client.
    var waitingLimit: Int { get }

    /// Never waits.
    ///
    /// - Returns: Whether there was room; `false` also for a client that has gone.
    func send(_ bytes: [UInt8], to client: LiveServer.ClientID) -> Bool

    /// Whether so many bytes more may wait for a client.
    func hasRoom(for byteCount: Int, to client: LiveServer.ClientID) -> Bool

    /// A line of the client was taken, and another one may come.
    func take(from client: LiveServer.ClientID)
}
