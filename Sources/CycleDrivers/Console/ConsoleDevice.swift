import Cycle

/// What comes from a terminal to the loop that runs its driver.
package enum ConsoleInput: Sendable, Equatable {
    case bytes([UInt8])
    /// The input cannot be read; its end follows.
    case failed(ConsoleDriver.Failure)
    case ended
    /// All that was handed over is written.
    case written
    case outputFailed(ConsoleDriver.Failure)
    /// The reader that was asked to stop has stopped.
    case stopped
    case resized
    /// The process was stopped and goes on: whatever stood on the terminal may be gone.
    case resumed
    case programEnded(ConsoleDriver.Program.Status)
    case programFailed(ConsoleDriver.Failure)
}

/// What a running console driver does its work with: the real terminal, or a simulated one.
///
/// Confined to the loop; what it does on other threads comes back through inlets.
package protocol ConsoleDevice: AnyObject {
    var isInputTerminal: Bool { get }
    var isOutputTerminal: Bool { get }
    var size: ConsoleDriver.Size { get }
    /// What was refused at the start.
    var failures: [ConsoleDriver.Failure] { get }

    /// Hands bytes over and writes as much as the terminal takes at once.
    ///
    /// - Returns: Whether nothing of it, or of what was handed over before, is left to write.
    func write(_ bytes: [UInt8]) throws(ConsoleDriver.Failure) -> Bool

    /// Writes what is left, however long that takes, and posts how that ended.
    func finishWriting(into inlet: Inlet<ConsoleInput>)

    /// Waits until nothing is left to write.
    ///
    /// - Returns: Why it cannot be written.
    func finishWriting() -> ConsoleDriver.Failure?

    /// Makes the terminal hand over each key as it is pressed, or gives it its line editing back.
    func setRaw(_ isRaw: Bool)

    /// What to write should the process end or stop before it is changed again.
    ///
    /// - Parameter isFull: Whether a full screen is left by that, with what others have written on it.
    func prepareLeaving(_ bytes: [UInt8], isFull: Bool)

    /// Whether somebody else may have used the terminal because the process was stopped; asks once.
    func takeWasStopped() -> Bool

    /// Called by an inlet that has room again.
    var onRoom: @Sendable () -> Void { get }

    /// Reads from now on, until the end or until it is told to stop.
    func startReading(into inlet: Inlet<ConsoleInput>)
    func stopReading()
    /// The loop has got what was read.
    func inputTaken()

    /// Waits for a moment, should the terminal not yet have answered so many questions, while what comes is read and dropped:
    /// whoever reads next would take the answer for keys.
    func awaitAnswers(_ count: Int)

    /// Runs a program on the terminal, which has been given back, and posts its end.
    func start(_ program: ConsoleDriver.Program, _ inlet: Inlet<ConsoleInput>)
    func stopProgram()
    /// Its end has arrived: the terminal is the driver's again.
    func programHasEnded()

    /// Stops the process until somebody lets it go on.
    func suspendProcess()
    /// Ends the process as Ctrl-C would without this driver.
    func interruptProcess()

    /// Lets go of everything. What is returned is done when all is written and nothing of it runs any more.
    func close() -> @Sendable () async -> Void
}

extension ConsoleDevice {
    package func awaitAnswers(_ count: Int) {}
}
