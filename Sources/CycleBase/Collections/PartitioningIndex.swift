extension Range<Int> {
    /// The first number of which a condition holds, or the end, found by halves.
    ///
    /// - Parameter holds: Of a number and all behind it, or not of it and of none before it.
    @inlinable  // hot: the widths of characters
    package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
