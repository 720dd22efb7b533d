extension Array where Element: Equatable {
    /// The places of the elements that have changed; `nil` where others have come, gone or moved.
    ///
    /// - Parameter isSame: Whether two elements that differ are the same thing.
    @inlinable  // hot: asked in each turn; specialised by the module that has the elements
    package func changedPlaces(since known: [Element], isSame: (Element, Element) -> Bool) -> [Int]? {
        guard known.count == count else { return nil }
        var changed: [Int] = []
        for place in 0..<count where known[place] != self[place] {
            guard isSame(known[place], self[place]) else { return nil }
            changed.append(place)
        }
        return changed
    }
}
