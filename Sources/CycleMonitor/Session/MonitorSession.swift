/// A document of the monitor: a recording, which of its moments is looked at, and what is done with it.
///
///     var session = try MonitorSession(path: "bug.jsonl")
///     session.select(7)
///     session.approve()
///     try session.write(to: "bug.jsonl")
///
/// A value without a clock, a file or a view: what a monitor shows is a function of it. The file is a recording as well,
/// with the selection and the mode in its header.
///
/// - Source: the timeline of CycleMonitor.
public struct MonitorSession: Hashable, Sendable {
    /// The monitor's influence on a running application.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Moments of the application are appended, and the newest is selected.
        case recording
        /// Moments are looked at; the application goes on by itself.
        case looking
        /// The event of a moment is played into the application when it is selected.
        case playingEvents
        /// The frame of a moment is shown by the application when it is selected.
        case playingFrames
    }

    /// The monitor's influence on a running application.
    public var mode: Mode
    /// The recording that is looked at.
    public internal(set) var recording: Recording
    /// An index into the moments of the recording; `nil` where nothing is selected.
    public private(set) var selection: Int?

    /// A session in which no moment is selected.
    public init(_ recording: Recording, mode: Mode = .looking) {
        self.recording = recording
        self.mode = mode
    }

    /// The moments of the recording.
    public var moments: [RecordedMoment] { recording.moments }
    /// `nil` where nothing is selected.
    public var selectedMoment: RecordedMoment? { selection.map { moments[$0] } }

    // MARK: Selection

    /// - Parameter index: Of a moment; what is beyond the ends selects the moment at that end.
    public mutating func select(_ index: Int?) {
        guard let index, !moments.isEmpty else { return selection = nil }
        selection = min(max(index, 0), moments.count - 1)
    }

    /// Selects the moment behind the selection, or the first one.
    public mutating func selectNext() { select(selection.map { $0 + 1 } ?? 0) }
    /// Selects the moment before the selection, or the first one.
    public mutating func selectPrevious() { select(selection.map { $0 - 1 } ?? 0) }

    // MARK: Moments

    /// Takes a moment of the running application, while it is being recorded.
    public mutating func append(_ moment: RecordedMoment) {
        guard mode == .recording else { return }
        recording.moments.append(moment)
        selection = moments.count - 1
    }

    /// Forgets all moments.
    public mutating func clear() {
        recording.moments = []
        selection = nil
    }

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

extension MonitorSession {
    /// A moment's content that is played into a running application, by its mode.
    public enum Playable: Hashable, Sendable {
        /// An event of a lens.
        case event(RecordedValue, lens: String)
        /// A whole frame.
        case frame(RecordedValue)
    }

    /// The content that selecting this moment plays; `nil` where nothing is played.
    public var playable: Playable? {
        guard let moment = selectedMoment else { return nil }
        switch mode {
        case .recording, .looking: return nil
        case .playingFrames: return .frame(moment.effect)
        case .playingEvents: return moment.isStart ? .frame(moment.effect) : .event(moment.event, lens: moment.lens)
        }
    }
}
