/// Rows of a full screen that are only moved up or down: the terminal moves them by one sequence, instead of receiving all
/// of their cells.
struct Scrolling {
    /// The rows that move, with those that are left free by that.
    let rows: ClosedRange<Int>
    /// By how many rows up; down if negative.
    let count: Int
    /// The rows that are then as they are to be.
    private let moved: [Int]

    /// Fewer cells than this are as quickly written.
    private static let leastGain = 40
    /// To go to a row and back to its text takes as many bytes as so many cells.
    private static let rowCost = 6

    /// The best way, if it saves anything.
    ///
    /// - Parameter changed: The rows that are not what they were.
    static func found(_ comparison: CanvasComparison, _ changed: [Int]) -> Scrolling? {
        guard changed.count > 2, let move = oneRow(comparison, changed) ?? severalRows(comparison, changed),
            let first = move.rows.first, let last = move.rows.last
        else { return nil }
        let scrolling = Scrolling(
            rows: min(first, first + move.count)...max(last, last + move.count), count: move.count, moved: move.rows)
        // A few rows that happen to be alike gain nothing.
        guard 2 * move.rows.count >= scrolling.rows.count else { return nil }
        return scrolling.isGain(comparison) ? scrolling : nil
    }

    /// The rows that are not what they are to be when the terminal has moved its own.
    ///
    /// - Parameters:
    ///   - changed: The rows that have changed.
    ///   - comparison: The comparison after the scrolling.
    func changedRows(of changed: [Int], _ comparison: CanvasComparison) -> [Int] {
        let left = rowsLeft.filter { $0 < comparison.new.size.rows && !comparison.isSame($0) }
        return (changed.filter { !rows.contains($0) } + left).sorted()
    }

    /// Those of the region that nothing right has come to.
    private var rowsLeft: [Int] {
        var next = moved[...]
        return rows.filter { row in
            guard next.first == row else { return true }
            next.removeFirst()
            return false
        }
    }

    /// By how many rows up, and which rows come from there.
    private typealias Move = (count: Int, rows: [Int])

    /// As a list goes on under a key: the rows themselves are compared, and nothing is reckoned.
    private static func oneRow(_ comparison: CanvasComparison, _ changed: [Int]) -> Move? {
        for count in [1, -1] {
            let rows = changed.filter { comparison.isSame($0, asOld: $0 + count) }
            if 2 * rows.count > changed.count { return (count, rows) }
        }
        return nil
    }

    private static func severalRows(_ comparison: CanvasComparison, _ changed: [Int]) -> Move? {
        // A row that one of them lacks is blank on the terminal.
        let rowCount = max(comparison.old.size.rows, comparison.new.size.rows)
        let before = RowSignatures(comparison.old, rowCount)
        let after = RowSignatures(comparison.new, rowCount)
        return mostFrequentMove(before, after, changed).map { best in
            (best, changed.filter { comparison.isSame($0, asOld: $0 + best) })
        }
    }

    /// Whether fewer cells have to be written afterwards.
    private func isGain(_ comparison: CanvasComparison) -> Bool {
        let columns = 0..<comparison.new.size.columns
        let afterwards = CanvasComparison(comparison.old, comparison.new, after: self)
        var missing = Scrolling.leastGain + 2 * abs(count)
        for row in rowsLeft where row < comparison.new.size.rows {
            missing += Self.cost(of: row, columns, afterwards) - Self.cost(of: row, columns, comparison)
        }
        // Each row that has moved had a changed cell at least; the cells are counted only where that does not decide.
        missing -= (Self.rowCost + 1) * moved.count
        for row in moved where missing >= 0 {
            missing -= comparison.differenceCount(row, columns, atMost: missing + 2) - 1
        }
        return missing < 0
    }

    private static func cost(of row: Int, _ columns: Range<Int>, _ comparison: CanvasComparison) -> Int {
        let count = comparison.differenceCount(row, columns)
        return count > 0 ? rowCost + count : 0
    }

    /// The nearest of those that move most rows.
    private static func mostFrequentMove(_ before: RowSignatures, _ after: RowSignatures, _ changed: [Int]) -> Int? {
        let rowCount = after.values.count
        var counts = Array(repeating: 0, count: 2 * rowCount + 1)
        for row in changed where !after.isBlank(row) {
            let value = after.values[row]
            for other in changed where before.values[other] == value { counts[other - row + rowCount] += 1 }
        }
        counts[rowCount] = 0
        let best = counts.indices.max { one, other in
            let (near, far) = (one - rowCount, other - rowCount)
            return (counts[one], -abs(near), near) < (counts[other], -abs(far), far)
        }
        return best.flatMap { counts[$0] > 0 ? $0 - rowCount : nil }
    }
}

/// A number for each row, made of a few of its cells: rows with different ones differ.
private struct RowSignatures {
    private(set) var values: [UInt64] = []
    /// Where rows of a list begin to differ, and then here and there.
    private static let firstColumns = 12
    private static let sampleCount = 16

    init(_ canvas: ConsoleDriver.Canvas, _ rowCount: Int) {
        values = canvas.cells.withUnsafeBufferPointer { cells in
            (0..<rowCount).map { row in
                row < canvas.size.rows
                    ? RowSignatures.value(cells, canvas.index(row, 0)..<canvas.index(row + 1, 0)) : 0
            }
        }
    }

    private static func value(_ cells: UnsafeBufferPointer<CanvasCell>, _ row: Range<Int>) -> UInt64 {
        var value: UInt64 = 0
        let step = max(row.count / sampleCount, 1) | 1
        let sparse = min(row.lowerBound + firstColumns, row.upperBound)
        var index = row.lowerBound
        while index < row.upperBound {
            if !cells[index].isBlank {
                let place = UInt64(index - row.lowerBound + 1)
                value ^= UInt64(cells[index].glyph) ^ cells[index].style.bits ^ place << 32
                value = value &* 0x9e37_79b9_7f4a_7c15
            }
            index += index < sparse ? 1 : step
        }
        return value
    }

    func isBlank(_ row: Int) -> Bool { values[row] == 0 }
}
