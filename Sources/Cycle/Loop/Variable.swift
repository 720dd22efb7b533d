/// A variable that closures share, without the exclusivity check that one they capture has at each use.
@usableFromInline
final class Variable<Value: ~Copyable> {
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable  // hot
    init(_ value: consuming Value) {
        self.value = value
    }
}
