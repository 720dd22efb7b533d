/// A run that was changed by hand at one moment: the moments before it are those of the run that it grew from.
public struct RunBranch: Hashable, Sendable, Codable, Identifiable {
    /// A change of one moment.
    public enum Change: Hashable, Sendable, Codable {
        /// The frame after the moment.
        case frame(RecordedPath, RecordedValue)
        /// The event of the moment.
        case event(RecordedPath, RecordedValue)
        /// The moment did not happen.
        case leavingOut
        /// The event happened twice.
        case repeating
        /// Another event happened before the moment.
        case inserting(lens: String, event: RecordedValue)
        /// The moment happened at another place of its run: the index that it has afterwards.
        case moving(to: Int)
        /// Nothing was changed by hand: the application of now has computed all that follows the moment, a start.
        case recomputing
    }

    /// Another one for each branch of an inspection.
    public let id: Int
    /// The change, in a few words, unless a person has named it.
    public internal(set) var name: String
    /// The branch that it grew from; `nil` for the run as it was.
    public let parent: Int?
    /// The moment that was changed.
    public let origin: Int
    /// The change that was made to it.
    public let change: Change

    /// The first moment that may be another one than in the parent.
    package var firstIndex: Int {
        if case .moving(let target) = change { min(origin, target) } else { origin }
    }
}

/// The moments of a branch: those before its first change are the other ones, the rest is in memory.
///
/// The application computes the moments behind a change again where it is there; without it the events stay, and so do the
/// frames that were recorded.
public final class BranchedMoments: InspectedMoments {
    private let base: any InspectedMoments
    private let first: Int
    private let list: MomentList
    /// The moments that cannot happen any more, with the reason; they stay as they were recorded.
    public let impossible: [Int: String]

    /// So many moments behind a change are computed.
    private static let limit = 100_000

    /// - Parameters:
    ///   - changes: From the run as it was on, see ``Inspection/changes(of:)``.
    ///   - base: The run as it was.
    ///   - nextFrame: The application; `nil` where it is not there.
    public init(_ changes: [RunBranch], of base: any InspectedMoments, recomputing nextFrame: NextFrame? = nil) {
        self.base = base
        first = min(changes.map(\.firstIndex).min() ?? base.count, base.count)
        var moments: [RecordedMoment] = []
        for index in first..<min(base.count, first + Self.limit) {
            do { moments.append(try base.moment(at: index)) } catch { break }
        }
        var edited = EditedRun(moments, first: first, nextFrame)
        for change in changes { edited.apply(change) }
        list = MomentList(Recording(header: RecordingHeader(createdBy: ""), moments: edited.moments))
        impossible = edited.impossible
    }

    /// The first moment that may differ; `nil` where the run is shorter.
    package var firstIndex: Int? { first < base.count ? first : nil }

    /// The number of moments, those before the first change included.
    public var count: Int { first + list.count }
    /// Those of the run as it was, then those of inserted events.
    public var lenses: [String] { base.lenses + list.lenses.filter { !base.lenses.contains($0) } }
    /// Those of the run as it was.
    public var faults: [Recording.Fault] { base.faults }

    /// Summaries before the first change are those of the run as it was.
    public func summary(at index: Int) -> MomentSummary {
        index < first ? base.summary(at: index) : list.summary(at: index - first)
    }

    /// Throws only for moments before the first change.
    public func moment(at index: Int) throws(Recording.Fault) -> RecordedMoment {
        index < first ? try base.moment(at: index) : list.moment(at: index - first)
    }

    /// Looks at both parts.
    public func moments(touching place: RecordedPath, in range: Range<Int>) -> [Int] {
        let later = max(0, range.lowerBound - first)..<max(0, range.upperBound - first)
        return base.moments(touching: place, in: range.clamped(to: 0..<first))
            + list.moments(touching: place, in: later).map { $0 + first }
    }

    /// Looks at both parts.
    public func index(of text: String, in range: Range<Int>, isBackward: Bool) -> Int? {
        let earlier = { self.base.index(of: text, in: range.clamped(to: 0..<self.first), isBackward: isBackward) }
        let later = {
            self.list.index(
                of: text, in: max(0, range.lowerBound - self.first)..<max(0, range.upperBound - self.first),
                isBackward: isBackward
            ).map { $0 + self.first }
        }
        return isBackward ? later() ?? earlier() : earlier() ?? later()
    }
}

/// The moments behind the first change of a branch, while the changes are made.
private struct EditedRun {
    private(set) var moments: [RecordedMoment]
    /// Why events cannot happen, by the moments that they are of now.
    private var reasons: [Int: Replay.Mismatch.Reason] = [:]
    /// Why changes could not be made.
    private var mistakes: [Int: String] = [:]
    private let first: Int
    private let nextFrame: NextFrame?

    init(_ moments: [RecordedMoment], first: Int, _ nextFrame: NextFrame?) {
        (self.moments, self.first, self.nextFrame) = (moments, first, nextFrame)
    }

    var impossible: [Int: String] {
        let texts = reasons.map { ($0, "\(Replay.Mismatch(moments[$0 - first], $1))") }
        return mistakes.merging(texts) { mistake, _ in mistake }
    }

    mutating func apply(_ branch: RunBranch) {
        let index = branch.origin - first
        guard moments.indices.contains(index) else { return }
        var session = MonitorSession(Recording(header: RecordingHeader(createdBy: ""), moments: moments))
        session.select(index)
        let mismatches: [Replay.Mismatch]
        do throws(MonitorSession.EditError) {
            mismatches = try session.make(branch.change, first: first, recomputing: nextFrame)
        } catch {
            return mistakes[branch.origin] = "\(error)"
        }
        moments = session.moments
        (reasons, mistakes) = (moved(reasons, by: branch), moved(mistakes, by: branch))
        for index in recomputed(by: branch) { reasons[index + first] = nil }
        for mismatch in mismatches {
            guard let index = moments.firstIndex(where: { $0.number == mismatch.number }) else { continue }
            reasons[index + first] = mismatch.reason
        }
    }

    /// The remarks on moments, by the places that these have after a change.
    private func moved<Value>(_ values: [Int: Value], by branch: RunBranch) -> [Int: Value] {
        var moved: [Int: Value] = [:]
        for (index, value) in values {
            if let place = branch.indexAfter(index) { moved[place] = value }
        }
        return moved
    }

    /// The moments whose frames a change has had computed again: those up to the next start.
    private func recomputed(by branch: RunBranch) -> Range<Int> {
        let index = branch.firstIndex - first
        let isGiven =
            switch branch.change {
            case .frame: true
            case .leavingOut: false
            case .event, .repeating, .inserting, .moving, .recomputing: moments[index].isStart
            }
        let start = index + (isGiven ? 1 : 0)
        return start..<(moments[start...].firstIndex(where: \.isStart) ?? moments.count)
    }
}

extension MonitorSession {
    /// Makes a change of the selected moment.
    ///
    /// - Parameter first: The place of the session's first moment in the run.
    fileprivate mutating func make(
        _ change: RunBranch.Change, first: Int, recomputing nextFrame: NextFrame?
    ) throws(EditError) -> [Replay.Mismatch] {
        guard let index = selection else { return [] }
        switch change {
        case .frame(let place, let value):
            return try editFrame(at: place.description, to: value, recomputing: nextFrame)
        case .event(let place, let value):
            return try editEvent(at: place.description, to: value, recomputing: nextFrame)
        case .leavingOut: return leaveOut(recomputing: nextFrame)
        case .repeating: return insert(moments[index], recomputing: nextFrame)
        case .inserting(let lens, let event):
            var moment = moments[index]
            (moment.lens, moment.event) = (lens, event)
            return insert(moment, recomputing: nextFrame)
        case .moving(let target): return move(to: target - first, recomputing: nextFrame)
        case .recomputing: return nextFrame.map { recompute($0) } ?? []
        }
    }
}
