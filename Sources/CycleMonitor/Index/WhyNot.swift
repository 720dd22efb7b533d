import CycleBase

/// Why a moment left a place of the frame as it was, as far as a recording shows.
///
///     for line in WhyNot(of: place, at: 7, in: moments).lines { print(line.text) }
///
/// The event-filter of one lens got the event, and left the place alone. An equal event of the same lens that did change the
/// place, at another moment, shows what the filter depends on: the differences between the frames before the two.
///
/// - Source: the Whyline of Ko and Myers, which answers "why did … not …?" from a recorded run.
public struct WhyNot: Hashable, Sendable {
    /// An equal event of the same lens that changed the place.
    public struct Twin: Hashable, Sendable {
        /// The number of its moment.
        public let number: Int
        /// From the frame before it to the frame before the moment that is asked about. Empty where the frames are equal: then
        /// the filter depends on something outside of the frame.
        public let differences: [RecordedDifference]
    }

    /// The changes of the place by one lens.
    public struct Changer: Hashable, Sendable {
        /// The lens.
        public let lens: String
        /// The number of changes, and of the newest of them.
        public let count: Int, newest: Int
    }

    /// One line of the answer.
    public struct Line: Hashable, Sendable {
        /// The words.
        public let text: String
        /// The number of the moment that the line names.
        public var number: Int?
    }

    /// The place.
    public let place: RecordedPath
    /// The moment that is asked about; `nil` where it cannot be read.
    public let moment: RecordedMoment?
    /// All changes of the moment.
    public let elsewhere: [RecordedDifference]
    /// Whether the moment did change the place.
    public let isChanged: Bool
    /// The nearest equal event that changed the place; `nil` where there is none.
    public let twin: Twin?
    /// The lenses that changed the place at other moments, the busiest first.
    public let changers: [Changer]

    /// So many changes of the place are looked at, the newest ones.
    public static let limit = 2_000

    /// - Parameters:
    ///   - place: The place; the whole frame asks why the event changed nothing.
    ///   - index: Of the moment.
    ///   - moments: The run.
    /// - Complexity: As that of a blame of ``limit`` changes.
    public init(of place: RecordedPath, at index: Int, in moments: some InspectedMoments) {
        var search = WhyNotSearch(of: place, at: index, in: moments)
        while !search.isDone { search.lookOn(in: moments) }
        self = search.answer
    }

    fileprivate init(of place: RecordedPath, at moment: RecordedMoment?, _ search: WhyNotSearch) {
        (self.place, self.moment) = (place, moment)
        guard let moment else {
            (elsewhere, isChanged, twin, changers) = ([], false, nil, [])
            return
        }
        elsewhere = moment.isStart ? [] : moment.context.differences(to: moment.effect)
        isChanged = moment.isStart || Self.changes(moment, place)
        changers = search.changers
        twin = search.nearest.map {
            Twin(number: $0.number, differences: $0.context.differences(to: moment.context))
        }
    }

    fileprivate static func changes(_ moment: RecordedMoment, _ place: RecordedPath) -> Bool {
        place == .whole ? moment.changesFrame : moment.context[place] != moment.effect[place]
    }

    // MARK: In words

    /// The answer, for people.
    public var lines: [Line] {
        guard let moment else { return [Line(text: "the moment cannot be read")] }
        let name = place == .whole ? "the frame" : place.description
        let event = "\(moment.lens): \(moment.event)".shortened(to: 60)
        guard !moment.isStart else { return [Line(text: "a start sets the whole frame", number: moment.number)] }
        guard !isChanged else {
            return [Line(text: "\(name) was changed: \(event)", number: moment.number)]
                + elsewhere.prefix(12).map { Line(text: "  \($0)".shortened(to: 200)) }
        }
        return [Line(text: "\(name) stayed as it was: \(event)", number: moment.number)] + elsewhereLines
            + twinLines(moment, name) + changerLines(name)
    }

    private var elsewhereLines: [Line] {
        guard !elsewhere.isEmpty else {
            return place == .whole ? [] : [Line(text: "its event-filter left the whole frame equal")]
        }
        return [Line(text: "it changed only")] + elsewhere.prefix(6).map { Line(text: "  \($0)".shortened(to: 200)) }
    }

    private func twinLines(_ moment: RecordedMoment, _ name: String) -> [Line] {
        guard let twin else { return [Line(text: "no equal event of \(moment.lens) changed \(name)")] }
        guard !twin.differences.isEmpty else {
            let text = "the same event changed \(name) at \(twin.number), from an equal frame: the filter is impure"
            return [Line(text: text, number: twin.number)]
        }
        let head = "the same event changed \(name) at \(twin.number); from there to here these differ:"
        return [Line(text: head, number: twin.number)]
            + twin.differences.prefix(12).map { Line(text: "  \($0)".shortened(to: 200), number: twin.number) }
    }

    private func changerLines(_ name: String) -> [Line] {
        guard !changers.isEmpty else { return [Line(text: "no other event changed \(name)")] }
        return changers.map { changer in
            let count = changer.count == 1 ? "once, at" : "\(changer.count) times, last at"
            return Line(text: "\(changer.lens) changed \(name) \(count) \(changer.newest)", number: changer.newest)
        }
    }
}

/// Looks by pieces for what a ``WhyNot`` says, the newest changes of the place first.
package struct WhyNotSearch {
    /// Moments of one piece: each of them may have to be read.
    private static let pieceCount = 1_024

    private let place: RecordedPath
    private let moment: RecordedMoment?
    private let index: Int
    private var lookedCount = 0
    /// The moments from here on were looked at.
    private var rest: Int
    private var counts: [(lens: String, count: Int, newest: Int)] = []
    fileprivate var nearest: RecordedMoment?
    private var nearestDistance = Int.max

    package init(of place: RecordedPath, at index: Int, in moments: some InspectedMoments) {
        (self.place, self.index) = (place, index)
        do { moment = try moments.moment(at: index) } catch { moment = nil }
        rest = moment == nil ? 0 : moments.count
    }

    package var isDone: Bool { rest == 0 || lookedCount >= WhyNot.limit }
    /// As far as it was looked.
    package var answer: WhyNot { WhyNot(of: place, at: moment, self) }

    fileprivate var changers: [WhyNot.Changer] {
        counts.sorted { $0.count > $1.count }.map {
            WhyNot.Changer(lens: $0.lens, count: $0.count, newest: $0.newest)
        }
    }

    package mutating func lookOn(in moments: some InspectedMoments) {
        let range = max(0, rest - Self.pieceCount)..<rest
        for candidate in moments.moments(touching: place, in: range).reversed() where lookedCount < WhyNot.limit {
            lookedCount += 1
            do {
                let other = try moments.moment(at: candidate)
                if candidate != index, !other.isStart, WhyNot.changes(other, place) { take(other, at: candidate) }
            } catch { continue }
        }
        rest = range.lowerBound
    }

    private mutating func take(_ other: RecordedMoment, at candidate: Int) {
        if let row = counts.firstIndex(where: { $0.lens == other.lens }) {
            counts[row].count += 1
        } else {
            counts.append((other.lens, 1, other.number))
        }
        let distance = abs(candidate - index)
        guard let moment, other.lens == moment.lens, other.event == moment.event, distance < nearestDistance else {
            return
        }
        (nearest, nearestDistance) = (other, distance)
    }
}
