import CycleBase

/// A session of a driver over sockets: of `SocketDriver` itself, or of one whose protocol is above it.
package protocol SocketsSession: Session where Input == SocketsInput<Model>, Action == SocketsAction<Event, Owner> {
    associatedtype Model: Hashable, Sendable
    associatedtype Event: Hashable, Sendable
    /// The part of the model that an event belongs to: when it leaves the model, the event is silent.
    associatedtype Owner: Hashable, Sendable

    /// How long an end may take.
    var patience: Duration { get }
    /// When ``SocketsInput/timePassed`` may have an effect.
    var deadline: Duration? { get }
    /// The limit that ends at the deadline, in words for an exploration, as `opening web`; `nil` where the deadline has moved on.
    var nextLimit: String? { get }

    /// A hash of all that it remembers beside the model and that may show later, by how long it is until then. Two moments of a run with
    /// equal models and hashes go on equally; numbers that no one sees any more are left out.
    func memory(at now: Duration) -> Int
}

/// Everything that can happen to the session of a driver over sockets.
package enum SocketsInput<Model: Hashable & Sendable>: Hashable, Sendable {
    /// The application has another model.
    case modelChanged(Model)
    /// There will be no other model. The driver ends when no socket is open any more.
    case modelsEnded
    /// The device reports an event.
    case device(SocketDeviceEvent)
    /// The event of a connection has had its turn, as ``SocketsAction/offer(_:)`` asked.
    case offered(SocketConnection)
    /// Time has passed; a deadline may have come.
    case timePassed
    /// The run is over, or the driver has left it.
    case stopped
}

/// Something for the run of a driver over sockets to perform, in order.
package enum SocketsAction<Event: Hashable & Sendable, Owner: Hashable & Sendable>: Hashable, Sendable {
    /// Begin to receive events.
    case wake
    /// Receive no events any more: no socket is open, and no connection is offered.
    case sleep
    case open(SocketPlace, mode: Int, isEncrypted: Bool = false, number: Int)
    /// Close a connection that was not taken.
    case refuse(SocketConnection)
    /// Write bytes to a stream, then report that they were written.
    case write([UInt8], number: Int)
    /// Send datagrams, the first of which has a number, then report that they were sent.
    case send([Datagram], from: Int, number: Int)
    case endOutput(number: Int)
    /// Read a stream no more, or again.
    case hold(Bool, number: Int)
    case close(number: Int)
    /// Report an event to the application.
    case report(Event, Owner)
    /// Say when all that was reported before has had its turns.
    case offer(SocketConnection)
    /// Silence the events that the application has not received yet.
    case silence(Owner)
    /// Close all sockets.
    case closeAll
    /// End the signal of the driver's events.
    case end
}

/// How far the run of a driver over sockets is.
package enum SocketsPhase: Hashable, Sendable {
    case running
    /// No other model will come.
    case ending
    case over
}
