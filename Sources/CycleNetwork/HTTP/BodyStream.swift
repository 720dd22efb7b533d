extension HTTP {
    /// A body made while it is sent. Two are equal when they are the same one.
    public final class BodyStream: Hashable, Sendable {
        /// The size announced to the server; `nil` sends it in chunks of unannounced number.
        public let byteCount: Int?
        let next: @Sendable (_ offset: Int) -> [UInt8]?

        /// - Parameter next: The piece that follows after `offset` bytes; `nil` at the end. Called on a thread of the
        ///   transport, from the start again when the request is repeated: it must not block for long.
        public init(byteCount: Int? = nil, next: @escaping @Sendable (_ offset: Int) -> [UInt8]?) {
            self.byteCount = byteCount
            self.next = next
        }

        public static func == (one: BodyStream, other: BodyStream) -> Bool { one === other }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(self))
        }
    }
}
