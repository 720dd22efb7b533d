import CycleBase
import CycleDrivers

extension ServerSession {
    /// Everything that can happen to a running server.
    package enum Input: Hashable, Sendable {
        /// The application has another model.
        case modelChanged(ServerDriver<ID>.Model)
        /// There will be no other model. The driver ends when no socket is open any more.
        case modelsEnded
        /// The device of its sockets reports an event.
        case device(SocketDeviceEvent)
        /// Time has passed; a deadline may have come.
        case timePassed
        /// The run is over, or the driver has left it.
        case stopped
    }

    /// The part of the model that an event belongs to: when it leaves the model, the event is silent.
    package enum Owner: Hashable, Sendable {
        /// A listener, by the number of its opening.
        case listener(Int)
        case response(ServerRequest.ID)
    }

    /// Something for the shell to perform, in order.
    package enum Action: Hashable, Sendable {
        /// Begin to receive events.
        case wake
        /// Receive no events any more: no socket is open.
        case sleep
        case open(SocketPlace, mode: Int, number: Int)
        /// Close a connection that was not taken.
        case refuse(SocketConnection)
        /// Write bytes to a connection, then report that they were written.
        case write([UInt8], number: Int)
        case endOutput(number: Int)
        /// Read a connection no more, or again.
        case hold(Bool, number: Int)
        case close(number: Int)
        case report(ServerDriver<ID>.Event, Owner)
        /// Silence the events that the application has not received yet.
        case silence(Owner)
        /// Close all sockets.
        case closeAll
        /// End the signal of the driver's events.
        case end
    }

    package enum Phase: Hashable, Sendable {
        case running
        /// No other model will come.
        case ending
        case over
    }

    /// A listener of the model.
    struct Want: Hashable, Sendable {
        enum Stage: Hashable, Sendable {
            /// It listens, or is about to.
            case open
            /// Its connections have until then.
            case ending(until: Duration)
            /// It has failed, or has ended.
            case over
        }

        /// The number of its opening.
        let number: Int
        var listener: ServerDriver<ID>.Listener
        var stage = Stage.open
    }
}
