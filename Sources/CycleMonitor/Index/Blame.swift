/// The moments that changed one place of the frame.
///
///     for change in Blame(of: "items[0].isDone", in: recording.moments).changes { print(change) }
///
/// - Source: `git blame`, for state.
public struct Blame: Hashable, Sendable {
    /// One change of the place.
    public struct Change: Hashable, Sendable, CustomStringConvertible {
        /// The number of the moment.
        public let number: Int
        /// The lens whose event it was.
        public let lens: String
        /// The event that changed the place.
        public let event: RecordedValue
        /// The value before; `nil` where there was none.
        public let before: RecordedValue?
        /// The value after; `nil` where there is none.
        public let after: RecordedValue?

        public var description: String {
            "\(number) \(lens): \(event): \(before?.shownJSON ?? "nothing") -> \(after?.shownJSON ?? "nothing")"
        }
    }

    /// The place.
    public let keyPath: String
    /// In the order of the moments. A start counts where it sets the place.
    public private(set) var changes: [Change] = []

    /// - Parameters:
    ///   - keyPath: A place such as `items[3].title`.
    ///   - moments: In their order.
    /// - Complexity: O(depth of the place + size of the two values) for a moment.
    public init(of keyPath: String, in moments: some Sequence<RecordedMoment>) {
        self.keyPath = keyPath
        for moment in moments { add(moment) }
    }

    /// Adds one more moment, behind those that were added before.
    public mutating func add(_ moment: RecordedMoment) {
        let before = moment.isStart ? nil : moment.context[keyPath]
        let after = moment.effect[keyPath]
        guard before != after else { return }
        changes.append(
            Change(number: moment.number, lens: moment.lens, event: moment.event, before: before, after: after))
    }
}
