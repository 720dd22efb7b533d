import CycleBase

/// Makes all cells the same: by copying ever longer pieces, which is four times as fast as one after the other.
package func fillCells(_ cells: UnsafeMutableBufferPointer<CanvasCell>, with cell: CanvasCell) {
    guard let first = cells.baseAddress else { return }
    let count = cells.count
    var done = min(count, 16)
    for index in 0..<done { first[index] = cell }
    while done < count {
        let next = min(done, count - done, 256)
        memcpy(first + done, first, next * MemoryLayout<CanvasCell>.stride)
        done += next
    }
}

/// Copies as many cells as both have: as bytes, as a debug build would take one after the other.
func copyCells(_ cells: UnsafeBufferPointer<CanvasCell>, to others: UnsafeMutableBufferPointer<CanvasCell>) {
    guard let first = cells.baseAddress, let other = others.baseAddress else { return }
    memcpy(other, first, min(cells.count, others.count) * MemoryLayout<CanvasCell>.stride)
}

/// Makes so many cells the same but for their letters.
///
/// A function of its own: among others the parts of the cell would not stay in registers.
@inline(never)
package func fillCells(
    _ cells: UnsafeMutablePointer<CanvasCell>, with cell: CanvasCell, showing letters: UnsafePointer<UInt8>, count: Int
) {
    var cell = cell
    for index in 0..<count {
        cell.glyph = UInt32(letters[index])
        cells[index] = cell
    }
}

/// Whether all cells are the same, byte by byte: a cell has no padding, and its references are numbers.
func haveSameBytes(_ cells: UnsafeBufferPointer<CanvasCell>, _ others: UnsafeBufferPointer<CanvasCell>) -> Bool {
    guard cells.count == others.count, let first = cells.baseAddress, let second = others.baseAddress else {
        return cells.count == others.count
    }
    return first == second || memcmp(first, second, cells.count * MemoryLayout<CanvasCell>.stride) == 0
}

/// The first of some cells that is another one, or their count: as words, four cells at a time.
func firstDifference(
    _ cells: UnsafePointer<CanvasCell>, _ others: UnsafePointer<CanvasCell>, from start: Int, upTo end: Int
) -> Int {
    let (one, other) = (UnsafeRawPointer(cells), UnsafeRawPointer(others))
    func difference(_ offset: Int) -> UInt64 {
        one.load(fromByteOffset: offset, as: UInt64.self) ^ other.load(fromByteOffset: offset, as: UInt64.self)
    }
    func difference(ofCell offset: Int) -> UInt64 { difference(offset) | difference(offset + 8) }
    let stride = MemoryLayout<CanvasCell>.stride
    var offset = start * stride
    while offset < end * stride {
        if difference(ofCell: offset) != 0 { return offset / stride }
        offset += stride
        while offset + 4 * stride <= end * stride {
            let first = difference(ofCell: offset) | difference(ofCell: offset + stride)
            let second = difference(ofCell: offset + 2 * stride) | difference(ofCell: offset + 3 * stride)
            guard first | second == 0 else { break }
            offset += 4 * stride
        }
    }
    return end
}

/// Up to where cells are of printable ASCII in the style of the first, and others than before.
func endOfChangedText(
    _ cells: UnsafePointer<CanvasCell>, _ others: UnsafePointer<CanvasCell>, from start: Int, upTo end: Int
) -> Int {
    let style = cells[start].style
    var column = start
    while column < end, cells[column].isPrintable(in: style) {
        let (cell, other) = (UnsafeRawPointer(cells + column), UnsafeRawPointer(others + column))
        // The other half is the style, which is known.
        if cell.load(as: UInt64.self) == other.load(as: UInt64.self), others[column].style == style { break }
        column += 1
    }
    return column
}

/// Where printable ASCII, which is nearly everything, ends: eight bytes at a time.
package func endOfPrintable(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, upTo end: Int) -> Int {
    var next = start
    if let first = UnsafeRawPointer(bytes.baseAddress) {
        while next + 8 <= end {
            let eight = first.loadUnaligned(fromByteOffset: next, as: UInt64.self)
            // A byte's upper bit is set where it is not of ASCII, less than a blank, or 0x7f.
            let odd = eight | (eight &- 0x2020_2020_2020_2020) | (eight &+ 0x0101_0101_0101_0101)
            guard odd & 0x8080_8080_8080_8080 == 0 else { break }
            next += 8
        }
    }
    while next < end, bytes[next] &- 0x20 < 0x5f { next += 1 }
    return next
}
