import Cycle

/// A run of a loop in virtual time, in which the test accounts for every frame, every model and every alarm.
///
///     let test = TestRun(cycle, drivers: console)
///     try test.expect(Counter())
///     console.send(.key("+"))
///     try test.expect(Counter(total: 1))
///     try test.finish()
///
/// - Source: the exhaustive `TestStore` of TCA.
public final class TestRun<Receiver, Frame> {
    public let time: VirtualTime
    private let cycle: CycledLens<Receiver, Frame>
    private let drivers: [any Accountable]
    private var frames: [Frame] = []
    private var watching: Subscription?

    /// Starts the loop: its first frame is the first to account for.
    public init(_ cycle: CycledLens<Receiver, Frame>, time: VirtualTime = VirtualTime(), drivers: any Accountable...) {
        self.cycle = cycle
        self.time = time
        self.drivers = drivers
        watching = cycle.observe { [unowned self] in frames.append($0) }
        cycle.start(on: time)
        time.join(self) { cycle.drain() }
        settle()
    }

    deinit {
        stop()
    }

    public var frame: Frame { cycle.frame }

    /// Whether the loop would end by itself.
    public var isOver: Bool { cycle.isOver }

    /// Lets everything happen that happens now.
    public func settle() {
        time.advance(by: .zero)
    }

    /// Accounts for the oldest frame that was delivered.
    public func expect(_ frame: Frame) throws(UnexpectedTurn) where Frame: Equatable {
        settle()
        guard !frames.isEmpty else { throw UnexpectedTurn("expected the frame \(frame), but none was delivered") }
        let delivered = frames.removeFirst()
        guard delivered == frame else {
            throw UnexpectedTurn("expected the frame \(frame), but \(delivered) was delivered")
        }
    }

    /// Lets time pass and accounts for the frames that it brings.
    public func advance(by duration: Duration, expecting expected: Frame...) throws(UnexpectedTurn)
    where Frame: Equatable {
        time.advance(by: duration)
        for frame in expected { try expect(frame) }
    }

    /// Ends the run, and fails if a frame, a model or an alarm was not accounted for.
    ///
    /// - Parameter isLeavingAlarms: Whether alarms may still be armed: a timer or an animation that goes on.
    public func finish(leavingAlarms isLeavingAlarms: Bool = false) throws(UnexpectedTurn) {
        settle()
        var lines = frames.map { "the frame \($0) was delivered" }
        lines += drivers.flatMap(\.unaccountedLines)
        if !isLeavingAlarms, time.armedCount > 0 { lines.append("\(time.armedCount) alarms are still armed") }
        stop()
        guard lines.isEmpty else { throw UnexpectedTurn(lines.joined(separator: "\n") + "\nand nobody expected it") }
    }

    private func stop() {
        guard let watching else { return }
        self.watching = nil
        cycle.stop()
        watching.cancel()
        time.leave(self)
    }
}
