/// The model timeline as a picture: the frames on a strip of film, the events of each driver on a lane of their own, and
/// each event between the frame that it was applied to and the frame that it led to.
///
///     let picture = ModelTimeline(recorder.recording.moments).svg
///
/// The same moments give the same text, always. The picture has no background and reads on a light page as on a dark one.
/// An event that left its frame as it was is hollow, and the film goes on.
///
/// - Source: the `cycled_model_timeline` of Cycle.swift.
public struct ModelTimeline: Hashable, Sendable {
    /// The moments that are drawn, in order.
    public var moments: [RecordedMoment]
    /// Stands above the picture.
    public var title: String?
    /// How wide the picture may be; what does not fit goes on below.
    public var width: Double
    /// How many moments are drawn: of more, the middle is left out.
    public var limit: Int
    /// Whether the time is written above the frames, beside their numbers.
    public var showsTime: Bool
    /// Takes secrets out of it first; `nil` leaves them in.
    public var redaction: Redaction? = Redaction()

    /// A picture of moments; see the properties.
    public init(
        _ moments: [RecordedMoment], title: String? = nil, width: Double = 960, limit: Int = 120, showsTime: Bool = true
    ) {
        self.moments = moments
        self.title = title
        self.width = width
        self.limit = limit
        self.showsTime = showsTime
    }

    /// The picture, as a file.
    public var svg: String {
        var shared = self
        (shared.moments, shared.title) = (redaction.applied(to: moments), title.map(redaction.text))
        var drawing = TimelineDrawing(shared)
        return drawing.draw()
    }
}
