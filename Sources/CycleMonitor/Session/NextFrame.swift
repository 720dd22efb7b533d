import CycleBase

public import Cycle

/// Computes the frame that a recorded event leads to in an application, and what its drivers would be to do.
///
///     try session.editEvent(at: "key", to: minus, recomputing: NextFrame(in: counter(options)))
public struct NextFrame {
    let effect: (_ moment: RecordedMoment) throws(Replay.Mismatch.Reason) -> RecordedValue

    private let modelsOfFrame: (_ frame: RecordedValue) throws(Replay.Mismatch.Reason) -> [String: RecordedValue]
    private let modelsOfMoments: (_ moments: [RecordedMoment], _ body: (RecordedMoment, [Any]) -> Void) -> Void

    /// - Parameter cycle: Not started; no driver of it runs.
    public init<Receiver, Frame: Codable>(in cycle: CycledLens<Receiver, Frame>) {
        let replaying = RecordedRun(cycle)
        effect = replaying.effect
        modelsOfFrame = replaying.models
        modelsOfMoments = { replaying.forEachModel(of: $0, $1) }
    }

    /// Runs the application again, as ``Recording/forEachModel(through:_:)``.
    package func forEachModel(of recording: Recording, _ body: (_ moment: RecordedMoment, _ models: [Any]) -> Void) {
        modelsOfMoments(recording.moments, body)
    }

    /// The models that the application's drivers would render for a frame, by the paths of their lenses. A model of over 16 KB is
    /// a note about it.
    ///
    /// - Parameter frame: As it was recorded.
    /// - Returns: Nothing for a frame that the application cannot decode.
    /// - Complexity: As a start of the loop.
    package func models(of frame: RecordedValue) -> [String: RecordedValue] {
        do { return try modelsOfFrame(frame) } catch { return [:] }
    }
}

extension RecordedValue {
    /// Whether a driver has something to do by this model: one of its lists is not empty.
    package var isWanting: Bool { value.hasElements }
}

extension JSON {
    fileprivate var hasElements: Bool {
        switch self {
        case .array(let elements): !elements.isEmpty
        case .object(let fields): fields.contains { $0.value.hasElements }
        case .null, .bool, .number, .string: false
        }
    }
}
