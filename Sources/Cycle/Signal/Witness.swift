/// Sees every turn from both sides, for the moments of a loop. A loop that nobody listens to has none.
@usableFromInline
final class Witness {
    /// One who listens. Its closures are made where the type of the frame is known: a turn looks up no types for it.
    ///
    /// A struct that cannot be copied, at an address of its own: calling a closure in it counts no references.
    @usableFromInline
    struct Observer: ~Copyable {
        private let before: () -> Void
        private let after: (_ owner: String, _ event: Any, _ time: Duration) -> Void
        private let idle: () -> Void
        fileprivate var isGone = false

        /// - Parameter idle: Nothing waits any more.
        @usableFromInline
        init(
            before: @escaping () -> Void,
            after: @escaping (_ owner: String, _ event: Any, _ time: Duration) -> Void, idle: @escaping () -> Void
        ) {
            self.before = before
            self.after = after
            self.idle = idle
        }

        fileprivate borrowing func begin() { if !isGone { before() } }
        fileprivate borrowing func end(_ owner: String, _ event: Any, _ time: Duration) {
            if !isGone { after(owner, event, time) }
        }
        fileprivate borrowing func rest() { if !isGone { idle() } }
    }

    /// Held by those turns.
    private let turns: Unmanaged<Turns>
    private var observers: ContiguousArray<UnsafeMutablePointer<Observer>> = []
    private var isWalking = false
    private var hasGaps = false

    init(_ turns: Turns) {
        self.turns = .passUnretained(turns)
    }

    deinit {
        for observer in observers { observer.free() }
    }

    var isAlone: Bool { observers.allSatisfy { $0.pointee.isGone } }

    func add(_ observer: consuming Observer) -> UnsafeMutablePointer<Observer> {
        let address = UnsafeMutablePointer.holding(observer)
        observers.append(address)
        return address
    }

    func remove(_ observer: UnsafeMutablePointer<Observer>) {
        observer.pointee.isGone = true
        hasGaps = true
        if !isWalking { removeGone() }
    }

    /// A value is about to change the frame. One that was cancelled never is: it has no moment.
    @usableFromInline
    func begin() {
        forEach { $0.pointee.begin() }
    }

    /// - Parameters:
    ///   - owner: Which source the value came from; `start` for the first frame of a run, which nothing has caused.
    ///   - event: The value.
    @usableFromInline
    func end(_ owner: String, _ event: Any) {
        let time = turns.takeUnretainedValue().now
        forEach { $0.pointee.end(owner, event, time) }
    }

    func reportIdle() {
        forEach { $0.pointee.rest() }
    }

    /// Observers may come and go meanwhile: those that come wait for the next time.
    private func forEach(_ body: (UnsafeMutablePointer<Observer>) -> Void) {
        // An observer may stop its loop, which tells the observers that nothing waits any more.
        let isOutermost = !isWalking
        isWalking = true
        for index in 0..<observers.count { body(observers[index]) }
        guard isOutermost else { return }
        isWalking = false
        if hasGaps { removeGone() }
    }

    private func removeGone() {
        hasGaps = false
        let gone = observers.filter { $0.pointee.isGone }
        observers.removeAll { $0.pointee.isGone }
        for observer in gone { observer.free() }
    }
}
