public import Cycle

/// Computes the frame that a recorded event leads to in an application.
///
///     try session.editEvent(at: "key", to: minus, recomputing: NextFrame(in: counter(options)))
public struct NextFrame {
    let effect: (_ moment: RecordedMoment) throws(Replay.Mismatch.Reason) -> RecordedValue

    /// - Parameter cycle: Not started; no driver of it runs.
    public init<Receiver, Frame: Codable>(in cycle: CycledLens<Receiver, Frame>) {
        effect = Replaying(cycle).effect
    }
}
