import Cycle

/// An event of a socket, under the number of its opening.
package enum SocketDeviceEvent: Hashable, Sendable {
    /// It listens, or datagrams arrive.
    case ready(Int, at: SocketAddress)
    /// A stream is open.
    case opened(Int, at: SocketAddress, to: SocketAddress)
    /// A connection is offered, until it is taken or refused.
    case accepted(Int, SocketConnection, from: SocketAddress)
    case received(Int, [UInt8])
    case datagram(Int, [UInt8], from: SocketAddress)
    /// All of the last order to write, or to send, was done.
    case written(Int)
    /// A datagram was not sent, by its number. The others of its order are.
    case notSent(Int, datagram: Int, SocketFailure)
    case inputEnded(Int)
    /// The device has closed it: its last event.
    case failed(Int, SocketFailure)

    /// The number of the opening.
    package var number: Int {
        switch self {
        case .ready(let number, _), .opened(let number, _, _), .accepted(let number, _, _), .received(let number, _),
            .datagram(let number, _, _), .written(let number), .notSent(let number, _, _), .inputEnded(let number),
            .failed(let number, _):
            number
        }
    }
}

/// The place where the sockets of one running driver are: the system, or a simulation. Confined to the loop.
package protocol SocketDevice: AnyObject {
    /// Called before all else, for a device that is explored.
    ///
    /// - Parameters:
    ///   - memory: A hash of what the session remembers.
    ///   - nextLimit: The limit for which the alarm of the session is armed, in words.
    func note(memory: @escaping () -> Int, nextLimit: @escaping () -> String?)
    /// Called before the first socket is opened, and again after ``sleep()``: where all events go.
    ///
    /// - Parameter open: Makes the inlet for the events, by a closure that is called, on any thread, when a full inlet has room.
    func wake(_ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<SocketDeviceEvent>)
    /// All sockets are closed, and no connection is offered: the inlet ends.
    func sleep()
    /// Opens a socket, and reports its events. A connection that is offered is taken, and reports no opening.
    ///
    /// - Parameter isEncrypted: Whether a stream to a host is to be encrypted, by TLS. In a simulation it is as any other.
    func open(_ place: SocketPlace, mode: Int, isEncrypted: Bool, _ number: Int)
    /// Closes a connection that was not taken.
    func refuse(_ connection: SocketConnection)
    /// Writes bytes to a stream, and reports that they were. One order at a time.
    func write(_ bytes: [UInt8], _ number: Int)
    /// Sends datagrams, and reports that they were. One order at a time.
    ///
    /// - Parameter first: The number of the first datagram.
    func send(_ datagrams: [Datagram], from first: Int, _ number: Int)
    /// Ends the output of a stream, behind what was written.
    func endOutput(_ number: Int)
    /// Closes a socket at once.
    func close(_ number: Int)
    /// Reads nothing more of all sockets until it is called with `false`: the application has not had all that was read.
    func hold(_ isHeld: Bool)
    /// Reads nothing more of one stream until it is called with `false`, at most what is on its way already.
    func hold(_ isHeld: Bool, of number: Int)
    /// The run is over: closes all sockets, those with output that is still to be written within a time.
    func close(within patience: Duration)
    /// Returns when all sockets are closed. Called after `close(within:)`.
    var finished: @Sendable () async -> Void { get }
}

extension SocketDevice {
    package func note(memory: @escaping () -> Int, nextLimit: @escaping () -> String?) {}
}
