import CycleBase

/// A stream over a socket of its own that encrypts what is written. Used by one thread at a time; its end closes the socket.
package protocol EncryptedStream: AnyObject, Sendable {
    /// The socket below it, for waiting alone: bytes may be there without it being ready.
    var descriptor: Int32 { get }
    /// Reads what has come, at most so many bytes, and never waits.
    func read(upTo count: Int) -> Descriptors.ReadOutcome
    /// Writes the beginning of some bytes, and never waits.
    ///
    /// - Returns: How many were taken. 0 where it has to be tried again.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SocketFailure) -> Int
}

/// The maker of encrypted streams. This module has none.
package struct Encryption: Sendable {
    /// - Parameter isUnwanted: Opened where the stream is to be given up.
    package typealias Connect =
        @Sendable (
            _ host: String, _ port: Int, _ isUnwanted: Latch
        ) throws(SocketFailure) -> any EncryptedStream

    /// Connects to a port of a host, and waits for it. Called on a thread that may wait.
    let connect: Connect

    package init(_ connect: @escaping Connect) {
        self.connect = connect
    }

    /// The sockets of the system, of which some are encrypted.
    package var makeDevice: @Sendable () -> any SocketDevice { { SystemSockets(encryption: self) } }
}
