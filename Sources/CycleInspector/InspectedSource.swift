public import CycleMonitor
import CycleScreens

/// The moments that a monitor looks at, and those of the branches that were made of them.
///
/// Confined to the isolation of the monitor.
public final class InspectedSource {
    /// The run as it was.
    public let base: any InspectedMoments
    private let nextFrame: NextFrame?
    /// The keys that only this face of the monitor has.
    var ownKeys: [KeyHelp] = []
    /// The branches that were looked at last: the shown one, and the one that it is compared with.
    private var latest: [(changes: [RunBranch], moments: BranchedMoments)] = []
    private var parting: (changes: [[RunBranch]], index: Int?)?
    private var wants = WantsCache()
    private var blame = PieceCache<BlameSearch>()
    private var whyNot = PieceCache<WhyNotSearch>()

    /// - Parameters:
    ///   - moments: The run as it was.
    ///   - nextFrame: The application, which computes what follows a change; `nil` where it is not there.
    public init(_ moments: any InspectedMoments, recomputing nextFrame: NextFrame? = nil) {
        base = moments
        self.nextFrame = nextFrame
    }

    /// The moments of the branch that is looked at.
    func moments(of inspection: Inspection) -> any InspectedMoments {
        branch(inspection.branch, of: inspection) ?? base
    }

    /// The models of the drivers after a moment; `nil` where they are not known.
    func models(at index: Int, _ inspection: Inspection) -> [String: RecordedValue]? {
        if inspection.branch == nil, let program = base as? any RenderedMoments { return program.models(after: index) }
        guard let nextFrame else { return nil }
        return wants.models(at: index, of: inspection.branch.map { inspection.changes(of: $0) } ?? []) {
            self.moment(at: index, inspection).map { nextFrame.models(of: $0.effect) }
        }
    }

    /// These, and those before the moment.
    func wants(at index: Int, _ inspection: Inspection) -> Wants? {
        guard let now = models(at: index, inspection) else { return nil }
        if inspection.branch == nil, let program = base as? any RenderedMoments {
            let isStart = index == 0 || program.contains(index) && program.summary(at: index).isStart
            return Wants(before: isStart ? [:] : program.models(after: index - 1) ?? now, now: now)
        }
        guard let nextFrame else { return nil }
        let changes = inspection.branch.map { inspection.changes(of: $0) } ?? []
        let isStart = index == 0 || moments(of: inspection).summary(at: index).isStart
        let before =
            isStart
            ? nil
            : wants.models(at: index - 1, of: changes) {
                self.moment(at: index, inspection).map { nextFrame.models(of: $0.context) }
            }
        return Wants(before: before ?? [:], now: now)
    }

    /// Why no models are known.
    func noteOnWants(_ inspection: Inspection) -> String {
        if base is any RenderedMoments {
            return inspection.branch == nil
                ? "the program does not keep this moment any more"
                : "a branch has not happened: B leads back to the run"
        }
        return "the program is not here: its --monitor computes what drivers are to do"
    }

    /// Whether what follows a change is computed.
    var canRecompute: Bool { nextFrame != nil }

    /// The screens that the program shows during a recording; `nil` where the program is not there.
    func screens(of recording: Recording) -> PageScreens? {
        nextFrame.flatMap { TerminalFilm(of: recording, through: $0, redaction: nil).pageScreens }
    }

    // MARK: Two branches

    /// The first moment of the branch that is looked at whose frame is not that of the branch that it is compared with.
    func firstDifference(of inspection: Inspection) -> Int? {
        let changes = [inspection.branch, inspection.branchReference].map { $0.map(inspection.changes) ?? [] }
        if let parting, parting.changes == changes { return parting.index }
        let origin = changes.flatMap { $0 }.map(\.firstIndex).min() ?? base.count
        let index = (origin..<max(origin, min(moments(of: inspection).count, origin + Self.partingLimit))).first {
            branch(inspection.branch, of: inspection)?.impossible[$0] != nil
                || moment(at: $0, inspection)?.effect != counterpart(of: $0, inspection)?.effect
        }
        parting = (changes, index)
        return index
    }

    /// So many moments are compared for the first difference.
    private static let partingLimit = 100_000

    /// The differences of the branch that the shown one is compared with to that one, after the selected moment; `nil` where
    /// only one of them has the moment.
    func differencesToBranch(of inspection: Inspection) -> [RecordedDifference]? {
        guard let own = moment(of: inspection), let other = counterpart(of: inspection.selection, inspection) else {
            return nil
        }
        return other.effect.differences(to: own.effect)
    }

    /// The same moment of the branch that the shown one is compared with.
    private func counterpart(of index: Int, _ inspection: Inspection) -> RecordedMoment? {
        let reference = inspection.branchReference
        let moments: any InspectedMoments = branch(reference, of: inspection) ?? base
        guard let index = inspection.counterpart(of: index, in: reference), moments.contains(index) else { return nil }
        do { return try moments.moment(at: index) } catch { return nil }
    }

    // MARK: By pieces

    /// So many changes of a place are listed.
    static let blameLimit = 200

    /// The changes of the place that is looked at, as far as so many pieces tell.
    func blame(of frame: InspectorFrame) -> BlameSearch {
        let inspection = frame.inspection
        return blame.search(frame, in: moments(of: inspection), at: frame.blameEnd) { _ in
            BlameSearch(of: inspection.place, before: frame.blameEnd, limit: Self.blameLimit)
        }
    }

    /// The change in the blame that made the place what it is after the selected moment.
    func blamedRow(of frame: InspectorFrame) -> Int? {
        guard frame.inspection.count > 0 else { return nil }
        let number = moments(of: frame.inspection).summary(at: frame.inspection.selection).number
        return blame(of: frame).changes.firstIndex { $0.number <= number }
    }

    func whyNot(of frame: InspectorFrame) -> WhyNotSearch {
        let inspection = frame.inspection
        return whyNot.search(frame, in: moments(of: inspection), at: inspection.selection) { moments in
            WhyNotSearch(of: inspection.place, at: inspection.selection, in: moments)
        }
    }

    /// Whether more would be found by looking on.
    func isLooking(_ frame: InspectorFrame) -> Bool {
        guard frame.inspection.looking == nil else { return true }
        guard frame.inspection.count > 0 else { return false }
        return switch frame.inspection.aspect {
        case .blame: !blame(of: frame).isDone
        case .whyNot: !whyNot(of: frame).isDone
        case .frame, .differences, .event, .wants, .branches, .help: false
        }
    }

    private func branch(_ branch: RunBranch.ID?, of inspection: Inspection) -> BranchedMoments? {
        guard let branch else { return nil }
        let changes = inspection.changes(of: branch)
        if let known = latest.first(where: { $0.changes == changes }) { return known.moments }
        let moments = BranchedMoments(changes, of: base, recomputing: nextFrame)
        latest = [(changes, moments)] + latest.prefix(1)
        return moments
    }

    /// The moment that is looked at; `nil` where it cannot be read.
    func moment(of inspection: Inspection) -> RecordedMoment? { moment(at: inspection.selection, inspection) }

    func moment(at index: Int, _ inspection: Inspection) -> RecordedMoment? {
        let moments = moments(of: inspection)
        guard moments.contains(index) else { return nil }
        do { return try moments.moment(at: index) } catch { return nil }
    }

    /// Why the moment that is looked at cannot be read, or cannot have happened.
    func problem(of inspection: Inspection) -> String? {
        if let reason = branch(inspection.branch, of: inspection)?.impossible[inspection.selection] { return reason }
        do {
            guard inspection.selection < moments(of: inspection).count else { return nil }
            _ = try moments(of: inspection).moment(at: inspection.selection)
            return nil
        } catch {
            return error.reason
        }
    }

    func frame(of inspection: Inspection) -> RecordedValue? { moment(of: inspection)?.effect }

    func differences(of inspection: Inspection) -> [RecordedDifference] {
        do { return try inspection.differences(in: moments(of: inspection)) } catch { return [] }
    }
}

extension InspectedMoments {
    fileprivate func contains(_ index: Int) -> Bool { index >= 0 && index < count }
}

/// Looks for something in moments, by pieces.
private protocol PieceSearch {
    var isDone: Bool { get }
    mutating func lookOn(in moments: some InspectedMoments)
}

extension BlameSearch: PieceSearch {}
extension WhyNotSearch: PieceSearch {}

/// The latest search by pieces: the next look at it goes on where the last one was done.
private struct PieceCache<Search: PieceSearch> {
    private struct Subject: Equatable {
        let place: RecordedPath
        /// The moment that is asked about, or the last one.
        let moment: Int
        let changes: [RunBranch]
        let count: Int
    }

    private var latest: (subject: Subject, pieceCount: Int, search: Search)?

    /// - Parameters:
    ///   - frame: Says what is looked for, and in how many pieces.
    ///   - moments: The moments that are searched.
    ///   - moment: The one that is asked about.
    ///   - begin: Makes the search.
    mutating func search(
        _ frame: InspectorFrame, in moments: any InspectedMoments, at moment: Int,
        _ begin: (any InspectedMoments) -> Search
    ) -> Search {
        let inspection = frame.inspection
        let subject = Subject(
            place: inspection.place, moment: moment,
            changes: inspection.branch.map { inspection.changes(of: $0) } ?? [], count: moments.count)
        var (pieceCount, search): (Int, Search)
        if let latest, latest.subject == subject, latest.pieceCount <= frame.pieceCount {
            (pieceCount, search) = (latest.pieceCount, latest.search)
        } else {
            (pieceCount, search) = (0, begin(moments))
        }
        while pieceCount < frame.pieceCount, !search.isDone {
            search.lookOn(in: moments)
            pieceCount += 1
        }
        latest = (subject, pieceCount, search)
        return search
    }
}
