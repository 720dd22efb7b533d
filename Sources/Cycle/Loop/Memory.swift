// All raw memory of a loop but that of its letters. A frame that is copied to be read has all its arrays retained, and a
// closure that is loaded from an array or a class retains its context, for every lens and every event (rows S1, S2: 2.5 to 10
// x the time).

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
/// Invariant: a spot is used only while the ``Cell`` that frees it is held. Readers may be inside one another; while there is
/// one, nothing changes the value, and while it is changed, nothing reads it. A debug build counts, and asserts both.
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
    /// How many readers the whole value has; -1 while it is changed. Behind the whole, and always 0 in a release build.
    @usableFromInline let readerCount: UnsafeMutablePointer<Int>

    fileprivate init(_ address: UnsafeMutablePointer<Value>, _ readerCount: UnsafeMutablePointer<Int>) {
        assert(MemoryLayout<Lent>.size == MemoryLayout<Value>.size, "a value is lent as it lies in memory")
        assert(UInt(bitPattern: address) % UInt(MemoryLayout<Value>.alignment) == 0, "a value is aligned")
        self.address = address
        self.readerCount = readerCount
    }

    /// New memory for a value, until ``free()``.
    init(holding value: Value) {
        let alignment = MemoryLayout<Int>.alignment
        let offset = (MemoryLayout<Value>.size + alignment - 1) & ~(alignment - 1)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Int>.size, alignment: max(alignment, MemoryLayout<Value>.alignment))
        self.init(
            memory.bindMemory(to: Value.self, capacity: 1), (memory + offset).initializeMemory(as: Int.self, to: 0))
        address.initialize(to: value)
    }

    func free() {
        assert(readerCount.pointee == 0, "the memory of a value is freed when nothing reads it")
        address.deinitialize(count: 1)
        UnsafeMutableRawPointer(address).deallocate()
    }

    @inlinable  // hot: every lens reads every frame
    func read<Result>(_ body: (Value) -> Result) -> Result {
        assert(readerCount.pointee >= 0, "a value is not read while it is changed")
        assert(counts(1))
        defer { assert(counts(-1)) }
        return UnsafeRawPointer(address).assumingMemoryBound(to: Lent.self).pointee.read(body)
    }

    @inlinable  // hot: every event changes the frame
    func modify<Result>(_ body: (inout Value) -> Result) -> Result {
        assert(readerCount.pointee == 0, "a value is not changed while it is read, or changed")
        assert(counts(-1))
        defer { assert(counts(1)) }
        return body(&address.pointee)
    }

    /// Counts a reader, or a change. In debug builds only: `assert` calls it.
    @usableFromInline
    func counts(_ change: Int) -> Bool {
        readerCount.pointee += change
        return true
    }

    /// - Parameter offset: Of a stored property of that type.
    func part<Part>(at offset: Int) -> Spot<Part> {
        assert(
            offset >= 0 && offset + MemoryLayout<Part>.size <= MemoryLayout<Value>.size, "a part is inside its whole")
        return Spot<Part>(
            (UnsafeMutableRawPointer(address) + offset).assumingMemoryBound(to: Part.self), readerCount)
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

/// The observers of something, in the order in which they came: the one list of observers of the house.
///
/// They may come and go while they are called: one that comes waits for the next time, one that goes is not called any more.
///
/// Invariant: the ring begins at the start of its buffer, and its numbers ascend. While an observer is being called nothing leaves
/// it: one that goes is marked. It may grow: what a closure captures lives on wherever the closure is moved to.
@usableFromInline
final class Hooks {
    @exclusivity(unchecked) @usableFromInline private(set) var hooks = Ring<Hook>()
    /// The number of the newest observer.
    private(set) var newest = 0
    @exclusivity(unchecked) @usableFromInline private(set) var goneCount = 0
    /// How many calls to all are under way, one inside the other.
    @exclusivity(unchecked) private var walkCount = 0

    init() {}

    @inlinable var isEmpty: Bool { hooks.count == goneCount }
    var isCalling: Bool { walkCount > 0 }

    /// - Returns: The number to ``remove(_:)`` it by.
    @usableFromInline
    func add(_ act: @escaping () -> Void) -> Int {
        newest += 1
        hooks.append(Hook(number: newest, act))
        return newest
    }

    /// - Complexity: O(log n), amortised.
    @usableFromInline func remove(_ number: Int) {
        guard let hook = find(number) else { return }
        goneCount += 1
        if isCalling { return hook.pointee.number = -number }
        // Freeing the closure may call back into this list: the list is whole again by then.
        let gone = hook.move()
        hook.initialize(to: Hook(number: -number) {})
        if goneCount * 2 > hooks.count { sweep() }
        _ = consume gone
    }

    func removeAll() {
        for number in (0..<hooks.count).map({ hooks.buffer[$0].number }) where number > 0 { remove(number) }
    }

    /// Calls all observers.
    @usableFromInline func callAll() {
        walkCount &+= 1
        for index in 0..<hooks.count where !hooks.buffer[index].isGone { hooks.buffer[index].call() }
        walkCount &-= 1
        if walkCount == 0, goneCount > 0 { sweep() }
    }

    private func find(_ number: Int) -> UnsafeMutablePointer<Hook>? {
        assert(hooks.head == 0, "a list begins at the start of its buffer")
        var (low, high) = (0, hooks.count)
        while low < high {
            let middle = (low + high) / 2
            if abs(hooks.buffer[middle].number) < number { low = middle + 1 } else { high = middle }
        }
        return low < hooks.count && hooks.buffer[low].number == number ? hooks.buffer.baseAddress.map { $0 + low } : nil
    }

    /// Removes the observers that are marked. They are freed last: destroying one may call this list again.
    private func sweep() {
        assert(!isCalling, "an observer that is being called stays")
        var kept = Ring<Hook>()
        var gone = Ring<Hook>()
        while let hook = hooks.popFirst() {
            if hook.isGone { gone.append(hook) } else { kept.append(hook) }
        }
        assert(gone.count == goneCount, "who went was counted")
        hooks = kept
        goneCount = 0
        _ = consume gone
    }
}
