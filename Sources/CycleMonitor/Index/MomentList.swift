import CycleBase

/// Moments of a file in which a session may have been saved.
protocol SelectedMoments {
    /// The index of the moment that was selected then.
    var savedSelection: Int? { get }
}

extension RecordingHeader {
    var savedSelection: Int? { session?["selection"]?.integer }
}

/// Moments in memory, to be looked at: of a small recording, or of a program that runs.
public final class MomentList: InspectedMoments, SelectedMoments {
    /// All moments, oldest first.
    public private(set) var moments: [RecordedMoment] = []
    /// As they first appear.
    public private(set) var lenses: [String] = []
    /// Those of the recording that it was made of.
    public let faults: [Recording.Fault]
    let savedSelection: Int?

    /// - Parameter recording: May be empty, and grow.
    public convenience init(_ recording: Recording) {
        self.init(recording, selection: recording.header.savedSelection)
    }

    init(_ recording: Recording, selection: Int?) {
        savedSelection = selection
        faults = recording.faults
        for moment in recording.moments { append(moment) }
    }

    /// Adds one more moment, behind all others.
    public func append(_ moment: RecordedMoment) {
        moments.append(moment)
        if !lenses.contains(moment.lens) { lenses.append(moment.lens) }
    }

    /// The number of moments.
    public var count: Int { moments.count }
    /// - Complexity: O(size of the frame).
    public func summary(at index: Int) -> MomentSummary { MomentSummary(moments[index]) }
    /// Never throws: all moments are in memory.
    public func moment(at index: Int) -> RecordedMoment { moments[index] }

    /// - Complexity: O(depth of the place) for a moment.
    public func moments(touching place: RecordedPath, in range: Range<Int>) -> [Int] {
        range.clamped(to: moments.indices).filter { index in
            let moment = moments[index]
            return moment.isStart || moment.context.value[place.path] != moment.effect.value[place.path]
        }
    }

    /// - Complexity: O(size of the frame) for a moment.
    public func index(of text: String, in range: Range<Int>, isBackward: Bool) -> Int? {
        let range = range.clamped(to: moments.indices)
        return isBackward
            ? range.last { moments[$0].contains(text) } : range.first { moments[$0].contains(text) }
    }
}

extension RecordedMoment {
    /// Whether the event, its lens, or the keys and new values of what it changed contain a text.
    package func contains(_ text: String) -> Bool {
        // As it stands between the quotes of JSON.
        let wanted = String(text.quotedJSON.dropFirst().dropLast())
        if event.json.hasPart(wanted) || lens.hasPart(text) { return true }
        if isStart { return effect.json.hasPart(wanted) }
        return changesFrame
            && context.differences(to: effect).contains { change in
                change.after?.json.hasPart(wanted) == true
                    || RecordedPath(change.path)?.path.steps.contains { $0.key?.hasPart(text) == true } == true
            }
    }
}

extension JSONPath.Step {
    fileprivate var key: String? { if case .key(let key) = self { key } else { nil } }
}
