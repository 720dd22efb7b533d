/// Who watches a branch, in the order in which they came: side by side in one buffer, because most of what they are shown
/// stops at them, and to fetch each from somewhere else would cost more than that.
@usableFromInline
struct Observers: ~Copyable {
    /// What an observer does with a value. It is given its context, and need not close over it: most have nothing to
    /// unpack for every value.
    @usableFromInline typealias Action = (_ context: UnsafeRawPointer, _ value: UnsafeRawPointer) -> Void

    /// A struct that cannot be copied, so that calling the closure in it counts no references.
    struct Observer: ~Copyable {
        private let act: Action
        fileprivate let context: UnsafeRawPointer
        /// Owns the context.
        private let kept: AnyObject?
        fileprivate let number: Int
        fileprivate let isPart: Bool
        fileprivate var isGone = false

        fileprivate init(
            _ number: Int, isPart: Bool, keeping kept: AnyObject?, at context: UnsafeRawPointer,
            _ act: @escaping Action
        ) {
            self.number = number
            self.isPart = isPart
            self.kept = kept
            self.context = context
            self.act = act
        }

        borrowing func show(_ value: UnsafeRawPointer) {
            if !isGone { act(context, value) }
        }
    }

    /// Moves when somebody comes, also while the observers are walked.
    private(set) var buffer: UnsafeMutablePointer<Observer>?
    private(set) var count = 0
    private var newest = 0
    // The last, and half a word: see `Branch`.
    private var capacity: Int32 = 0

    deinit {
        buffer?.deinitialize(count: count)
        buffer?.deallocate()
    }

    /// - Parameter isPart: Whether the context is the branch of a part.
    /// - Returns: The newcomer's number.
    mutating func add(
        isPart: Bool = false, keeping kept: AnyObject?, at context: UnsafeRawPointer, _ act: @escaping Action
    ) -> Int {
        newest += 1
        if count == capacity { grow() }
        buffer?.advanced(by: count).initialize(to: Observer(newest, isPart: isPart, keeping: kept, at: context, act))
        count += 1
        return newest
    }

    /// The part that is the only observer, if so.
    var onlyPart: UnsafeMutablePointer<Branch>? {
        guard count == 1, let buffer, buffer[0].isPart else { return nil }
        return UnsafeMutableRawPointer(mutating: buffer[0].context).assumingMemoryBound(to: Branch.self)
    }

    /// It gets nothing more, and goes with the next ``removeGone()``.
    mutating func leave(_ number: Int) {
        guard let buffer else { return }
        for index in 0..<count where buffer[index].number == number { buffer[index].isGone = true }
    }

    /// - Returns: Those who went, to be freed by the caller when it is done: their ends may change this list.
    mutating func removeGone() -> Observers {
        var gone = Observers()
        guard let buffer else { return gone }
        var kept = 0
        for index in 0..<count {
            if buffer[index].isGone {
                if gone.count == gone.capacity { gone.grow() }
                gone.buffer?.advanced(by: gone.count).moveInitialize(from: buffer + index, count: 1)
                gone.count += 1
            } else {
                if kept != index { (buffer + kept).moveInitialize(from: buffer + index, count: 1) }
                kept += 1
            }
        }
        count = kept
        return gone
    }

    private mutating func grow() {
        capacity = max(1, capacity * 2)
        let larger = UnsafeMutablePointer<Observer>.allocate(capacity: Int(capacity))
        if let buffer {
            larger.moveInitialize(from: buffer, count: count)
            buffer.deallocate()
        }
        buffer = larger
    }
}
