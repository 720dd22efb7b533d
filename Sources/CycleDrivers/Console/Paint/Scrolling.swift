/// Rows of a full screen that are only moved up or down: the terminal is told so, instead of being sent all of them.
struct Scrolling: Equatable {
    /// The rows that move, with those that are left free by that.
    let rows: ClosedRange<Int>
    /// By how many rows up; down if negative.
    let count: Int

    /// Fewer cells than this are as quickly written.
    private static let leastGain = 40

    /// The best way, if it saves anything.
    ///
    /// - Parameter changed: The rows that are not what they were.
    static func found(_ comparison: CanvasComparison, _ changed: [Int]) -> Scrolling? {
        guard changed.count > 2 else { return nil }
        // What one of them has not is blank on the terminal.
        let rows = max(comparison.old.size.rows, comparison.new.size.rows)
        let (old, new) = (comparison.old.extended(to: rows), comparison.new.extended(to: rows))
        return found(from: old, to: new)
    }

    private static func found(from old: ConsoleDriver.Canvas, to new: ConsoleDriver.Canvas) -> Scrolling? {
        let (before, after) = (RowSignatures(old), RowSignatures(new))
        let changed = (0..<new.size.rows).filter { before.values[$0] != after.values[$0] }
        guard changed.count > 2, let best = mostFrequentMove(before, after, changed) else { return nil }
        let moved = changed.filter { before.isSame(at: $0 + best, after, at: $0) }
        guard let first = moved.first, let last = moved.last else { return nil }
        let scrolling = Scrolling(rows: min(first, first + best)...max(last, last + best), count: best)
        let comparison = CanvasComparison(old, new)
        let afterwards = CanvasComparison(scrolling.applied(to: old), new)
        func cost(_ comparison: CanvasComparison) -> Int {
            scrolling.rows.reduce(0) { $0 + comparison.differenceCount($1, 0..<new.size.columns) }
        }
        return cost(comparison) - cost(afterwards) > leastGain + 2 * abs(best) ? scrolling : nil
    }

    private static func mostFrequentMove(_ before: RowSignatures, _ after: RowSignatures, _ changed: [Int]) -> Int? {
        var counts: [Int: Int] = [:]
        for row in changed where !after.isBlank(row) {
            for other in changed where other != row && before.isSame(at: other, after, at: row) {
                counts[other - row, default: 0] += 1
            }
        }
        // The nearest of those that move most rows.
        return counts.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }?.key
    }

    /// What the terminal then shows.
    func applied(to canvas: ConsoleDriver.Canvas) -> ConsoleDriver.Canvas {
        let canvas = canvas.extended(to: rows.upperBound + 1)
        var moved = canvas
        for row in rows {
            let source = row + count
            let cells = moved.index(row, 0)..<moved.index(row + 1, 0)
            if rows.contains(source) {
                moved.cells.replaceSubrange(
                    cells, with: canvas.cells[canvas.index(source, 0)..<canvas.index(source + 1, 0)])
            } else {
                moved.cells.replaceSubrange(cells, with: repeatElement(.blank, count: cells.count))
            }
        }
        return moved
    }
}

/// A number for each row, made of a few of its cells: rows with different ones differ.
private struct RowSignatures {
    private(set) var values: [UInt64] = []
    private static let sampleCount = 24

    init(_ canvas: ConsoleDriver.Canvas) {
        values = canvas.cells.withUnsafeBufferPointer { cells in
            (0..<canvas.size.rows).map { row in
                RowSignatures.value(cells, canvas.index(row, 0)..<canvas.index(row + 1, 0))
            }
        }
    }

    private static func value(_ cells: UnsafeBufferPointer<Cell>, _ row: Range<Int>) -> UInt64 {
        var value: UInt64 = 0
        let step = max(row.count / sampleCount, 1) | 1
        var index = row.lowerBound
        while index < row.upperBound {
            if !cells[index].isBlank {
                let place = UInt64(index - row.lowerBound + 1)
                value ^= UInt64(cells[index].glyph) ^ cells[index].style.bits ^ place << 32
                value = value &* 0x9e37_79b9_7f4a_7c15
            }
            index += step
        }
        return value
    }

    func isBlank(_ row: Int) -> Bool { values[row] == 0 }

    func isSame(at row: Int, _ other: RowSignatures, at otherRow: Int) -> Bool {
        values.indices.contains(row) && values[row] == other.values[otherRow]
    }
}

extension ConsoleDriver.Canvas {
    /// With blank rows below, if it has fewer than these.
    fileprivate func extended(to rowCount: Int) -> ConsoleDriver.Canvas {
        guard size.rows < rowCount else { return self }
        var extended = self
        extended.cells += repeatElement(.blank, count: (rowCount - size.rows) * size.columns)
        extended.size.rows = rowCount
        return extended
    }
}
