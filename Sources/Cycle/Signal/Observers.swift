/// Who watches a branch, in the order in which they came: side by side in one buffer, because most of what they are shown
/// stops at them, and to fetch each from somewhere else would cost more than that.
struct Observers: ~Copyable {
    /// A struct that cannot be copied, so that calling the closure in it counts no references.
    struct Observer: ~Copyable {
        fileprivate let receive: (UnsafeRawPointer) -> Void
        /// In place of `receive`, for a part at an address of its own: shown without a closure in between.
        let part: UnsafeMutablePointer<Branch>?
        /// What is known only by its address.
        private let kept: AnyObject?
        fileprivate let number: Int
        fileprivate var isGone = false

        fileprivate init(
            _ number: Int, part: UnsafeMutablePointer<Branch>?, keeping kept: AnyObject?,
            receive: @escaping (UnsafeRawPointer) -> Void
        ) {
            self.number = number
            self.part = part
            self.kept = kept
            self.receive = receive
        }

        borrowing func show(_ value: UnsafeRawPointer) {
            if isGone { return }
            if let part { part.deliver(part: part.pointee.address) } else { receive(value) }
        }
    }

    /// Moves when somebody comes, also while the observers are walked.
    private(set) var buffer: UnsafeMutablePointer<Observer>?
    private(set) var count = 0
    private var capacity = 0
    private var newest = 0

    deinit {
        buffer?.deinitialize(count: count)
        buffer?.deallocate()
    }

    /// - Returns: The newcomer's number.
    mutating func add(
        part: UnsafeMutablePointer<Branch>? = nil, keeping kept: AnyObject?,
        receive: @escaping (UnsafeRawPointer) -> Void
    ) -> Int {
        newest += 1
        if count == capacity { grow() }
        buffer?.advanced(by: count).initialize(to: Observer(newest, part: part, keeping: kept, receive: receive))
        count += 1
        return newest
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
        let larger = UnsafeMutablePointer<Observer>.allocate(capacity: max(1, capacity * 2))
        if let buffer {
            larger.moveInitialize(from: buffer, count: count)
            buffer.deallocate()
        }
        buffer = larger
        capacity = max(1, capacity * 2)
    }
}
