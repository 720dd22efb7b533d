extension ConsoleSession {
    /// Everything that can happen to a session.
    enum Input: Hashable, Sendable {
        case model(ConsoleDriver.Model)
        case modelEnded
        /// The terminal has this size. Comes before the input during which the device noticed the change.
        case sized(ConsoleDriver.Size)
        /// The process was stopped since the last input, and another program may have used the terminal.
        case processStopped
        case device(ConsoleDeviceEvent)
        /// The time of an ``Action/arm(_:at:)`` has come.
        case timePassed(Deadline)
        case cancelled
    }

    /// Something for the shell to perform, in order.
    enum Action: Hashable, Sendable {
        /// Have these bytes written should the process end or stop. Comes before the write that makes them necessary.
        case prepareLeaving([UInt8], isFull: Bool)
        /// Write these bytes. The device answers with `written` once it has written everything, or with `outputFailed`.
        case write([UInt8])
        /// Block until the device has written everything. The device answers as to ``write(_:)``.
        case waitForOutput
        case setRaw(Bool)
        case startReading
        case stopReading
        /// Run a program on the terminal. The device answers with `programEnded` or `programFailed`.
        case start(ConsoleDriver.Program)
        case stopProgram
        case arm(Deadline, at: Duration)
        case disarm(Deadline)
        /// Report an event to the application.
        case report(ConsoleDriver.Event)
        case suspendProcess
        /// End the process as Ctrl-C does without this driver.
        case interruptProcess
        /// Wait a moment for the terminal's replies to this many questions: the next program would read them as keys.
        case awaitAnswers(Int)
        /// Release the device and all deadlines. Only ``interruptProcess`` or ``end`` may follow.
        case close
        /// The driver's signal has ended.
        case end
    }

    enum Deadline: Hashable, Sendable {
        /// The bytes so far are the Escape key, or a reply that never ends.
        case key
        /// The application has processed Ctrl-Z, and the process stops.
        case suspension
        /// The application has processed a burst of keys, and the newest screen is drawn.
        case screen
    }

    /// The way of the terminal:
    ///
    ///     ours --model.program--> lending --reading has stopped, all is written--> lent --programEnded--> ours
    ///     any of them --cancelled, or no model and no input--> left
    enum Terminal: Hashable, Sendable {
        case ours
        /// Given back for a program, which starts once the reader has stopped and everything is written.
        case lending(ConsoleDriver.Program)
        /// The program runs on the terminal.
        case lent(ConsoleDriver.Program)
        /// Given back for good: the session is over.
        case left
    }

    /// The way of the reader:
    ///
    ///     idle --input wanted--> active --unwanted--> stopping --readerStopped--> idle
    ///     any of them --ended--> over
    enum Reading: Hashable, Sendable {
        case idle, active, stopping, over
    }
}
