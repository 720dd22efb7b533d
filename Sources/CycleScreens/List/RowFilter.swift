/// Which rows match a text, found in pieces, so that a million of them never hold the loop.
///
///     filter.search(for: field.text)
///     while !filter.isComplete { filter.advance(over: rows.count) { rows[$0].contains($1) } }   // or a piece a tick
///     list.view(of: filter.rows(of: rows)) { … }
///
/// A text that goes on with the one before is looked for only among what matched that.
public struct RowFilter: Hashable, Codable, Sendable {
    public private(set) var query = ""
    /// The places of those that match, as far as it has come; `nil` for all.
    public private(set) var matches: [Int]?
    /// What it looks through; `nil` for all.
    private var candidates: [Int]?
    private var next = 0
    public private(set) var isComplete = true

    public init() {}

    /// Begins to look for another text; an empty one matches all.
    public mutating func search(for query: String) {
        guard query != self.query else { return }
        let isNarrower = isComplete && !self.query.isEmpty && query.hasPrefix(self.query)
        candidates = isNarrower ? matches : nil
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
        guard !isComplete else { return }
        let end = min(candidates?.count ?? count, next + max(1, most))
        while next < end {
            let place = candidates?[next] ?? next
            if place < count, isMatch(place, query) { matches?.append(place) }
            next += 1
        }
        isComplete = next >= candidates?.count ?? count
    }

    /// The rows that match, as a collection that copies nothing.
    public func rows<Base: RandomAccessCollection>(of base: Base) -> FilteredRows<Base> {
        FilteredRows(base: base, places: matches)
    }
}

/// Some rows of a collection.
public struct FilteredRows<Base: RandomAccessCollection>: RandomAccessCollection {
    let base: Base
    let places: [Int]?

    public var startIndex: Int { 0 }

    public var endIndex: Int { places?.count ?? base.count }

    public subscript(position: Int) -> Base.Element {
        base[base.index(base.startIndex, offsetBy: places?[position] ?? position)]
    }
}
