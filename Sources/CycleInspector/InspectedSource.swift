public import CycleMonitor

/// The moments that a monitor looks at, and those of the branches that were made of them.
///
/// Confined to the isolation of the monitor.
public final class InspectedSource {
    /// The run as it was.
    public let base: any InspectedMoments
    private let nextFrame: NextFrame?
    private var latest: (changes: [Branch], moments: BranchedMoments)?
    private var wants = WantsCache()

    /// - Parameters:
    ///   - moments: The run as it was.
    ///   - nextFrame: The application, which computes what follows a change; `nil` where it is not there.
    public init(_ moments: any InspectedMoments, recomputing nextFrame: NextFrame? = nil) {
        base = moments
        self.nextFrame = nextFrame
    }

    /// The moments of the branch that is looked at.
    func moments(of inspection: Inspection) -> any InspectedMoments { branch(of: inspection) ?? base }

    /// The models of the drivers after a moment; `nil` where the application is not there.
    func wants(at index: Int, _ inspection: Inspection) -> Wants? {
        guard let nextFrame else { return nil }
        let changes = inspection.branch.map { inspection.changes(of: $0) } ?? []
        let now = wants.models(at: index, of: changes) {
            self.moment(at: index, inspection).map { nextFrame.models(of: $0.effect) }
        }
        guard let now else { return nil }
        let isStart = index == 0 || moments(of: inspection).summary(at: index).isStart
        let before =
            isStart
            ? nil
            : wants.models(at: index - 1, of: changes) {
                self.moment(at: index, inspection).map { nextFrame.models(of: $0.context) }
            }
        return Wants(before: before ?? [:], now: now)
    }

    /// Whether what follows a change is computed.
    var canRecompute: Bool { nextFrame != nil }

    /// The first moment of the branch that is looked at whose frame is not that of the run as it was.
    func firstDifference(of inspection: Inspection) -> Int? {
        guard let branch = branch(of: inspection), let origin = branch.firstIndex else { return nil }
        return (origin..<min(base.count, branch.count)).first { index in
            branch.impossible[index] != nil || moment(at: index, inspection)?.effect != baseMoment(at: index)?.effect
        }
    }

    /// The differences of the run as it was to the branch that is looked at, after the selected moment.
    func differencesToBranch(of inspection: Inspection) -> [RecordedDifference] {
        guard inspection.branch != nil, let own = moment(of: inspection),
            let recorded = baseMoment(at: inspection.selection)
        else { return [] }
        return recorded.effect.differences(to: own.effect)
    }

    private func baseMoment(at index: Int) -> RecordedMoment? {
        guard index >= 0, index < base.count else { return nil }
        do { return try base.moment(at: index) } catch { return nil }
    }

    private func branch(of inspection: Inspection) -> BranchedMoments? {
        guard let branch = inspection.branch else { return nil }
        let changes = inspection.changes(of: branch)
        if let latest, latest.changes == changes { return latest.moments }
        let moments = BranchedMoments(changes, of: base, recomputing: nextFrame)
        latest = (changes, moments)
        return moments
    }

    /// The moment that is looked at; `nil` where it cannot be read.
    func moment(of inspection: Inspection) -> RecordedMoment? { moment(at: inspection.selection, inspection) }

    func moment(at index: Int, _ inspection: Inspection) -> RecordedMoment? {
        let moments = moments(of: inspection)
        guard index >= 0, index < moments.count else { return nil }
        do { return try moments.moment(at: index) } catch { return nil }
    }

    /// Why the moment that is looked at cannot be read, or cannot have happened.
    func problem(of inspection: Inspection) -> String? {
        if let reason = branch(of: inspection)?.impossible[inspection.selection] { return reason }
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
