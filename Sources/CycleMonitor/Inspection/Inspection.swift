import CycleBase

/// The state of a monitor: what is open, the moment that is looked at, and what was said of moments.
///
///     let moments = try IndexedRecording(path: "counter.jsonl")
///     var inspection = Inspection(of: .recording(path: "counter.jsonl"), in: moments)
///     inspection.perform(.nextChange, in: moments)
///
/// A value without a clock, a file or a view, and so the frame of a monitor: every face shows it and changes it by the same
/// commands, see ``InspectionCommand``. The moments themselves are beside it, because there may be a million of them.
///
/// - Source: the inspectors of Redux DevTools and Elm, and the timeline of CycleMonitor.
public struct Inspection: Hashable, Sendable, Codable {
    /// The thing that is open.
    public enum Subject: Hashable, Sendable, Codable {
        /// A file.
        case recording(path: String)
        /// A program that runs: this one, or one elsewhere.
        case program(name: String)

        /// The name for a title.
        public var name: String {
            switch self {
            case .recording(let path): path.parts(between: "/").last { !$0.isEmpty }.map(String.init) ?? path
            case .program(let name): name
            }
        }
    }

    /// The part of the moments that is listed.
    public struct Filter: Hashable, Sendable, Codable {
        /// The events of one lens, or of all of a kind: `rows[].timer`; `nil` for all.
        public var lens: String?
        /// The lenses whose events are not listed, each a name, or a kind as `rows[].timer`.
        public var hidden: [String] = []
        /// Only moments that led to another frame.
        public var onlyChanges = false
        /// Only moments from this number on; `nil` for all.
        public var first: Int?

        /// All moments.
        public init() {}

        /// Whether a moment is listed.
        public func shows(_ moment: MomentSummary) -> Bool {
            (moment.isStart || lists(lens: moment.lens)) && (!onlyChanges || moment.changesFrame)
                && moment.number >= first ?? moment.number
        }

        /// Whether the events of a lens are listed.
        package func lists(lens name: String) -> Bool {
            lens.map(name.isLens) ?? true && !hidden.contains(where: name.isLens)
        }
    }

    /// Moments that are shown one after the other by themselves.
    public struct Playing: Hashable, Sendable, Codable {
        /// How many times as fast as they happened.
        public var speed = 1.0
        /// Whether the newest come first.
        public var isBackward = false

        /// As fast as they happened, forwards.
        public init() {}
    }

    /// A side of the selected moment.
    public enum Aspect: String, Hashable, Sendable, Codable, CaseIterable {
        /// The frame after it, with what it changed.
        case frame
        /// Its changes, or the differences since the reference.
        case differences
        /// Its event.
        case event
        /// The moments that changed the place that is looked at.
        case blame
        /// Why it left the place that is looked at as it was, see ``WhyNot``.
        case whyNot
        /// The models of the drivers, with what came and went.
        case wants
        /// The branches.
        case branches
        /// The commands.
        case help
    }

    /// A file that should be written.
    public struct Export: Hashable, Sendable, Codable {
        /// Another one for each command, so that the same path is written again.
        public let number: Int
        /// Relative to the folder of the monitor.
        public let path: String
    }

    /// The thing that is open.
    public let subject: Subject
    /// The number of moments that are known: those behind them come with ``InspectionCommand/follow``.
    public internal(set) var count: Int
    /// The moment that is looked at; an index, as all moments here.
    public internal(set) var selection = 0
    /// Where a range begins whose other end is the selection; `nil` where there is none.
    public internal(set) var anchor: Int?
    /// The part of the moments that is listed.
    public internal(set) var filter = Filter()
    /// The text or condition that was searched last.
    public internal(set) var search = ""
    /// A search that is not done yet; another command ends it.
    public internal(set) var looking: Looking?
    /// The place of the frame that is looked at.
    public internal(set) var place = RecordedPath.whole
    /// The side of the selected moment that is shown.
    public internal(set) var aspect = Aspect.frame
    /// The file that was to be written last.
    public internal(set) var export: Export?
    /// The moment with whose frame the selected one is compared; `nil` for the one before it.
    public internal(set) var reference: Int?
    /// The remarks on moments, for each branch that has some.
    var remarks: [Remarks] = []
    /// Changed runs, in the order in which they were made.
    public internal(set) var branches: [RunBranch] = []
    /// The branch that is looked at; `nil` for the run as it was.
    public internal(set) var branch: RunBranch.ID?
    /// The branch that the others are compared with; `nil` for the run as it was.
    public internal(set) var branchReference: RunBranch.ID?
    /// `nil` while nothing is played.
    public internal(set) var playing: Playing?
    /// Whether the newest moment is selected as soon as it comes.
    public internal(set) var isFollowing = false
    /// Whether the program that is looked at stands still.
    public internal(set) var isPaused = false
    /// Whether the drivers of the program that is looked at do not run.
    public package(set) var isSilent = false
    /// Why the last command did nothing, or what it found.
    public internal(set) var message: String?

    /// Begins at the moment that a session was saved at, see ``MonitorSession``; else at the first one, or the newest of a program.
    ///
    /// - Parameters:
    ///   - subject: The thing that is open.
    ///   - moments: Its moments.
    public init(of subject: Subject, in moments: some InspectedMoments) {
        self.subject = subject
        count = moments.count
        if case .program = subject {
            isFollowing = true
            selection = max(0, count - 1)
        } else if let saved = (moments as? any SelectedMoments)?.savedSelection, saved >= 0, saved < count {
            selection = saved
        }
    }

    // MARK: View

    /// The moments between the anchor and the selection; the selection alone where there is no anchor.
    public var range: ClosedRange<Int> {
        guard let anchor else { return selection...selection }
        return min(anchor, selection)...max(anchor, selection)
    }

    /// Whether a person has approved a moment, here or in the recording.
    public func isApproved(_ index: Int, in moments: some InspectedMoments) -> Bool {
        approvals[index] ?? (index < moments.count && moments.summary(at: index).isApproved)
    }

    /// The listed moments around the selection.
    ///
    /// - Parameters:
    ///   - before: At most so many before it.
    ///   - after: At most so many behind it. Where there are fewer on one side, there are more on the other.
    ///   - moments: Of what is open.
    /// - Complexity: O(moments that are passed over).
    public func shown(before: Int, after: Int, in moments: some InspectedMoments) -> [Int] {
        guard count > 0 else { return [] }
        let total = max(0, before) + max(0, after)
        let earlier = neighbours(stride(from: selection - 1, through: 0, by: -1), total, moments)
        let later = neighbours(stride(from: selection + 1, to: count, by: 1), total, moments)
        let beforeCount = min(earlier.count, max(before, total - later.count))
        return earlier[..<beforeCount].reversed() + [selection] + later.prefix(total - beforeCount)
    }

    private func neighbours(
        _ indices: some Sequence<Int>, _ limit: Int, _ moments: some InspectedMoments
    ) -> [Int] {
        var found: [Int] = []
        for index in indices {
            guard found.count < limit else { break }
            if filter.shows(moments.summary(at: index)) { found.append(index) }
        }
        return found
    }

    /// The changes of the selected moment, or the differences since the reference.
    public func differences(in moments: some InspectedMoments) throws(Recording.Fault) -> [RecordedDifference] {
        guard count > 0 else { return [] }
        let moment = try moments.moment(at: selection)
        if let reference, reference != selection {
            return try moments.moment(at: reference).effect.differences(to: moment.effect)
        }
        return moment.isStart ? [] : moment.context.differences(to: moment.effect)
    }
}
