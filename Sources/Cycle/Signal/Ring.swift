/// A first-in, first-out queue in one buffer: no allocation per element, no shifting.
@usableFromInline
struct Ring<Element>: ~Copyable {
    @usableFromInline var buffer: UnsafeMutablePointer<Element>?
    @usableFromInline var capacity = 0
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    @inlinable  // hot: every event passes through two rings
    init() {}

    @inlinable  // the optimiser needs it wherever a ring is stored
    deinit {
        for offset in 0..<count { buffer?.advanced(by: (head &+ offset) & (capacity &- 1)).deinitialize(count: 1) }
        buffer?.deallocate()
    }

    var first: Element? { count > 0 ? buffer?.advanced(by: head).pointee : nil }

    @inlinable  // hot
    mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        // Not `return`, which would have to let go of the element.
        guard let buffer else { preconditionFailure("a ring that has room has a buffer") }
        buffer.advanced(by: (head &+ count) & (capacity &- 1)).initialize(to: element)
        count &+= 1
    }

    @inlinable  // hot
    mutating func popFirst() -> Element? {
        guard count > 0, let buffer else { return nil }
        let element = buffer.advanced(by: head).move()
        head = (head &+ 1) & (capacity &- 1)
        count &-= 1
        return element
    }

    /// Drops what waits; the buffer stays for the next burst.
    @usableFromInline
    mutating func removeAll() {
        while popFirst() != nil {}
    }

    @usableFromInline
    mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(1, capacity * 2))
        if let buffer {
            let tail = min(count, capacity - head)
            larger.moveInitialize(from: buffer.advanced(by: head), count: tail)
            larger.advanced(by: tail).moveInitialize(from: buffer, count: count - tail)
            buffer.deallocate()
        }
        buffer = larger
        capacity = max(1, capacity * 2)
        head = 0
    }
}
