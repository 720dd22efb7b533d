import Cycle

extension Recording {
    /// Runs the application again, and tells what its drivers would have rendered.
    ///
    /// - Parameters:
    ///   - cycle: Not started; stopped at the end. No driver of it runs.
    ///   - type: The models of the drivers that count.
    ///   - body: Is called for each moment that can happen again, with the last model that came with it; `nil` for none.
    package func forEachModel<Receiver, Frame: Codable, Model>(
        through cycle: CycledLens<Receiver, Frame>, of type: Model.Type, _ body: (RecordedMoment, Model?) -> Void
    ) {
        let replaying = RecordedRun(cycle)
        var latest: Model?
        replaying.onModel = { _, model in if let model = model as? Model { latest = model } }
        for moment in moments {
            latest = nil
            do throws(Replay.Mismatch.Reason) {
                if moment.isStart { try replaying.begin(moment) } else { _ = try replaying.effect(of: moment) }
            } catch {
                continue
            }
            body(moment, latest)
        }
    }
}
