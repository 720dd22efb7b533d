import CycleBase
import CycleDrivers

/// Moves of the cursor.
extension TerminalGrid {
    mutating func moveUp(_ count: Int) {
        let top = row < region.lowerBound ? 0 : region.lowerBound
        row -= min(count, row - top)
        column = min(column, columns - 1)
    }

    mutating func moveDown(_ count: Int) {
        let bottom = row > region.upperBound ? rows.count - 1 : region.upperBound
        row += min(count, bottom - row)
        column = min(column, columns - 1)
    }

    mutating func moveRight(_ count: Int) {
        column = min(column.addingSaturated(count), columns - 1)
    }

    /// To the left; from the first column to the end of the line before, if that goes on in this one.
    mutating func moveBack() {
        if column > 0 {
            column -= 1
        } else if row > 0, rows[row - 1].isWrapped {
            (row, column) = (row - 1, columns - 1)
        }
    }

    mutating func move(toColumn wanted: Int) {
        column = min(max(wanted, 0), columns - 1)
    }

    /// - Parameter isInRegion: Whether rows are counted from the first one of the region, which then is not left.
    mutating func move(toRow wanted: Int, fromRegion isInRegion: Bool) {
        guard isInRegion else { return row = min(max(wanted, 0), rows.count - 1) }
        row = min(region.lowerBound.addingSaturated(max(wanted, 0)), region.upperBound)
    }
}
