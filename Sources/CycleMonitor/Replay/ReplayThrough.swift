public import Cycle

extension Recording {
    /// Runs the application again, each event that was recorded through the lens that it came from, and compares the frame that
    /// each turn leads to with the one that was recorded.
    ///
    ///     let replay = try Recording(path: "bug.jsonl").replay(through: counter(options))
    ///     #expect(replay.isExact, "\(replay)")
    ///
    /// The cycle's own lenses, event-filters and rules run, at the recorded times; no driver does: nothing is rendered, sent or
    /// written. After a moment that leads elsewhere the replay goes on from the frame that was recorded, and so it does after
    /// moments that were left out: to replay a part, such as the approved ones, leave only those in ``moments``.
    ///
    /// - Parameter cycle: Not started; as the one that was recorded, with the same options. Stopped at the end.
    /// - Returns: The result of each moment; ``Replay/mismatches`` begins with the first that leads elsewhere.
    public func replay<Receiver, Frame: Codable & Equatable>(through cycle: CycledLens<Receiver, Frame>) -> Replay {
        let replaying = RecordedRun(cycle)
        let mismatches = moments.compactMap { moment in
            replaying.mismatch(of: moment).map { Replay.Mismatch(moment, $0) }
        }
        return Replay(appliedCount: moments.count { !$0.isStart }, mismatches: mismatches, faults: faults)
    }
}

extension RecordedRun where Frame: Equatable {
    /// Why a moment does not happen again as it was recorded.
    fileprivate func mismatch(of moment: RecordedMoment) -> Replay.Mismatch.Reason? {
        if moment.isStart {
            shown = nil
            return nil
        }
        do {
            let effect = try effect(of: moment)
            if effect == moment.effect { return nil }
            // Not-a-number differs from itself, but is written the same; a set is equal, but written in any order.
            if cycle.frame == (try moment.effect.decoded(orMismatch: Frame.self)) {
                shown = moment.effect
                return nil
            }
            return .effect(moment.effect.differences(to: effect))
        } catch {
            return error
        }
    }
}
