/// How long a view is along one axis.
public enum ScreenLength: Hashable, Sendable {
    /// So many cells.
    case fixed(Int)
    /// As long as what is in it.
    case fit
    /// A share of the room that the others leave, by weight.
    ///
    /// Cells are given out one at a time, so that no view shrinks while the row or column that it is in grows.
    case growing(_ weight: Int = 1, min: Int = 0, max: Int = .max)
}

/// Along a row, or down a column.
public enum ScreenAxis: Hashable, Sendable, Codable {
    case row, column

    var crossed: ScreenAxis { self == .row ? .column : .row }
}

/// Where a view stands in room that is larger than it.
public enum ScreenAlignment: Hashable, Sendable, Codable {
    case start, center, end

    /// How far from the start, of so much that is left over.
    func offset(_ rest: Int) -> Int {
        switch self {
        case .start: 0
        case .center: max(0, rest / 2)
        case .end: max(0, rest)
        }
    }
}

/// How a text that is longer than its room is cut.
public enum ScreenOverflow: Hashable, Sendable, Codable {
    /// Its beginning, as far as it goes.
    case cut
    /// Its beginning, and `…`.
    case ellipsis
    /// `…`, and its end.
    case ellipsisAtStart
    /// Its beginning, `…`, and its end.
    case ellipsisInTheMiddle
}

/// How long a growing view wants to be.
struct Growth {
    var weight: Int
    var min: Int
    var max: Int

    init(weight: Int = 1, min least: Int = 0, max most: Int = .max) {
        self.weight = weight.bounded
        self.min = least.bounded
        self.max = Swift.max(least.bounded, most)
    }
}

/// One of the growing views of a row or column.
struct GrowingChild {
    var index: Int
    var growth: Growth
}

extension Int {
    /// The number of cells, limited so that sums of lengths cannot overflow.
    @usableFromInline var bounded: Int { Swift.min(Swift.max(self, 0), 1 << 20) }
}

extension ScreenView {
    /// The nearest number from 0 to 1.
    static func clamped(_ fraction: Double) -> Double { fraction.isNaN ? 0 : min(max(fraction, 0), 1) }
}
