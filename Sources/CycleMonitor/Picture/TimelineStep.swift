/// One step of a timeline without a recording, as one that `explore` has found: whose, what, and what it changed.
public struct TimelineStep: Hashable, Sendable {
    /// The lane that it stands in.
    public var lane: String
    /// The text of its event.
    public var label: String
    /// Each change in words; none, and the happening left the frame as it was.
    public var changes: [String]
    /// The program that has sent what arrives: an arrow comes from its lane.
    package var sender: String?
    /// Whether that never arrives.
    package var isLost = false

    /// One happening of a lane.
    public init(_ lane: String, _ label: String, changes: [String]) {
        self.lane = lane
        self.label = label
        self.changes = changes
    }
}

extension ModelTimeline {
    /// A timeline of which the frames show what has changed.
    ///
    ///     let steps = failure.lines.map { TimelineStep($0.happening.lane, $0.happening.label, changes: $0.changes) }
    ///     let picture = ModelTimeline(steps, startingWith: failure.start, title: failure.law).svg
    ///
    /// - Parameters:
    ///   - steps: One after the other.
    ///   - start: The first frame.
    ///   - title: Stands above the picture.
    ///   - width: How wide the picture may be; what does not fit goes on below.
    public init(_ steps: [TimelineStep], startingWith start: String, title: String? = nil, width: Double = 960) {
        var shown = RecordedValue(start)
        var moments = [
            RecordedMoment(
                number: 0, time: .zero, lens: RecordedMoment.start, event: RecordedValue(RecordedMoment.start),
                context: shown, effect: shown)
        ]
        for (index, step) in steps.enumerated() {
            let before = shown
            if !step.changes.isEmpty { shown = RecordedValue(step.changes.joined(separator: ", ")) }
            var moment = RecordedMoment(
                number: index + 1, time: .zero, lens: step.lane, event: RecordedValue(step.label), context: before,
                effect: shown)
            (moment.sender, moment.isLost) = (step.sender, step.isLost)
            moments.append(moment)
        }
        self.init(moments, title: title, width: width, showsTime: false)
    }
}
