import CycleBase

/// Elements that an application numbers, and a driver takes once each: lines, signals, pieces, datagrams.
extension Array {
    /// The elements from a number on, and the number of the first of them, where the first of all has the number `first`. No number is behind
    /// the last one.
    @inlinable  // hot: else each order of a WebSocket looks the types of its messages up
    package func numbered(from first: Int, startingAt next: Int) -> (elements: ArraySlice<Element>, start: Int) {
        let start = Swift.max(next, first)
        return (start == .max ? [] : dropFirst(start.subtractingSaturated(first)), start)
    }

    /// The elements from a number on that are written together: 64 KiB of them, or one that is larger.
    ///
    /// - Parameters:
    ///   - size: How many bytes an element counts for.
    ///   - append: Appends the bytes of an element.
    /// - Returns: Their bytes, and the number behind the last of them.
    func batch(
        from first: Int, startingAt next: Int, size: (Element) -> Int, append: (Element, inout [UInt8]) -> Void
    ) -> (bytes: [UInt8], end: Int) {
        var bytes: [UInt8] = []
        var (elements, end) = numbered(from: first, startingAt: next)
        while end < .max, let element = elements.popFirst() {
            if !bytes.isEmpty, bytes.count + size(element) > 65_536 { break }
            append(element, &bytes)
            end += 1
        }
        return (bytes, end)
    }
}
