/// A document of the monitor: a recording that is edited, and which of its moments is looked at.
///
///     var session = try MonitorSession(path: "bug.jsonl")
///     session.select(7)
///     session.approve()
///     try session.write(to: "bug.jsonl")
///
/// A value without a clock, a file or a view: what a monitor shows is a function of it. The file is a recording as well,
/// with the selection in its header.
///
/// - Source: the timeline of CycleMonitor.
public struct MonitorSession: Hashable, Sendable {
    /// The recording that is looked at.
    public internal(set) var recording: Recording
    /// An index into the moments of the recording; `nil` where nothing is selected.
    public private(set) var selection: Int?

    /// A session in which no moment is selected.
    public init(_ recording: Recording) {
        self.recording = recording
    }

    /// The moments of the recording.
    public var moments: [RecordedMoment] { recording.moments }
    /// `nil` where nothing is selected.
    public var selectedMoment: RecordedMoment? { selection.map { moments[$0] } }

    /// - Parameter index: Of a moment; what is beyond the ends selects the moment at that end.
    public mutating func select(_ index: Int?) {
        guard let index, !moments.isEmpty else { return selection = nil }
        selection = min(max(index, 0), moments.count - 1)
    }

    /// Selects the moment behind the selection, or the first one.
    public mutating func selectNext() { select(selection.map { $0 + 1 } ?? 0) }
    /// Selects the moment before the selection, or the first one.
    public mutating func selectPrevious() { select(selection.map { $0 - 1 } ?? 0) }

    /// Says that the selected moment is right, or takes that back.
    public mutating func approve(_ isApproved: Bool = true) {
        guard let selection else { return }
        recording.moments[selection].isApproved = isApproved
    }

    /// The approved moments alone, to be replayed or exported.
    public var approved: Recording {
        var approved = recording
        approved.moments.removeAll { !$0.isApproved }
        return approved
    }
}
