/// Things in order, cut into pieces for threads, and the pieces into batches that are expanded at once. Of how many threads there are
/// nothing depends on it.
struct Batches<Element> {
    /// More pieces in a batch keep more threads busy; and each sees nothing of what the others see.
    private static var pieceCount: Int { 24 }
    private static var pieceLength: ClosedRange<Int> { 4...48 }

    let all: [[ArraySlice<Element>]]

    init(_ elements: [Element]) {
        let even = (elements.count + Self.pieceCount - 1) / Self.pieceCount
        let length = min(max(even, Self.pieceLength.lowerBound), Self.pieceLength.upperBound)
        let pieces = stride(from: 0, to: elements.count, by: length).map {
            elements[$0..<min($0 + length, elements.count)]
        }
        all = stride(from: 0, to: pieces.count, by: Self.pieceCount).map {
            Array(pieces[$0..<min($0 + Self.pieceCount, pieces.count)])
        }
    }
}
