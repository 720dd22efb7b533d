/// Finds the rows that match a text, in pieces, so that a million rows never hold up the loop.
///
///     filter.search(for: field.text)
///     while !filter.isComplete { filter.advance(over: rows.count) { rows[$0].contains($1) } }   // or a piece a tick
///     list.view(of: filter.rows(of: rows)) { … }
///
/// A text that extends the one before is searched for only among the matches of that one. Rows that are put in behind the
/// others are looked through by the next ``advance(over:by:isMatch:)``, and what was found stays.
public struct RowFilter: Hashable, Codable, Sendable {
    /// The text to find; empty for none.
    public private(set) var query = ""
    /// The places of those that match, as far as it has come; `nil` for all.
    public private(set) var matches: [Int]?
    /// The rows to look through; `nil` for all.
    private var candidates: [Int]?
    private var next = 0
    /// How many rows the matches are of, once all candidates have been looked at.
    private var covered = 0
    /// Whether all rows that ``advance(over:by:isMatch:)`` received have been looked at.
    public private(set) var isComplete = true

    /// A filter that every row passes.
    public init() {}

    /// Places that no search can have found make the search begin anew.
    public init(from decoder: any Decoder) throws {
        self.init()
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        search(for: try fields.decode(String.self, forKey: .query))
        let matches = try fields.decodeIfPresent([Int].self, forKey: .matches)
        let candidates = try fields.decodeIfPresent([Int].self, forKey: .candidates)
        let next = try fields.decode(Int.self, forKey: .next)
        // A frame from outside may have other numbers than those of rows: then the search starts anew.
        let isRight = [matches ?? [], candidates ?? []].allSatisfy { places in
            places.first ?? 0 >= 0 && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
        }
        guard isRight, next >= 0 else { return }
        // New matches come behind the old ones.
        let latest = candidates.map { $0.prefix(next).last ?? -1 } ?? next - 1
        guard matches?.last ?? -1 <= latest else { return }
        (self.matches, self.candidates, self.next) = (matches, candidates, next)
        let covered = try fields.decodeIfPresent(Int.self, forKey: .covered) ?? 0
        self.covered = max(covered, (candidates?.last ?? -1) + 1)
        isComplete = try fields.decode(Bool.self, forKey: .isComplete)
    }

    /// Begins to look for another text; an empty one matches all.
    public mutating func search(for query: String) {
        guard query != self.query else { return }
        let isNarrower = isComplete && !self.query.isEmpty && query.hasPrefix(self.query)
        candidates = isNarrower ? matches : nil
        covered = isNarrower ? next : 0
        self.query = query
        matches = query.isEmpty ? nil : []
        next = 0
        isComplete = query.isEmpty
    }

    /// Looks through the rows anew: they have changed.
    public mutating func restart() {
        let query = query
        self.query = ""
        search(for: query)
    }

    /// Looks at some more rows.
    ///
    /// - Parameters:
    ///   - count: How many rows there are.
    ///   - most: How many to look at.
    ///   - isMatch: Whether the row at that place matches the query.
    public mutating func advance(
        over count: Int, by most: Int = 10_000, isMatch: (_ position: Int, _ query: String) -> Bool
    ) {
        guard !query.isEmpty else { return }
        let rest = max(0, (candidates?.count ?? count) - next)
        let end = next + min(rest, max(1, most))
        while next < end {
            let place = candidates?[next] ?? next
            if place < count, isMatch(place, query) { matches?.append(place) }
            next += 1
        }
        // Rows that were added later follow the candidates.
        if let candidates, next >= candidates.count { (self.candidates, next) = (nil, covered) }
        isComplete = candidates == nil && next >= count
    }

    /// The rows that match, as a collection that copies nothing, unless rows have gone since it looked for them.
    public func rows<Base: RandomAccessCollection>(of base: Base) -> FilteredRows<Base> {
        let count = base.count
        guard let matches, let last = matches.last, last >= count else {
            return FilteredRows(base: base, places: matches)
        }
        return FilteredRows(base: base, places: matches.filter { $0 < count })
    }
}

/// Some rows of a collection.
public struct FilteredRows<Base: RandomAccessCollection>: RandomAccessCollection {
    let base: Base
    let places: [Int]?

    /// 0.
    public var startIndex: Int { 0 }

    /// How many there are.
    public var endIndex: Int { places?.count ?? base.count }

    /// The row at that place among those that match.
    public subscript(position: Int) -> Base.Element {
        base[base.index(base.startIndex, offsetBy: places?[position] ?? position)]
    }
}
