public import Cycle
import CycleBase

/// Keeps the moments of a loop: the newest in memory, or all of them in a file.
///
///     cycle.record(into: try Recorder(appendingTo: "counter.jsonl"))
///
/// Confined to the loop that it records. It never stops the loop: when the file cannot be written any more, it stops
/// recording and says so, once.
public final class Recorder {
    /// How many moments are kept in memory; `nil` for a recorder that writes a file.
    private let capacity: Int?
    private var kept: [any KeptMoments] = []
    private let file: (any LineStore)?
    private let counter: MomentCounter
    private let limits: RecordingLimits
    private let createdBy: String

    /// Keeps the newest moments in memory, to be looked at, drawn, or written when something went wrong.
    ///
    ///     let recorder = Recorder(keeping: 1_000)
    ///     cycle.record(into: recorder)
    ///     try recorder.recording.write(to: "bug.jsonl")
    ///
    /// Frames and events are kept as they are, and become text when ``recording`` is read: objects that they refer to
    /// are written as they are then.
    ///
    /// - Complexity: O(1) a moment, and nothing is encoded.
    public init(
        keeping count: Int, createdBy: String? = nil,
        limits: RecordingLimits = RecordingLimits()
    ) {
        guard count > 0 else { stop("a recorder keeps at least one moment: Recorder(keeping: 100)") }
        capacity = count
        file = nil
        counter = MomentCounter(first: 0)
        self.createdBy = createdBy ?? ProcessInfo.processInfo.processName
        self.limits = limits
    }

    /// Writes every moment to a file, as JSON Lines. A recording that is there already is continued.
    ///
    ///     cycle.record(into: try Recorder(appendingTo: "run.jsonl"))
    ///
    /// All moments are in the file whenever the loop sleeps: a program that is killed then loses nothing, and one that is
    /// killed while busy loses the moments since, 64 KiB at most.
    ///
    /// - Parameters:
    ///   - path: Readable for this user only, when it is made here. A file that another program records into is refused.
    ///   - createdBy: The name of the program in the recording; by default that of the process.
    ///   - limits: Recording ends at them, so that the file can be read again.
    ///   - onFailure: Called on the loop when recording ends because of the file. By default the recorder
    ///     writes the failure to standard error.
    /// - Complexity: An existing recording is read once, to continue its numbers.
    public convenience init(
        appendingTo path: String, createdBy: String? = nil,
        limits: RecordingLimits = RecordingLimits(),
        onFailure: @escaping (RecordingError) -> Void = tellOnStandardError
    ) throws(RecordingError) {
        self.init(
            try RecordingFile(appendingTo: path, limits: limits, onFailure: onFailure), createdBy: createdBy,
            limits: limits)
    }

    /// Keeps the newest moments in a file, however the program ends: also by a trap, by any signal, or by `SIGKILL`.
    ///
    ///     cycle.record(into: try Recorder(keeping: 1_000, leavingIn: "last.jsonl"))
    ///
    /// A moment is handed to the system as soon as it has happened, by one call. `cycle-monitor` opens it, and says that it ends suddenly. The moments before those in the file are beside it, with
    /// `.older` behind the name; both together are ``Recording``s of a few megabytes at most.
    ///
    /// - Parameters:
    ///   - count: How many moments are kept at least, if they fit.
    ///   - path: Readable for this user only. A file that is there already is emptied; one that another program records into is
    ///     refused.
    ///   - createdBy: The name of the program in the recording.
    ///   - onFailure: As of the other initialisers.
    /// - Complexity: The event and the frame after it are encoded for each moment, but for arrays that were not written to.
    public convenience init(
        keeping count: Int, leavingIn path: String, createdBy: String? = nil,
        onFailure: @escaping (RecordingError) -> Void = tellOnStandardError
    ) throws(RecordingError) {
        self.init(
            try NewestLines(path: path, keeping: max(1, count), onFailure: onFailure), createdBy: createdBy,
            limits: RecordingLimits(lineByteCount: 200_000))
    }

    init(_ file: any LineStore, createdBy: String?, limits: RecordingLimits) {
        capacity = nil
        self.file = file
        counter = MomentCounter(first: file.firstNumber)
        self.createdBy = createdBy ?? ProcessInfo.processInfo.processName
        self.limits = limits
    }

    /// The default of `onFailure`.
    public static func tellOnStandardError(_ error: RecordingError) {
        writeOnStandardError("recording ended: \(error)\n")
    }

    static func writeOnStandardError(_ text: String) {
        let bytes = Array(text.utf8)
        // A failure of this write cannot be reported anywhere; `FileHandle` would trap.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// The moments in memory; empty for a recorder that writes a file.
    public var recording: Recording {
        let moments = kept.flatMap { $0.moments(limits: limits) }.sorted { $0.number < $1.number }
        return Recording(header: header, moments: moments.suffix(capacity ?? 0))
    }

    /// Why nothing is recorded any more.
    public var failure: RecordingError? { file?.failure }

    /// Hands what was collected to the system. The loop does so by itself before it sleeps and when it ends.
    public func flush() {
        file?.flush()
    }

    @usableFromInline
    func begin() {
        file?.begin(header)
    }

    /// Where the moments of one more loop are kept; `nil` for a recorder that writes a file.
    @usableFromInline
    func ring<Frame>(for loop: CycledLens<some Any, Frame>.Type) -> MomentRing<Frame>? {
        guard let capacity else { return nil }
        forgetRings(before: counter.upcoming - capacity)
        let ring = MomentRing<Frame>(capacity: capacity, counter: counter)
        kept.append(ring)
        return ring
    }

    /// Forgets the moments of loops that have gone. A loop that is recorded holds its ring, too, and may go on.
    private func forgetRings(before first: Int) {
        for index in kept.indices.reversed() where kept[index].newestNumber < first {
            let known = KnownRing(ring: kept.remove(at: index))
            if let ring = known.ring { kept.insert(ring, at: index) }
        }
    }

    private struct KnownRing {
        weak var ring: (any KeptMoments)?
    }

    /// Where the moments of one more loop are written; `nil` for a recorder that keeps them.
    @usableFromInline
    func lines() -> MomentLines? {
        file.map { MomentLines($0, counter: counter, limits: limits) }
    }

    private var header: RecordingHeader { RecordingHeader(createdBy: createdBy) }
}

/// Recording a run, and showing it to a monitor.
extension CycledLens {
    /// Records every moment from now on. The loop keeps the recorder until the subscription is cancelled.
    ///
    /// - Complexity: A recorder in memory copies the event and the frames before and after; one that writes a file encodes
    ///   the event and the frame after it, but for arrays that were not written to since the moment before.
    @discardableResult
    @inlinable  // hot: a moment is put away for the frame's type
    public func record(into recorder: Recorder) -> Subscription {
        recorder.begin()
        if let ring = recorder.ring(for: Self.self) {
            return observeMoments({ ring.append($0) }, whenIdle: recorder.flush)
        }
        let lines = recorder.lines()
        return observeMoments(
            { moment in
                lines?.append(moment)
            }, whenIdle: recorder.flush)
    }
}
