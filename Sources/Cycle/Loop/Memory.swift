// All raw memory of a loop but that of its letters: a queue, a value that is read where it lives, a closure that is called
// where it lies, and a list of those. Everything else in `Cycle` is plain Swift.
//
// Why: a frame that is copied to be read has all its arrays retained, and a closure that is loaded from an array or a class
// retains its context. Both happen for every lens and every event (rows S1 and S2: 2.5 to 10 times the time).

/// A first-in, first-out queue in one buffer: no allocation per element, no shifting.
///
/// Invariant: `count <= capacity`, the capacity is 0 or a power of two, and the `count` places from `head` on, counted round
/// the end of the buffer, are initialised.
@usableFromInline
struct Ring<Element>: ~Copyable {
    @usableFromInline var buffer: UnsafeMutablePointer<Element>?
    @usableFromInline var capacity = 0
    @usableFromInline var head = 0
    @usableFromInline private(set) var count = 0

    @inlinable  // hot: every event passes through two rings
    init() {}

    @inlinable  // the optimiser needs it wherever a ring is stored
    deinit {
        for offset in 0..<count { buffer?.advanced(by: (head &+ offset) & (capacity &- 1)).deinitialize(count: 1) }
        buffer?.deallocate()
    }

    var isEmpty: Bool { count == 0 }
    var first: Element? { count > 0 ? buffer?.advanced(by: head).pointee : nil }

    @inlinable  // hot
    mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        assert(count < capacity && capacity & (capacity - 1) == 0, "a ring that grew has room")
        guard let buffer else { stop("a ring that has room has a buffer") }
        buffer.advanced(by: (head &+ count) & (capacity &- 1)).initialize(to: element)
        count &+= 1
    }

    @inlinable  // hot
    mutating func popFirst() -> Element? {
        guard count > 0, let buffer else { return nil }
        assert(head < capacity, "the head of a ring is in its buffer")
        let element = buffer.advanced(by: head).move()
        head = (head &+ 1) & (capacity &- 1)
        count &-= 1
        return element
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

/// The memory of one value, which goes with the last who holds it.
final class Storage<Value> {
    private let address: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    var spot: Spot<Value> { Spot(address) }

    deinit {
        address.deinitialize(count: 1)
        address.deallocate()
    }
}

/// A value, or a stored property of one, read and changed where it lives.
///
/// Invariant: whoever has a spot holds the ``Storage`` that it points into. Who changes a value keeps everybody from reading
/// it meanwhile. ``Cell`` sees to both, and nobody else has spots.
@usableFromInline
struct Spot<Value> {
    /// Lends its property without a copy: `pointee` of a pointer to a copyable value would retain all of it.
    @usableFromInline
    struct Lent: ~Copyable {
        @usableFromInline let value: Value

        @inlinable  // hot
        borrowing func read<Result>(_ body: (Value) -> Result) -> Result { body(value) }
    }

    @usableFromInline let address: UnsafeMutablePointer<Value>

    fileprivate init(_ address: UnsafeMutablePointer<Value>) {
        assert(MemoryLayout<Lent>.size == MemoryLayout<Value>.size, "a value is lent as it lies in memory")
        assert(UInt(bitPattern: address) % UInt(MemoryLayout<Value>.alignment) == 0, "a value is aligned")
        self.address = address
    }

    @inlinable  // hot: every lens reads every frame
    func read<Result>(_ body: (Value) -> Result) -> Result {
        UnsafeRawPointer(address).assumingMemoryBound(to: Lent.self).pointee.read(body)
    }

    @inlinable  // hot: every event changes the frame
    func modify<Result>(_ body: (inout Value) -> Result) -> Result { body(&address.pointee) }

    /// - Parameter offset: Of a stored property of that type.
    func part<Part>(at offset: Int) -> Spot<Part> {
        assert(
            offset >= 0 && offset + MemoryLayout<Part>.size <= MemoryLayout<Value>.size, "a part is inside its whole")
        return Spot<Part>((UnsafeMutableRawPointer(address) + offset).assumingMemoryBound(to: Part.self))
    }
}

/// A closure that is called where it lies, so that a call retains nothing.
@usableFromInline
struct Hook: ~Copyable {
    @usableFromInline let act: () -> Void

    @inlinable  // hot
    init(_ act: @escaping () -> Void) { self.act = act }

    @inlinable  // hot
    borrowing func call() { act() }
}

/// Who observes something, in the order in which they came: the one list of observers of the house.
///
/// They may come and go while they are called: who comes waits for the next time, who goes is not called any more.
///
/// Invariant: the first `count` entries of the buffer are initialised and their numbers ascend. An entry is taken out of the
/// buffer, or moved in it, only while nobody is being called.
@usableFromInline
final class Hooks {
    private struct Entry: ~Copyable {
        let hook: Hook
        let number: Int
        /// The part of a value that it observes; `nil` for all of it.
        let part: Part?
        let partID: ObjectIdentifier?
        var isGone = false

        init(_ hook: consuming Hook, _ number: Int, of part: Part?, isGone: Bool = false) {
            self.hook = hook
            self.number = number
            self.part = part
            partID = part.map(ObjectIdentifier.init)
            self.isGone = isGone
        }

        var isFresh: Bool { part?.isFresh ?? true }
    }

    @exclusivity(unchecked) private var buffer: UnsafeMutablePointer<Entry>?
    @exclusivity(unchecked) private var count = 0
    private var capacity = 0
    private var newest = 0
    @exclusivity(unchecked) private var goneCount = 0
    /// Whether anybody ever observed a part.
    @exclusivity(unchecked) private var hasParts = false
    /// How many calls to all are under way, one inside the other.
    @exclusivity(unchecked) private var walkCount = 0

    init() {}

    deinit {
        assert(walkCount == 0, "a list of observers is held while it calls them")
        buffer?.deinitialize(count: count)
        buffer?.deallocate()
    }

    var isEmpty: Bool { count == goneCount }
    var isCalling: Bool { walkCount > 0 }

    /// - Returns: What to ``remove(_:)`` it by.
    @usableFromInline
    func add(of part: Part? = nil, _ act: @escaping () -> Void) -> Int {
        if count == capacity { moveEntries(to: .allocate(capacity: max(1, capacity * 2)), max(1, capacity * 2)) }
        newest += 1
        if part != nil { hasParts = true }
        buffer?.advanced(by: count).initialize(to: Entry(Hook(act), newest, of: part))
        count += 1
        return newest
    }

    /// - Complexity: O(log n), amortised.
    func remove(_ number: Int) {
        guard let buffer, let index = index(of: number), !buffer[index].isGone else { return }
        goneCount += 1
        if walkCount > 0 {
            buffer[index].isGone = true
        } else {
            // What the closure holds may come back here as it goes: the list is whole again by then.
            let gone = buffer.advanced(by: index).move()
            buffer.advanced(by: index).initialize(to: Entry(Hook({}), number, of: nil, isGone: true))
            if goneCount * 2 > count { sweep() }
            _ = consume gone
        }
    }

    func removeAll() {
        for index in 0..<count {
            if let number = buffer?[index].number { remove(number) }
        }
    }

    /// Calls all who are there, but those whose part has not changed.
    func callAll() {
        walkCount &+= 1
        if hasParts { callThoseWhosePartChanged() } else { callEach() }
        walkCount &-= 1
        if walkCount == 0, goneCount > 0 { sweep() }
    }

    private func callEach() {
        var index = 0
        let end = count
        while index < end, let entry = buffer?.advanced(by: index) {
            if !entry.pointee.isGone { entry.pointee.hook.call() }
            index &+= 1
        }
    }

    private func callThoseWhosePartChanged() {
        var index = 0
        let end = count
        // The last part that was asked, and what it said: what is observed in one part stands together.
        var part: ObjectIdentifier?
        var isFresh = true
        // The buffer is asked for anew each time: who comes may move it.
        while index < end, let entry = buffer?.advanced(by: index) {
            if entry.pointee.partID != part {
                part = entry.pointee.partID
                isFresh = entry.pointee.isFresh
            }
            if isFresh, !entry.pointee.isGone { entry.pointee.hook.call() }
            index &+= 1
        }
    }

    private func index(of number: Int) -> Int? {
        guard let buffer else { return nil }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if buffer[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < count && buffer[low].number == number ? low : nil
    }

    /// Takes those who went out of the buffer. They are freed last: what they hold may come back here.
    private func sweep() {
        assert(walkCount == 0, "entries stay where they are while they are called")
        guard let buffer else { return }
        let gone = UnsafeMutablePointer<Entry>.allocate(capacity: goneCount)
        var (kept, left) = (0, 0)
        for index in 0..<count {
            if buffer[index].isGone {
                gone.advanced(by: left).moveInitialize(from: buffer + index, count: 1)
                left += 1
            } else {
                if kept != index { (buffer + kept).moveInitialize(from: buffer + index, count: 1) }
                kept += 1
            }
        }
        assert(left == goneCount, "who went was counted")
        count = kept
        goneCount = 0
        gone.deinitialize(count: left)
        gone.deallocate()
    }

    private func moveEntries(to larger: UnsafeMutablePointer<Entry>, _ newCapacity: Int) {
        if let buffer {
            larger.moveInitialize(from: buffer, count: count)
            buffer.deallocate()
        }
        buffer = larger
        capacity = newCapacity
    }
}
