/// A variable that closures share, without the exclusivity check that one they capture has at each use.
@usableFromInline
final class Variable<Value: ~Copyable> {
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable  // hot
    init(_ value: consuming Value) {
        self.value = value
    }
}

extension Variable {
    /// Keeps a value, unless it is equal to the one that is kept.
    ///
    /// - Returns: Whether it was another one.
    @inlinable  // hot: every lens compares its model
    func changes<Kept: Equatable>(to new: Kept) -> Bool where Value == Kept? {
        if let value, value == new { return false }
        value = new
        return true
    }
}
