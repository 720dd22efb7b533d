/// One value at an address of its own, which goes with its box.
///
/// For what the hot path changes: the variables of a class or of a closure are checked for exclusive access at each use.
@usableFromInline
final class Box<Value: ~Copyable> {
    @usableFromInline let address: UnsafeMutablePointer<Value>

    @inlinable  // hot
    init(_ value: consuming Value) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    @inlinable
    deinit {
        address.deinitialize(count: 1)
        address.deallocate()
    }
}

/// A value to be read where it lives.
///
/// A pointer's `pointee` hands out a copy, all of its arrays retained; a struct that cannot be copied lends its property.
@usableFromInline
struct Resident<Value>: ~Copyable {
    @usableFromInline let value: Value

    /// - Parameter address: Of a value that lives there.
    @inlinable  // hot
    static func at(_ address: UnsafeRawPointer) -> UnsafePointer<Resident> {
        address.assumingMemoryBound(to: Resident.self)
    }

    @inlinable  // hot
    borrowing func read<Result>(_ body: (Value) -> Result) -> Result {
        body(value)
    }
}
