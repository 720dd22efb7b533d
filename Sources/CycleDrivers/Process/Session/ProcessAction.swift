extension ProcessSession {
    /// Everything that can happen to the programs of a driver.
    enum Input: Hashable, Sendable {
        /// The application has another model.
        case modelChanged(ProcessDriver<ID>.Model)
        /// There will be no other model. The driver ends when no program runs any more.
        case modelsEnded
        /// The device reports an event.
        case device(ProcessDeviceEvent)
        /// Time has passed; a deadline may have come.
        case timePassed
        /// The run is over, or the driver has left it.
        case stopped
    }

    /// Something for the shell to perform, in order.
    enum Action: Hashable, Sendable {
        /// - Parameters:
        ///   - keepsInput: Whether lines may follow the input of the command.
        ///   - terminal: The size of a terminal of its own; `nil` for pipes.
        case start(ProcessCommand, number: Int, keepsInput: Bool, terminal: ConsoleDriver.Size? = nil)
        /// Write bytes to the input, then report that they were written.
        case write([UInt8], number: Int)
        case endInput(number: Int)
        case resize(ConsoleDriver.Size, number: Int)
        case send(ProcessSignal, number: Int)
        case terminate(number: Int)
        case kill(number: Int)
        /// Wait for the end of a process no more: it was killed, and runs still.
        case abandon(number: Int)
        /// Report an event to the application, under the number of its program.
        case report(ProcessDriver<ID>.Event, number: Int)
        /// Silence the events of a program that the application has not received yet.
        case silence(number: Int)
        /// End all processes, also those that are ending already.
        case close
        /// End the signal of the driver's events.
        case end
    }

    enum Phase: Hashable, Sendable {
        case running
        /// No other model will come.
        case ending
        case over
    }

    struct Want: Hashable, Sendable {
        /// The number of its start; `nil` while it waits for the end of the one before, or was to end before it started.
        var number: Int?
        var program: ProcessDriver<ID>.Program
    }
}
