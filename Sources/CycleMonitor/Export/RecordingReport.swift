import CycleBase

/// A recording as Markdown, for an issue: its figures, its last moments with what each changed, and the last frame.
public struct RecordingReport {
    /// The heading.
    public var title: String
    /// The number of moments that are shown, the last ones.
    public var limit = 50
    /// Takes secrets out of it first; `nil` leaves them in.
    public var redaction: Redaction? = Redaction()

    /// A report of the last 50 moments.
    public init(title: String) {
        self.title = title
    }

    /// - Complexity: One pass; `limit` moments are in memory.
    public func markdown(of recording: Recording) -> String {
        let recording = redaction.applied(to: recording)
        var statistics = RecordingStatistics()
        for moment in recording.moments { statistics.add(moment) }
        var text = "# \(redaction.text(title).markdownText)\n\n"
        text += "Recorded by \(recording.header.createdBy.markdownText): \(statistics.momentCount) moments"
        text += " in \(statistics.duration.inSeconds) s.\n\n"
        for fault in recording.faults { text += "- \("\(fault)".markdownText)\n" }
        if !recording.faults.isEmpty { text += "\n" }
        text += "| lens | events | changes |\n| --- | ---: | ---: |\n"
        for lens in statistics.lenses {
            text += "| \(lens.name.markdownText) | \(lens.eventCount) | \(lens.changeCount) |\n"
        }
        text += "\n## Moments\n\n"
        for moment in recording.moments.suffix(limit) { text += row(of: moment) }
        if let last = recording.moments.last {
            text += "\n## Last frame\n\n" + last.effect.json.printableLine.fenced
        }
        return text
    }

    private func row(of moment: RecordedMoment) -> String {
        var row = "- **\(moment.number)** \(moment.time.inSeconds) s, \(moment.lens.markdownText): "
        row += "\(moment.event)".markdownText + "\n"
        guard !moment.isStart else { return row }
        for change in moment.context.differences(to: moment.effect) { row += "  - \("\(change)".markdownText)\n" }
        return row
    }
}

extension String {
    /// One line in which nothing is markup: recordings are not trusted.
    fileprivate var markdownText: String {
        // By scalars: a mark behind a `<` leaves it what it is.
        printableLine.unicodeScalars.reduce(into: "") { text, scalar in
            if "\\`*_{}[]()<>#+-!|&~".unicodeScalars.contains(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
    }

    /// Between fences that are longer than any inside.
    fileprivate var fenced: String {
        var (longest, current) = (0, 0)
        for byte in utf8 {
            current = byte == UInt8(ascii: "`") ? current + 1 : 0
            longest = max(longest, current)
        }
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)json\n\(self)\n\(fence)\n"
    }
}
