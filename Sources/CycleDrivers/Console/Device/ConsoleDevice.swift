import Cycle

/// Something that a device reports to the loop.
package enum ConsoleDeviceEvent: Hashable, Sendable {
    case bytes([UInt8])
    /// The input cannot be read; its end follows.
    case failed(ConsoleDriver.Failure)
    /// The input has ended.
    case ended
    /// The device has written everything that was handed over.
    case written
    case outputFailed(ConsoleDriver.Failure)
    /// The reader has stopped, as the loop wanted.
    case readerStopped
    case resized
    /// The process was stopped and goes on: the terminal may show anything now.
    case resumed
    case programEnded(ConsoleDriver.Program.Status)
    case programFailed(ConsoleDriver.Failure)
}

/// The ends of a console that are terminals.
package struct ConsoleEnds: Hashable, Sendable {
    package let isInputTerminal: Bool
    package let isOutputTerminal: Bool

    package init(isInputTerminal: Bool, isOutputTerminal: Bool) {
        self.isInputTerminal = isInputTerminal
        self.isOutputTerminal = isOutputTerminal
    }
}

/// The console on which ``ConsoleRun`` performs the actions of a session: the real one, or a simulated one.
///
/// Confined to the loop; the device's threads report through inlets.
package protocol ConsoleDevice: AnyObject {
    var ends: ConsoleEnds { get }
    var size: ConsoleDriver.Size { get }
    /// Resources that the system refused at the start.
    var failures: [ConsoleDriver.Failure] { get }

    /// Hands bytes over and writes as many as the output takes at once.
    ///
    /// - Returns: Whether everything is written that was ever handed over.
    func write(_ bytes: [UInt8]) throws(ConsoleDriver.Failure) -> Bool

    /// Writes the rest, however long that takes, and reports `written` or `outputFailed`.
    func finishWriting(into inlet: Inlet<ConsoleDeviceEvent>)

    /// Blocks until the rest is written.
    ///
    /// - Returns: Why it cannot be written.
    func finishWriting() -> ConsoleDriver.Failure?

    /// Makes the terminal hand over each key as it is pressed, or restores its line editing.
    func setRaw(_ isRaw: Bool)

    /// Stores the bytes to write should the process end or stop before the next call.
    ///
    /// - Parameter isFull: Whether the bytes leave a full screen, together with the errors that were printed on it.
    func prepareLeaving(_ bytes: [UInt8], isFull: Bool)

    /// Whether another program may have used the terminal because the process was stopped. True once for each stop.
    func takeWasStopped() -> Bool

    /// For inlets: the loop has processed so much that the reader can go on.
    var onRoom: @Sendable () -> Void { get }

    /// Reads until the end of the input, or until ``stopReading()``.
    func startReading(into inlet: Inlet<ConsoleDeviceEvent>)
    func stopReading()
    /// The loop has received a piece of input.
    func inputTaken()

    /// Waits a moment for the terminal's replies to so many questions, unless it has not been asked yet. The replies are
    /// read and dropped: the next program would read them as keys.
    func awaitAnswers(_ count: Int)

    /// Runs a program on the terminal, which has been given back, and reports its end.
    func start(_ program: ConsoleDriver.Program, _ inlet: Inlet<ConsoleDeviceEvent>)
    func stopProgram()
    /// The loop has received the end of the program: the terminal is the driver's again.
    func programHasEnded()

    /// Stops the process until a signal continues it.
    func suspendProcess()
    /// Ends the process as Ctrl-C does without this driver.
    func interruptProcess()

    /// Releases everything. The returned function returns when everything is written and no thread of the device runs.
    func close() -> @Sendable () async -> Void
}

extension ConsoleDevice {
    package func awaitAnswers(_ count: Int) {}
}
