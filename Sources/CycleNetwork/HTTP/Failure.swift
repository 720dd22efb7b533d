extension HTTP {
    /// Why a request has no response. A request that was cancelled has no outcome at all, so that is not here.
    public enum Failure: Error, Hashable, Sendable {
        /// Nobody listens at that address, or it cannot be reached.
        case refused
        /// The host has no address.
        case unresolved
        /// The other side could not prove who it is, or the encrypted connection broke.
        case tls
        /// The connection was closed or reset before the response was complete.
        case disconnected
        case timedOutConnecting
        /// Nothing came or went for too long.
        case timedOutIdle
        /// All in all it took too long: redirects, retries and waiting between them included.
        case timedOut
        /// The body is larger than the request's limit, or the header than the driver's.
        case tooLarge
        case tooManyRedirects
        /// A redirect led from https to http.
        case insecureRedirect
        case malformed(Malformation)
        /// The file to be sent cannot be read.
        case unreadable(path: String)
        /// The file to be received cannot be written; its disk is full, or its folder missing.
        case unwritable(path: String)
        /// The transport asked for is not on this system.
        case unavailable
        /// What the transport says of everything else.
        case other(String)
    }

    /// What does not follow the rules.
    public enum Malformation: Hashable, Sendable {
        /// The request's URL is not an absolute http or https URL, or it carries a user name.
        case url
        /// A header of the request has a name or a value that would break the message.
        case header(String)
        /// The request's body is not as long as it was said to be, or its method cannot have one.
        case body
        /// The `Location` of a redirect leads nowhere.
        case location
        /// What the server sent is not HTTP.
        case response
        /// The body is not in the encoding that the server named.
        case encoding
    }
}
