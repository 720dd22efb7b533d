#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whether all cells are the same, byte by byte: a cell has no padding, and its references are numbers.
func haveSameBytes(_ cells: UnsafeBufferPointer<Cell>, _ others: UnsafeBufferPointer<Cell>) -> Bool {
    guard cells.count == others.count, let first = cells.baseAddress, let second = others.baseAddress else {
        return cells.count == others.count
    }
    return first == second || memcmp(first, second, cells.count * MemoryLayout<Cell>.stride) == 0
}
