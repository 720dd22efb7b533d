public import CycleTesting

/// A law that does not hold, with the shortest timeline that breaks it; or what has to be mended before laws can be explored.
///
/// Its description is the whole report: the timeline as lanes, each happening with what it changed, what was possible at the
/// end, and a test.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// One happening of the timeline and what came of it.
    public struct Line: Hashable, Sendable {
        /// What happened.
        public let happening: Happening
        /// The program that has sent what arrives there, or never does.
        package let sender: String?
        /// Whether it is the end of something that never arrives.
        package let isLost: Bool
        /// The turns that it led to: whose event, and the event.
        public let turns: [String]
        /// The frame before, as text.
        public let context: String
        /// The frame after, as text.
        public let effect: String
        /// Where the frames differ, each place as text; empty where nothing changed.
        public let changes: [String]
    }

    /// The sentence of the law; of another problem, what it is.
    public let law: String
    /// The reason, where the law's sentence does not say it.
    public let reason: String
    /// The place of the call that explored.
    public let place: UnexpectedTurn.Place
    /// The first frame.
    public let start: String
    /// As a report shows it: what matters of a long one.
    let shownStart: String
    /// The timeline.
    public let lines: [Line]
    /// The other timeline of a law that compares two: of what is remembered beside the frame, and of orders that do not agree.
    public let other: [Happening]
    /// The happenings that were possible at the end.
    public let pending: [String]
    /// The exploration up to the failure.
    public let exploration: Exploration
    /// Where it was found at random.
    public internal(set) var seed: UInt64?

    /// The decisions of the timeline, to be played by ``Scenario/happens(_:comparedWith:file:path:line:column:)``.
    public var happenings: [Happening] { lines.map(\.happening) }

    /// Ends the test.
    func fail() throws -> Never {
        try place.fail(description + (save().map { "\n  \($0)" } ?? ""), self)
    }
}
