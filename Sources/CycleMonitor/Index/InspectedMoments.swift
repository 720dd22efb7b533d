import CycleBase

/// Moments that are looked at: of a file, of a list in memory, of a program that runs.
///
/// Moments are never taken away, only added behind the last one. Confined to one isolation.
public protocol InspectedMoments: AnyObject {
    /// The number of moments that are known so far.
    var count: Int { get }
    /// The names of the lenses, in the order in which they first appear.
    var lenses: [String] { get }
    /// The lines that could not be read, and why.
    var faults: [Recording.Fault] { get }
    /// The head of a moment, for a list: it has no frames.
    ///
    /// - Parameter index: Counts from 0 on, as in all functions here; less than ``count``.
    func summary(at index: Int) -> MomentSummary
    /// A moment with its event and frames.
    ///
    /// - Throws: The line that cannot be read.
    func moment(at index: Int) throws(Recording.Fault) -> RecordedMoment
    /// The moments of a range that may have changed a place of the frame, in ascending order: those that surely did not are left
    /// out.
    func moments(touching place: RecordedPath, in range: Range<Int>) -> [Int]
    /// The nearest moment whose event or change contains a text.
    ///
    /// - Parameters:
    ///   - text: Compared letter by letter.
    ///   - range: The moments to search.
    ///   - isBackward: Whether the last one is wanted, not the first one.
    func index(of text: String, in range: Range<Int>, isBackward: Bool) -> Int?
}

/// The head of a moment, for a list.
public struct MomentSummary: Hashable, Sendable {
    /// Counts the moments of a recording from 0 on.
    public var number: Int
    /// The loop's time.
    public var time: Duration
    /// The lens whose event it was.
    public var lens: String
    /// Whether it is the first frame of a run.
    public var isStart: Bool
    /// Whether the event led to another frame.
    public var changesFrame: Bool
    /// Whether a person has approved it.
    public var isApproved: Bool

    /// The summary of a moment that is in memory.
    public init(_ moment: RecordedMoment) {
        (number, time, lens) = (moment.number, moment.time, moment.lens)
        (isStart, isApproved) = (moment.isStart, moment.isApproved)
        changesFrame = moment.isStart || moment.changesFrame
    }

    init(_ entry: RecordingIndex.Entry, lens: String) {
        (number, time, self.lens) = (entry.number, .nanoseconds(entry.time), lens)
        isStart = entry.flags.contains(.isStart)
        isApproved = entry.flags.contains(.isApproved)
        changesFrame = isStart || entry.flags.contains(.changesFrame)
    }
}

/// A place in a frame, as `items[3].title`. The empty one is the whole frame.
public struct RecordedPath: Hashable, Sendable, Codable, CustomStringConvertible {
    let path: JSONPath

    init(_ path: JSONPath) { self.path = path }

    /// The whole frame.
    public static let whole = RecordedPath(JSONPath())

    /// - Returns: `nil` for a text that is no key path.
    public init?(_ text: String) {
        let isNamed = text == "frame" || text.begins(with: "frame.") || text.begins(with: "frame[")
        let rest = isNamed ? String(text.behind(text.begins(with: "frame.") ? 6 : 5)) : text
        guard let path = JSONPath(keyPath: rest) else { return nil }
        self.path = path
    }

    /// `items[3].title`; empty for the whole frame.
    public var description: String { path.keyPath(root: "") }

    /// Reads the form of ``description``.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let path = JSONPath(keyPath: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(text) is no key path"))
        }
        self.path = path
    }

    /// Writes the form of ``description``.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension RecordedValue {
    /// The value at a place; `nil` where nothing is.
    public subscript(place: RecordedPath) -> RecordedValue? { value[place.path].map(RecordedValue.init) }
}

extension InspectedMoments {
    /// The changes of a place, the newest first, each with the values before and after it.
    ///
    /// - Parameters:
    ///   - place: The path to it.
    ///   - end: Only moments before this one; by default all.
    ///   - limit: The number of changes after which the search stops.
    /// - Complexity: O(moments that touch the place), until `limit` are found.
    public func blame(of place: RecordedPath, before end: Int? = nil, limit: Int = .max) -> [Blame.Change] {
        var search = BlameSearch(of: place, before: end ?? count, limit: limit)
        while !search.isDone { search.lookOn(in: self) }
        return search.changes
    }

    /// The first moment of a range that changed a place, or the last one.
    func change(of place: RecordedPath, in range: Range<Int>, isBackward: Bool) -> Int? {
        let touching = moments(touching: place, in: range)
        let isChange = { (index: Int) -> Bool in place == .whole || self.change(of: place, at: index) != nil }
        return isBackward ? touching.last(where: isChange) : touching.first(where: isChange)
    }

    /// `nil` where the moment leaves the place as it is, or cannot be read.
    package func change(of place: RecordedPath, at index: Int) -> Blame.Change? {
        do {
            let moment = try moment(at: index)
            return Blame(of: place.description, in: CollectionOfOne(moment)).changes.first
        } catch {
            return nil
        }
    }
}

/// Looks for the changes of a place by pieces, the newest first.
package struct BlameSearch {
    /// Moments of one piece: in a file some milliseconds.
    package static let pieceCount = 8_192

    private let place: RecordedPath
    private let limit: Int
    /// The moments from here on were looked at.
    package private(set) var rest: Int
    package private(set) var changes: [Blame.Change] = []

    package init(of place: RecordedPath, before end: Int, limit: Int) {
        (self.place, self.limit, rest) = (place, limit, max(0, end))
    }

    package var isDone: Bool { rest == 0 || changes.count >= limit }

    package mutating func lookOn(in moments: some InspectedMoments) {
        let range = max(0, rest - Self.pieceCount)..<rest
        for index in moments.moments(touching: place, in: range).reversed() where changes.count < limit {
            if let change = moments.change(of: place, at: index) { changes.append(change) }
        }
        rest = range.lowerBound
    }
}
