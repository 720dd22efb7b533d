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
    /// The moments that may have changed a place of the frame, the newest first: those that surely did not are left out.
    ///
    /// - Parameters:
    ///   - place: The path to it.
    ///   - end: Only moments before this one.
    ///   - body: Is called with each index until it returns `false`.
    func forEachChange(of place: RecordedPath, before end: Int, _ body: (_ index: Int) -> Bool)
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
        let isNamed = text == "frame" || text.hasPrefix("frame.") || text.hasPrefix("frame[")
        let rest = isNamed ? String(text.dropFirst(5).drop { $0 == "." }) : text
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
        var changes: [Blame.Change] = []
        forEachChange(of: place, before: end ?? count) { index in
            if let change = change(of: place, at: index) { changes.append(change) }
            return changes.count < limit
        }
        return changes
    }

    /// The nearest moment that changed a place; for the whole frame, that changed anything.
    ///
    /// - Parameters:
    ///   - place: The path to it.
    ///   - index: Only moments before this one.
    public func changeBefore(_ index: Int, of place: RecordedPath) -> Int? {
        var found: Int?
        forEachChange(of: place, before: index) { candidate in
            if place == .whole || change(of: place, at: candidate) != nil { found = candidate }
            return found == nil
        }
        return found
    }

    /// The next moment behind an index that changes a place.
    public func changeAfter(_ index: Int, of place: RecordedPath) -> Int? {
        guard place == .whole else {
            var found: Int?
            forEachChange(of: place, before: count) { candidate in
                if candidate <= index { return false }
                if change(of: place, at: candidate) != nil { found = candidate }
                return true
            }
            return found
        }
        return (index + 1..<max(index + 1, count)).first { summary(at: $0).changesFrame }
    }

    /// `nil` where the moment leaves the place as it is, or cannot be read.
    private func change(of place: RecordedPath, at index: Int) -> Blame.Change? {
        do {
            let moment = try moment(at: index)
            return Blame(of: place.description, in: CollectionOfOne(moment)).changes.first
        } catch {
            return nil
        }
    }
}
