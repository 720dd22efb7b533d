public import Cycle

/// A run of a loop in virtual time, with stand-ins for its drivers, in which the test accounts for every frame, every model of
/// a script and every alarm.
///
///     let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()
///     let test = TestRun(counter(options), standIns: console, SimulatedFiles())
///     try test.expect(Counter())
///     console.send(.key("+"))
///     try test.expect { $0.total = 1 }
///     try test.finish()
///
/// The application is the one that ships: a stand-in is chosen by the type of a driver, or by the name of a lens. A
/// driver without a stand-in is not run, and fails the test.
///
/// - Source: the exhaustive `TestStore` of TCA.
public final class TestRun<Frame> {
    /// The time that the loop goes by.
    public let time: VirtualTime
    private let cycle: any RunningCycle<Frame>
    private let standIns: [any StandIn]
    private let isExhaustive: Bool
    /// The frame that was accounted for last.
    private var accounted: Frame
    private var frames: [Frame] = []
    private var mistakes: [String] = []
    private var watching: Subscription?

    /// Starts the loop: its first frame is the first to account for.
    ///
    ///     let test = TestRun(quotes(in: "/"), time: time, exhaustive: false, standIns: console, files, network)
    ///
    /// - Parameters:
    ///   - cycle: Not started yet.
    ///   - time: Of this run alone, or shared with twins that need one, or with other loops.
    ///   - frame: One to go on from, as in `CycledLens.start(on:resuming:standIns:)`.
    ///   - exhaustive: Whether unexpected frames, models and alarms fail the test. Otherwise the test checks its expectations only.
    ///   - standIns: Stand-ins for the drivers, beside `time`, which plays timers. Of two for one driver the first is used.
    public init<Receiver>(
        _ cycle: CycledLens<Receiver, Frame>, time: VirtualTime = VirtualTime(), resuming frame: Frame? = nil,
        exhaustive: Bool = true, standIns: any StandIn...
    ) {
        self.cycle = cycle
        self.time = time
        self.standIns = standIns
        isExhaustive = exhaustive
        accounted = frame ?? cycle.frame
        watching = cycle.observe { [unowned self] in frames.append($0) }
        let cast = Cast(standIns + [time]) { [weak self] in self?.mistakes.append($0) }
        // First, so that the time gives effects of the start its own executor, too.
        time.join(self) { cycle.drain() }
        cycle.start(on: time, resuming: frame, standIns: cast)
        settle()
    }

    deinit {
        stop()
    }

    /// The latest frame.
    public var frame: Frame { cycle.frame }

    /// Whether the loop would end by itself.
    public var isOver: Bool { cycle.isOver }

    // MARK: Time

    /// Lets everything happen that happens now, effects' tasks included: they run in this call, until they wait for something
    /// that is not of this run.
    public func settle() {
        time.advance(by: .zero)
    }

    /// Lets so much time pass.
    public func advance(by duration: Duration) {
        time.advance(by: duration)
    }

    /// Lets everything happen until the frame satisfies a condition: for effects whose tasks wait for something that is not of
    /// this run, as an actor or a thread. It is for the test to end if that never comes.
    public func settle(until isSettled: (Frame) -> Bool, isolation: isolated (any Actor)? = #isolation) async {
        settle()
        while !isSettled(cycle.frame) { await time.waitForTasks() }
    }

    // MARK: Expectations

    /// Accounts for the oldest frame that was delivered.
    ///
    /// - Throws: ``UnexpectedTurn``, with the place of this call and where the frames differ.
    public func expect(
        _ frame: Frame, file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) throws where Frame: Equatable {
        try expect(frame, UnexpectedTurn.Place(file, path, line, column))
    }

    /// Accounts for the oldest frame that was delivered, by what has changed since the one before it.
    ///
    ///     try test.expect { $0.mode = .adding }
    ///
    /// Where the run is not exhaustive: by how the latest frame is. The change leaves that as it is.
    ///
    /// - Throws: ``UnexpectedTurn``, with the place of this call and where the frames differ.
    public func expect(
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, _ change: (_ frame: inout Frame) -> Void
    ) throws where Frame: Equatable {
        settle()
        var expected = isExhaustive ? accounted : cycle.frame
        change(&expected)
        try expect(expected, UnexpectedTurn.Place(file, path, line, column))
    }

    private func expect(_ expected: Frame, _ place: UnexpectedTurn.Place) throws
    where Frame: Equatable {
        settle()
        if let mistake = mistakes.first { try UnexpectedTurn(mistake, at: place).fail() }
        if !isExhaustive { frames = [cycle.frame] }
        guard !frames.isEmpty else {
            let difference = Difference(of: accounted, and: expected, named: "frame")
            let reason =
                difference.isEmpty
                ? "expected the frame \(expected), but none was delivered"
                : "no frame was delivered, and this was expected to change:\n\(difference)"
            try UnexpectedTurn(reason, at: place).fail()
        }
        let delivered = frames.removeFirst()
        accounted = delivered
        guard delivered == expected else {
            let difference = Difference(of: expected, and: delivered, named: "frame")
            let reason = "not the frame that was expected; expected -> delivered:\n\(difference)"
            try UnexpectedTurn(reason, at: place).fail()
        }
    }

    /// Lets time pass and accounts for the frames that it brings.
    ///
    /// - Throws: ``UnexpectedTurn``, as ``expect(_:file:path:line:column:)``.
    public func advance(
        by duration: Duration, expecting frames: Frame..., file: StaticString = #fileID, path: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws where Frame: Equatable {
        advance(by: duration)
        for frame in frames { try expect(frame, UnexpectedTurn.Place(file, path, line, column)) }
    }

    /// Ends the run, and fails if a driver had no stand-in; where the run is exhaustive, also if a frame, a model or an
    /// alarm was not accounted for.
    ///
    ///     try test.finish()
    ///     #expect(console.terminal.isAsFound)
    ///
    /// - Parameters:
    ///   - isLeavingAlarms: Whether alarms may still be armed: a timer or an animation that goes on.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    public func finish(
        leavingAlarms isLeavingAlarms: Bool = false, file: StaticString = #fileID, path: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws {
        settle()
        let lines = unaccountedLines(leavingAlarms: isLeavingAlarms)
        stop()
        let place = UnexpectedTurn.Place(file, path, line, column)
        if let mistake = mistakes.first { try UnexpectedTurn(mistake, at: place).fail() }
        guard lines.isEmpty || !isExhaustive else {
            try UnexpectedTurn(lines.joined(separator: "\n") + "\nand nobody expected it", at: place).fail()
        }
    }

    private func unaccountedLines(leavingAlarms isLeavingAlarms: Bool) -> [String] {
        var lines: [String] = []
        var before = accounted
        for frame in frames {
            let difference = Difference(of: before, and: frame, named: "frame")
            lines.append(
                difference.isEmpty ? "the frame \(frame) was delivered" : "a frame was delivered: \(difference)")
            before = frame
        }
        lines += standIns.flatMap { ($0 as? any Accountable)?.unaccountedLines ?? [] }
        if !isLeavingAlarms, time.armedCount > 0 { lines.append("\(time.armedCount) alarms are still armed") }
        return lines
    }

    private func stop() {
        guard let watching else { return }
        self.watching = nil
        cycle.stop()
        watching.cancel()
        time.leave(self)
    }
}

/// A loop, whatever its lenses are.
private protocol RunningCycle<Frame> {
    associatedtype Frame
    var frame: Frame { get }
    var isOver: Bool { get }
    func stop()
}

extension CycledLens: RunningCycle {}
