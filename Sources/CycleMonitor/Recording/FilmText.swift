import CycleBase

extension RecordedMoment {
    /// A film's text for the frame after a moment: the whole frame where that is short, else the first place that changed.
    ///
    /// - Parameters:
    ///   - differences: The changes of the moment.
    ///   - limit: About how many characters the film has room for. The text may be longer.
    package func filmText(of differences: @autoclosure () -> [RecordedDifference], upTo limit: Int) -> String {
        let whole = effect.text(upTo: limit * 4 + 8)
        guard whole.count > limit, !isStart, let change = differences().first else { return whole }
        let name = change.path.parts(between: ".").last ?? ""
        return "\(name) \(change.afterText(upTo: 200) ?? "gone")"
    }
}
