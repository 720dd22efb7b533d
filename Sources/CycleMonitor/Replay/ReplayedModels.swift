import Cycle

extension Recording {
    /// Runs the application again, and tells what its drivers would have rendered.
    ///
    /// - Parameters:
    ///   - cycle: Not started; stopped at the end. No driver of it runs.
    ///   - body: Is called for each moment that can happen again, with the models that came with it.
    package func forEachModel<Receiver, Frame: Codable>(
        through cycle: CycledLens<Receiver, Frame>, _ body: (_ moment: RecordedMoment, _ models: [Any]) -> Void
    ) {
        RecordedRun(cycle).forEachModel(of: moments, body)
    }
}

extension RecordedRun {
    func forEachModel(of moments: [RecordedMoment], _ body: (_ moment: RecordedMoment, _ models: [Any]) -> Void) {
        var models: [Any] = []
        onModel = { _, model in models.append(model) }
        // So that the first moment starts the loop anew.
        shown = nil
        defer { (onModel, shown) = (nil, nil) }
        for moment in moments {
            models = []
            do throws(Replay.Mismatch.Reason) {
                if moment.isStart { try begin(moment) } else { _ = try effect(of: moment) }
            } catch {
                continue
            }
            body(moment, models)
        }
    }
}
