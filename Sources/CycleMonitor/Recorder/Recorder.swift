import Cycle
import Foundation

/// Keeps the moments of a loop: the newest in memory, or all of them in a file.
///
///     cycle.record(into: try Recorder(appendingTo: "counter.jsonl"))
///
/// Confined to the loop that it records. It never stops the loop: when the file cannot be written any more, it stops
/// recording and says so, once.
public final class Recorder {
    // One of the two.
    private var ring: MomentRing?
    private let file: RecordingFile?
    private var nextNumber: Int
    private let limits: RecordingLimits
    private let createdBy: String
    private var drivers: [String] = []

    /// Keeps the newest moments in memory, to be looked at, drawn, or written when something went wrong.
    public init(
        keeping count: Int, createdBy: String = ProcessInfo.processInfo.processName,
        limits: RecordingLimits = RecordingLimits()
    ) {
        ring = MomentRing(capacity: count)
        file = nil
        nextNumber = 0
        self.createdBy = createdBy
        self.limits = limits
    }

    /// Writes every moment to a file, as JSON Lines. A recording that is there already is continued.
    ///
    /// What happened is in the file whenever the loop sleeps: a program that is killed then loses nothing, and one that is
    /// killed while busy loses what it has done since, 64 KiB at most.
    ///
    /// - Parameters:
    ///   - path: Readable for this user only, when it is made here.
    ///   - limits: Recording ends at them, so that the file can be read again.
    ///   - onFailure: Called on the loop when recording ends because of the file. By default that is told on standard
    ///     error.
    /// - Complexity: An existing recording is read once, to continue its numbers.
    public convenience init(
        appendingTo path: String, createdBy: String = ProcessInfo.processInfo.processName,
        limits: RecordingLimits = RecordingLimits(),
        onFailure: @escaping (RecordingError) -> Void = tellOnStandardError
    ) throws(RecordingError) {
        self.init(
            try RecordingFile(appendingTo: path, limits: limits, onFailure: onFailure), createdBy: createdBy,
            limits: limits)
    }

    init(_ file: RecordingFile, createdBy: String, limits: RecordingLimits) {
        self.file = file
        nextNumber = file.firstNumber
        self.createdBy = createdBy
        self.limits = limits
    }

    /// The default of `onFailure`.
    public static func tellOnStandardError(_ error: RecordingError) {
        let text = Array("recording ended: \(error)\n".utf8)
        // Nobody is left to be told when this fails; `FileHandle` would trap.
        _ = write(STDERR_FILENO, text, text.count)
    }

    /// What is kept in memory; of a recorder that writes a file nothing.
    public var recording: Recording {
        Recording(header: header, moments: ring?.moments ?? [])
    }

    /// Why nothing is recorded any more.
    public var failure: RecordingError? { file?.failure }

    /// Hands what was collected to the system. The loop does so by itself before it sleeps and when it ends.
    public func flush() {
        file?.flush()
    }

    func begin(drivers: [String]) {
        self.drivers = drivers
        if let file, file.isNew { file.append(header.line) }
    }

    private var header: RecordingHeader { RecordingHeader(createdBy: createdBy, drivers: drivers) }

    /// - Parameter context: The frame before, if it has been recorded already as the effect of another moment.
    /// - Returns: The frame after.
    func record<Frame>(_ moment: Moment<Frame>, context: RecordedValue?) -> RecordedValue {
        let value = { [limits] in RecordedValue($0, byteLimit: limits.valueByteCount) }
        let effect = value(moment.effect)
        let isStart = moment.cause.driver == RecordedMoment.start
        let recorded = RecordedMoment(
            number: nextNumber, time: moment.time, driver: moment.cause.driver, event: value(moment.cause.event),
            context: isStart ? effect : context ?? value(moment.context), effect: effect)
        nextNumber += 1
        ring?.append(recorded)
        file?.append(recorded.line)
        return effect
    }
}

extension CycledLens {
    /// Records every moment from now on. The loop keeps the recorder until the subscription is cancelled.
    ///
    /// - Complexity: The frame and the event are encoded once a moment.
    @discardableResult
    public func record(into recorder: Recorder) -> Subscription {
        recorder.begin(drivers: partNames(of: receiver))
        // One moment's effect is the next one's context: a frame is encoded once.
        var latest: RecordedValue?
        return observeMoments(
            { moment in latest = recorder.record(moment, context: latest) }, whenIdle: recorder.flush)
    }
}

/// The types of the parts of a `zip`, or of the one part.
private func partNames(of receiver: Any) -> [String] {
    let mirror = Mirror(reflecting: receiver)
    guard mirror.displayStyle == .tuple else { return ["\(type(of: receiver))"] }
    return mirror.children.flatMap { partNames(of: $0.value) }
}
