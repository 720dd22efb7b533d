import Cycle

/// An event of a process, under the number of its start.
package enum ProcessDeviceEvent: Hashable, Sendable {
    /// The process runs, under a number of the system.
    case started(Int, pid: Int32)
    case output(Int, [UInt8])
    case errors(Int, [UInt8])
    /// The bytes of the last ``ProcessDevice/write(_:_:)`` are in the pipe.
    case inputWritten(Int)
    /// The process has closed its input.
    case inputClosed(Int)
    /// The last event of a process.
    case ended(Int, ProgramStatus)
    /// The process was not started: its only event.
    case failed(Int, ProcessFailure)
    /// The answer to ``ProcessDevice/abandon(_:)``: the process has not ended. Its later events do not count.
    case runsStill(Int)
}

/// The place where the programs of one running driver run: the system, or a simulation. Confined to the loop.
package protocol ProcessDevice: AnyObject {
    /// Called before all else, for a device that is explored.
    ///
    /// - Parameters:
    ///   - memory: A hash of what the session remembers.
    ///   - nextLimit: The limit for which the alarm of the session is armed, in words.
    func note(memory: @escaping () -> Int, nextLimit: @escaping () -> String?)
    /// Starts a program, and reports its events up to `ended` or `failed`, then the end.
    ///
    /// - Parameters:
    ///   - keepsInput: Whether the input stays open behind that of the command.
    ///   - terminal: The size of a terminal of its own; `nil` for pipes.
    ///   - open: Makes the inlet for its events, by a closure that is called, on any thread, when a full inlet has room.
    func start(
        _ command: ProcessCommand, _ number: Int, keepsInput: Bool, terminal: ConsoleDriver.Size?,
        _ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<ProcessDeviceEvent>)
    /// Writes bytes to the input of a process, and reports that they were. One piece at a time.
    func write(_ bytes: [UInt8], _ number: Int)
    /// Ends the input of a process.
    func endInput(_ number: Int)
    /// Gives the terminal of a process another size.
    func resize(to size: ConsoleDriver.Size, _ number: Int)
    /// Sends a signal to a process alone.
    func send(_ signal: ProcessSignal, _ number: Int)
    /// Asks a process to end. A process that has ended is left alone.
    func terminate(_ number: Int)
    /// Ends a process at once.
    func kill(_ number: Int)
    /// Waits for the end of a process no more. An end that is on its way is reported as ever; without one, the answer is `runsStill`.
    func abandon(_ number: Int)
    /// Reads nothing more of all processes until it is called with `false`: the application has not had all that was read.
    func hold(_ isHeld: Bool)
    /// The run is over: ends all processes within twice a time, and abandons those that run still.
    func close(within patience: Duration)
    /// Returns when all processes are gone, or abandoned. Called after `close`.
    var finished: @Sendable () async -> Void { get }
}

extension ProcessDevice {
    package func note(memory: @escaping () -> Int, nextLimit: @escaping () -> String?) {}
}
