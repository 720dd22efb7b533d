/// Why a response was not sent, or not all of it.
///
/// In JSON an object with its name, as `{"left": {}}`, `{"invalid": {"what": "Location"}}`.
public enum ServerFailure: Error, Hashable, Sendable, Codable {
    /// The client has cut the connection, or has ended it while a stream was under way.
    case left
    /// No response was in the model within ``ServerLimits/responseTime``. The client has got a 503.
    case noResponse
    /// The client has read nothing for ``ServerLimits/readingTime``, or the patience of an end is over.
    case timeLimit
    /// The status is none from 200 to 599 (`"status"`), or a header field of this name must not be sent. The client has got a 500.
    case invalid(what: String)
    /// A response in front of it on the connection was cut.
    case cut
}
