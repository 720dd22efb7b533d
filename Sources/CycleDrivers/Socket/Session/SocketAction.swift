extension SocketSession {
    /// Everything that can happen to the sockets of a driver.
    package enum Input: Hashable, Sendable {
        /// The application has another model.
        case modelChanged(SocketDriver<ID>.Model)
        /// There will be no other model. The driver ends when no socket is open any more.
        case modelsEnded
        /// The device reports an event.
        case device(SocketDeviceEvent)
        /// The event of a connection has had its turn.
        case offered(SocketConnection)
        /// Time has passed; a deadline may have come.
        case timePassed
        /// The run is over, or the driver has left it.
        case stopped
    }

    /// Something for the shell to perform, in order.
    package enum Action: Hashable, Sendable {
        /// Begin to receive events.
        case wake
        /// Receive no events any more: no socket is open, and no connection is offered.
        case sleep
        case open(SocketPlace, mode: Int, number: Int)
        /// Close a connection that was not taken.
        case refuse(SocketConnection)
        /// Write bytes to a stream, then report that they were written.
        case write([UInt8], number: Int)
        /// Send datagrams, the first of which has a number, then report that they were sent.
        case send([Datagram], from: Int, number: Int)
        case endOutput(number: Int)
        case close(number: Int)
        /// Report an event to the application, under the number of its socket.
        case report(SocketDriver<ID>.Event, number: Int)
        /// Say when all that was reported before has had its turns.
        case offer(SocketConnection)
        /// Silence the events of a socket that the application has not received yet.
        case silence(number: Int)
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

    struct Want: Hashable, Sendable {
        /// The number of its opening.
        let number: Int
        var socket: SocketDriver<ID>.Socket
    }
}
