extension Sequence where Element == RecordedMoment {
    /// The same moments, for a picture in which a frame says only what matters.
    ///
    ///     try ModelTimeline(recording.moments.showing(Counter.self) { "\($0.total)" }).svg
    ///
    /// An event that changes nothing of what is shown looks like one that left the frame as it was.
    ///
    /// - Throws: The decoder's error, for a frame that is not of this type.
    public func showing<Frame: Decodable>(
        _ type: Frame.Type, as text: (Frame) -> String
    ) throws -> [RecordedMoment] {
        try map { moment in
            var shown = moment
            shown.context = RecordedValue(text(try moment.context.decoded(as: type)))
            shown.effect = RecordedValue(text(try moment.effect.decoded(as: type)))
            return shown
        }
    }
}
