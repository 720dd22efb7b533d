public import CycleMonitor

/// The moments that a monitor looks at, and those of the branches that were made of them.
///
/// Confined to the isolation of the monitor.
public final class InspectedSource {
    /// The run as it was.
    public let base: any InspectedMoments
    private let nextFrame: NextFrame?
    private var latest: (changes: [Branch], moments: BranchedMoments)?

    /// - Parameters:
    ///   - moments: The run as it was.
    ///   - nextFrame: The application, which computes what follows a change; `nil` where it is not there.
    public init(_ moments: any InspectedMoments, recomputing nextFrame: NextFrame? = nil) {
        base = moments
        self.nextFrame = nextFrame
    }

    /// The moments of the branch that is looked at.
    func moments(of inspection: Inspection) -> any InspectedMoments { branch(of: inspection) ?? base }

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
