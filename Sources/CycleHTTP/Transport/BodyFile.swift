/// A file that a body goes into. Confined to the thread of its transport.
package protocol BodyFile: AnyObject {
    /// Header fields to send in addition to those of the message.
    var headers: [HTTP.Headers.Field] { get }
    var hasRoom: Bool { get }
    /// The server has begun to answer with a success.
    ///
    /// - Returns: How much of the body is there already.
    func begin(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) -> Int
    func write(_ bytes: [UInt8])
    /// All has come. It reports the end itself, when it is stored.
    func finish()
    /// It was cut: what may be resumed stays. It reports the failure itself.
    func fail(_ failure: HTTP.Failure)
    /// The request was cancelled.
    func cancel()
    /// As `cancel`, and what may be resumed does not stay: the server has nothing that begins so.
    func discard()
}
