import CycleBase

/// The range of an inspection, or all that is open, as the text of a file.
public struct ExportedInspection {
    /// Takes secrets out of all forms of it; `nil` leaves them in.
    public var redaction: Redaction? = Redaction()
    private let recording: Recording
    /// Where its moments stand among those that are open.
    private let indices: [Int]

    /// So many moments are written at most.
    private static let limit = 100_000

    /// - Parameters:
    ///   - inspection: Its range and approvals count.
    ///   - moments: Of what is open. Moments that cannot be read are left out.
    public init(_ inspection: Inspection, _ moments: some InspectedMoments) {
        var (kept, indices): ([RecordedMoment], [Int]) = ([], [])
        let all = 0..<min(inspection.count, Self.limit)
        for index in inspection.anchor == nil ? all : Range(inspection.range).clamped(to: 0..<inspection.count) {
            do {
                var moment = try moments.moment(at: index)
                moment.isApproved = inspection.isApproved(index, in: moments)
                kept.append(moment)
                indices.append(index)
            } catch { continue }
        }
        self.indices = indices
        recording = Recording(header: RecordingHeader(createdBy: inspection.subject.name), moments: kept)
    }

    /// The forms that a file can have, by the ending of its name.
    public static let endings = ExportForm.allCases.map(\.rawValue)

    /// - Parameter path: Its ending says in which form: a recording, a report, a page, a picture, tests of the approved moments,
    ///   or a trace. Credentials are left out of all of them.
    /// - Returns: `nil` for another ending.
    public func text(as path: String) -> String? { text(as: path) { _ in nil } }

    /// - Parameters:
    ///   - screens: The screens that the program shows during a recording, for a page.
    ///   - models: Of the drivers after a moment, where they are known, for a trace.
    package func text(
        as path: String, models: (_ index: Int) -> [String: RecordedValue]? = { _ in nil },
        screens: (Recording) -> PageScreens?
    ) -> String? {
        guard let form = ExportForm(path: path) else { return nil }
        let recording = redaction.applied(to: recording)
        let title = recording.header.createdBy
        switch form {
        case .recording: return recording.jsonLines
        case .report:
            var report = RecordingReport(title: title)
            report.redaction = redaction
            return report.markdown(of: recording)
        case .page:
            var page = RecordingPage(title: title, screens: screens(recording))
            page.redaction = redaction
            return page.html(of: recording)
        case .picture:
            var timeline = ModelTimeline(recording.moments, title: title)
            timeline.redaction = redaction
            return timeline.svg
        case .tests:
            var export = TestExport(application: "application()")
            export.redaction = redaction
            return export.source(of: recording)
        case .trace: return trace(of: recording, models)
        }
    }

    /// Writes the file so that it is, whatever happens, the old one or the new one.
    ///
    /// - Returns: Why it was not written; `nil` where it was.
    public func write(to path: String) -> String? { write(to: path) { _ in nil } }

    /// - Parameter models: As above.
    package func write(to path: String, models: (_ index: Int) -> [String: RecordedValue]?) -> String? {
        guard let text = text(as: path, models: models, screens: { _ in nil }) else {
            return ExportForm.problem(of: path)
        }
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(Array(text.utf8), to: path)
            return nil
        } catch {
            return "\(RecordingError(error))"
        }
    }

    private func trace(of recording: Recording, _ models: (_ index: Int) -> [String: RecordedValue]?) -> String {
        var text = ""
        var events = TraceEvents(redaction: redaction) { text += $0 }
        for (moment, index) in zip(recording.moments, indices) { events.append(moment, models: models(index)) }
        events.end()
        return text
    }
}
