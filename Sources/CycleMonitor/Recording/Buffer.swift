/// Elements in one piece of memory that is used again and again. It is nobody else's, so that, unlike an array's, it can be
/// written without asking who holds it.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
    private var start: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// What is in it. Valid until the next change.
    var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: start, count: count) }

    func elements(from first: Int, to end: Int) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: address(of: first), count: end &- first)
    }

    func address(of index: Int) -> UnsafePointer<Element> { UnsafePointer(start + index) }

    /// Forgets all behind `count`.
    mutating func truncate(to count: Int) {
        precondition(count <= self.count, "of \(self.count) elements there are no first \(count)")
        self.count = count
    }

    mutating func append(_ element: Element) {
        reserve(1)
        start[count] = element
        count &+= 1
    }

    mutating func append(_ elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress else { return }
        reserve(elements.count)
        (start + count).initialize(from: source, count: elements.count)
        count &+= elements.count
    }

    /// Appends elements that are written where they belong.
    ///
    /// - Parameters:
    ///   - limit: How many there is room for.
    ///   - write: Returns how many there are.
    mutating func append<Result>(
        upTo limit: Int, _ write: (_ start: UnsafeMutablePointer<Element>) -> (count: Int, Result)
    ) -> Result {
        reserve(limit)
        let (more, result) = write(start + count)
        count &+= more
        return result
    }

    private mutating func reserve(_ more: Int) {
        if count &+ more > capacity { grow(count + more) }
    }

    private mutating func grow(_ needed: Int) {
        capacity = max(capacity * 2, needed)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}
