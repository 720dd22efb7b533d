// All raw memory of a loop but that of its letters: a queue, a value that is read where it lives, a closure that is called
// where it lies, and a list of those. Everything else in `Cycle` is plain Swift.
//
// Why: a frame that is copied to be read has all its arrays retained, and a closure that is loaded from an array or a class
// retains its context. Both happen for every lens and every event (rows S1 and S2: 2.5 to 10 times the time).

/// A first-in, first-out queue in one buffer: no allocation per element, no shifting.
///
/// Invariant: `count <= buffer.count`, which is 0 or a power of two, and the `count` places from `head` on, counted round the
/// end of the buffer, are initialised.
@usableFromInline
struct Ring<Element: ~Copyable>: ~Copyable {
    @usableFromInline var buffer = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline var head = 0
    @usableFromInline private(set) var count = 0

    @inlinable  // hot: every event passes through two rings
    init() {}

    @inlinable  // the optimiser needs it wherever a ring is stored
    deinit {
        for offset in 0..<count { buffer.deinitializeElement(at: (head &+ offset) & (buffer.count &- 1)) }
        buffer.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    @inlinable  // hot
    mutating func append(_ element: consuming Element) {
        if count == buffer.count { grow() }
        assert(count < buffer.count && buffer.count & (buffer.count - 1) == 0, "a ring that grew has room")
        buffer.initializeElement(at: (head &+ count) & (buffer.count &- 1), to: element)
        count &+= 1
    }

    @inlinable  // hot
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        assert(head < buffer.count, "the head of a ring is in its buffer")
        let element = buffer.moveElement(from: head)
        head = (head &+ 1) & (buffer.count &- 1)
        count &-= 1
        return element
    }

    @usableFromInline
    mutating func grow() {
        let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, buffer.count * 2))
        for offset in 0..<count {
            larger.initializeElement(at: offset, to: buffer.moveElement(from: (head + offset) & (buffer.count - 1)))
        }
        buffer.deallocate()
        buffer = larger
        head = 0
    }
}

extension Ring {
    var first: Element? { count > 0 ? buffer[head] : nil }
}

/// A value, or a stored property of one, read and changed where it lives.
///
/// Invariant: whoever has a spot holds the ``Cell`` that frees it, or the spot that it is a part of. Who changes a value keeps
/// everybody from reading it meanwhile. ``Cell`` sees to both, and nobody else has spots.
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

    /// New memory for a value, until ``free()``.
    init(holding value: Value) {
        self.init(.allocate(capacity: 1))
        address.initialize(to: value)
    }

    func free() {
        address.deinitialize(count: 1)
        address.deallocate()
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

/// A closure that is called where it lies: to load one retains what it captures.
@usableFromInline
struct Hook: ~Copyable {
    @usableFromInline let act: () -> Void
    /// In a list of observers its number, negative once it has gone. In the queue of a loop how many frames, each the answer
    /// to the one before, led to it.
    @usableFromInline fileprivate(set) var number: Int
    fileprivate var isGone: Bool { number < 0 }

    @inlinable  // hot: made for every value that waits
    init(number: Int, _ act: @escaping () -> Void) {
        self.act = act
        self.number = number
    }

    borrowing func call() { act() }
}

/// Who observes something, in the order in which they came: the one list of observers of the house.
///
/// They may come and go while they are called: who comes waits for the next time, who goes is not called any more.
///
/// Invariant: the first `count` entries of the buffer are initialised and their numbers ascend. While anybody is being called,
/// no entry is taken out of the buffer, and a buffer that has become too small is kept.
@usableFromInline
final class Hooks {
    @exclusivity(unchecked) private var buffer = UnsafeMutableBufferPointer<Hook>(start: nil, count: 0)
    @exclusivity(unchecked) private var count = 0
    private var newest = 0
    @exclusivity(unchecked) private var goneCount = 0
    /// How many calls to all are under way, one inside the other.
    @exclusivity(unchecked) private var walkCount = 0
    /// Buffers that became too small while an entry was called that lay in them.
    @exclusivity(unchecked) private var outgrown: [UnsafeMutableBufferPointer<Hook>]?

    init() {}

    deinit {
        assert(walkCount == 0, "a list of observers is held while it calls them")
        for index in 0..<count { buffer.deinitializeElement(at: index) }
        buffer.deallocate()
    }

    var isEmpty: Bool { count == goneCount }
    var isCalling: Bool { walkCount > 0 }

    /// - Returns: What to ``remove(_:)`` it by.
    @usableFromInline
    func add(_ act: @escaping () -> Void) -> Int {
        if count == buffer.count { grow() }
        newest += 1
        buffer.initializeElement(at: count, to: Hook(number: newest, act))
        count += 1
        return newest
    }

    /// - Complexity: O(log n), amortised.
    func remove(_ number: Int) {
        guard let index = index(of: number), !buffer[index].isGone else { return }
        goneCount += 1
        if walkCount > 0 {
            buffer[index].number = -number
        } else {
            // What the closure holds may come back here as it goes: the list is whole again by then.
            let gone = buffer.moveElement(from: index)
            buffer.initializeElement(at: index, to: Hook(number: -number) {})
            if goneCount * 2 > count { sweep() }
            _ = consume gone
        }
    }

    func removeAll() {
        for index in 0..<count where index < count { remove(abs(buffer[index].number)) }
    }

    /// Calls all who are there.
    func callAll() {
        walkCount &+= 1
        var index = 0
        let end = count
        // The buffer is asked for anew each time: who comes may have it replaced.
        while index < end {
            if !buffer[index].isGone { buffer[index].call() }
            index &+= 1
        }
        walkCount &-= 1
        if walkCount == 0, goneCount > 0 || outgrown != nil { sweep() }
    }

    private func index(of number: Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if abs(buffer[middle].number) < number { low = middle + 1 } else { high = middle }
        }
        return low < count && abs(buffer[low].number) == number ? low : nil
    }

    /// Takes those who went out of the buffer. They are freed last: what they hold may come back here.
    private func sweep() {
        assert(walkCount == 0, "entries stay where they are while they are called")
        outgrown?.forEach { $0.deallocate() }
        outgrown = nil
        guard goneCount > 0 else { return }
        let gone = UnsafeMutableBufferPointer<Hook>.allocate(capacity: goneCount)
        var (kept, left) = (0, 0)
        for index in 0..<count {
            if buffer[index].isGone {
                gone.initializeElement(at: left, to: buffer.moveElement(from: index))
                left += 1
            } else {
                if kept != index { buffer.initializeElement(at: kept, to: buffer.moveElement(from: index)) }
                kept += 1
            }
        }
        assert(left == goneCount, "who went was counted")
        count = kept
        goneCount = 0
        _ = gone.deinitialize()
        gone.deallocate()
    }

    private func grow() {
        let larger = UnsafeMutableBufferPointer<Hook>.allocate(capacity: max(1, buffer.count * 2))
        for index in 0..<count { larger.initializeElement(at: index, to: buffer.moveElement(from: index)) }
        if walkCount > 0 { outgrown = (outgrown ?? []) + [buffer] } else { buffer.deallocate() }
        buffer = larger
    }
}
