extension HTTP {
    /// Why a request has no response. A request that was cancelled has no outcome at all, so that is not here.
    ///
    /// In JSON `{"refused":{}}`, `{"malformed":{"what":{"header":{"name":"A"}}}}`, `{"unwritable":{"path":"a"}}`.
    public enum Failure: Error, Hashable, Sendable, Codable {
        /// Nothing listens at that address, or it cannot be reached.
        case refused
        /// The host has no address.
        case unresolved
        /// The other side could not prove who it is, or the encrypted connection broke.
        case tls
        /// A proxy does not let the request through. It answered with that status, or, without one, with what is neither HTTP nor
        /// SOCKS, with a refusal in SOCKS, or not at all. It is tried again as a response of that status would be.
        case proxyRefused(status: Int?)
        /// The server demands a certificate of the client, which no request has. It is not tried again.
        case clientCertificateRequired
        /// The connection was closed or reset before the response was complete.
        case disconnected
        /// There was no connection in the time for it.
        case timedOutConnecting
        /// Nothing came or went for too long.
        case timedOutIdle
        /// All in all it took too long: redirects, retries and waiting between them included.
        case timedOut
        /// The body is larger than the request's limit; or the header, or what stands around the chunks of the body (their
        /// extensions and the trailer), is larger than the driver's limit of headers.
        case tooLarge
        /// It was sent on more often than the request allows.
        case tooManyRedirects
        /// A redirect led from https to http.
        case insecureRedirect
        /// A part of the request or of the answer breaks the rules; it is not tried again.
        case malformed(Malformation)
        /// The file to be sent cannot be read; or the stream of that name, which came out of JSON.
        case unreadable(path: String)
        /// The file to be received cannot be written: its folder is missing or read-only, or what is there is no plain file
        /// (a folder, a link, a pipe, a device), and that is never replaced.
        case unwritable(path: String)
        /// This process, or its machine, has no more of it.
        case exhausted(Resource)
        /// The transport cannot do that here; says what to install or to change.
        case unavailable(String)
        /// Any other failure, in the words of the transport.
        case other(String)

        private enum MalformedCodingKeys: String, CodingKey {
            case _0 = "what"
        }
        private enum ExhaustedCodingKeys: String, CodingKey {
            case _0 = "resource"
        }
        private enum UnavailableCodingKeys: String, CodingKey {
            case _0 = "reason"
        }
        private enum OtherCodingKeys: String, CodingKey {
            case _0 = "reason"
        }
    }

    /// A resource of the system that can run out. In JSON its name.
    public enum Resource: String, Hashable, Sendable, CaseIterable, Codable {
        /// The process may not have another thread.
        case threads
        /// The process, or the system, may not have another open file or connection.
        case descriptors
        /// The body is larger than the memory that is left.
        case memory
        /// The disk is full, or the part of it that the user may have.
        case disk
    }

    /// The part of a request or response that breaks the rules of HTTP.
    public enum Malformation: Hashable, Sendable, Codable {
        /// The request's URL is not an absolute http or https URL, or it carries a user name.
        case url
        /// A header of the request has a name or a value that would break the message.
        case header(String)
        /// The request's body is not as long as it was said to be, or its method cannot have one.
        case body
        /// The `Location` of a redirect leads nowhere.
        case location
        /// The server's answer is not HTTP.
        case response
        /// The body is not in the encoding that the server named.
        case encoding

        private enum HeaderCodingKeys: String, CodingKey {
            case _0 = "name"
        }
    }
}
