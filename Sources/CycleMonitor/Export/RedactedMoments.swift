/// Moments as they are given away: each is redacted when it is looked at, and the latest of them are kept: a list that is drawn looks
/// at the same ones again and again.
package final class RedactedMoments: InspectedMoments {
    private let base: any InspectedMoments
    private let redaction: Redaction
    private var kept = LatestEntries<RecordedMoment>(64)
    /// By the lenses' own names.
    private var names: [String: String] = [:]

    package init(_ base: any InspectedMoments, by redaction: Redaction) {
        (self.base, self.redaction) = (base, redaction)
    }

    package var count: Int { base.count }
    package var lenses: [String] { base.lenses.map(name) }
    package var faults: [Recording.Fault] { base.faults.map(redaction.applied) }

    package func summary(at index: Int) -> MomentSummary {
        var summary = base.summary(at: index)
        summary.lens = name(of: summary.lens)
        return summary
    }

    private func name(of lens: String) -> String {
        if let name = names[lens] { return name }
        let name = redaction.text(lens)
        names[lens] = name
        return name
    }

    package func moment(at index: Int) throws(Recording.Fault) -> RecordedMoment {
        if let moment = kept[index] { return moment }
        do throws(Recording.Fault) {
            let moment = redaction.applied(to: try base.moment(at: index))
            kept.keep(moment, at: index)
            return moment
        } catch {
            throw redaction.applied(to: error)
        }
    }

    package func moments(touching place: RecordedPath, in range: Range<Int>) -> [Int] {
        base.moments(touching: place, in: range)
    }

    // The search looks at the redacted moments: the file may hold the text elsewhere.
    package func index(of text: String, in range: Range<Int>, isBackward: Bool) -> Int? {
        let holds = { (index: Int) -> Bool in
            do { return try self.moment(at: index).contains(text) } catch { return false }
        }
        let range = range.clamped(to: 0..<count)
        return isBackward ? range.last(where: holds) : range.first(where: holds)
    }
}
