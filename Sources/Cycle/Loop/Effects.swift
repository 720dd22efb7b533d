import Synchronization

// The one file that starts tasks: an `async` function needs one, and its signal cancels it. No event path starts a task
// of its own; what a task produces goes through an inlet, in order.

extension Signal where Value: Sendable {
    /// Runs `work` and emits what it returns, then ends. Cancelling the signal cancels the task.
    ///
    /// The task begins when the turns under way are over; one that they have cancelled does not begin.
    ///
    /// - Parameter work: Runs outside the loop's isolation.
    public static func task(_ work: @escaping @Sendable () async -> Value) -> Signal {
        Signal(place: nil) { sink in
            let receive = sink.receive
            let door = TaskDoor(
                for: Value.self, in: sink.turns.loop,
                show: { receive($0.assumingMemoryBound(to: Value.self).move()) }, finish: sink.finish,
                perform: { door in door.postOnly(await work()) })
            return Subscription { door.close() }
        }
    }

    /// Runs `work` and emits what it returns, or what `failure` makes of its error; then ends.
    public static func task(
        _ work: @escaping @Sendable () async throws -> Value, catch failure: @escaping @Sendable (any Error) -> Value
    ) -> Signal {
        .task {
            do { return try await work() } catch { return failure(error) }
        }
    }

    /// The elements of an asynchronous sequence that cannot fail, as they come, then the end.
    ///
    /// - Parameters:
    ///   - source: Iterated by a task of its own, once for each run of the signal.
    ///   - bound: How many elements may wait for the loop before the sequence is left to wait.
    public static func from<Source: AsyncSequence & Sendable>(_ source: Source, bound: Int = 64) -> Signal
    where Source.Element == Value, Source.Failure == Never {
        .reading(bound: bound) { post in
            for await element in source { await post(element) }
        }
    }

    /// The elements of an asynchronous sequence, what `failure` makes of its error if it throws, then the end.
    public static func from<Source: AsyncSequence & Sendable>(
        _ source: Source, bound: Int = 64, catch failure: @escaping @Sendable (any Error) -> Value
    ) -> Signal where Source.Element == Value {
        .reading(bound: bound) { post in
            do {
                for try await element in source { await post(element) }
            } catch {
                await post(failure(error))
            }
        }
    }

    private static func reading(
        bound: Int, _ read: @escaping @Sendable (_ post: @Sendable (Value) async -> Void) async -> Void
    ) -> Signal {
        Signal(place: nil) { sink in
            let room = Room()
            let inlet = Inlet<Value>(bound: bound, onRoom: room.open)
            let task = Task {
                await read { value in
                    if !Task.isCancelled, inlet.send(value) == .acceptedAndFull { await room.wait() }
                }
                inlet.end()
            }
            let stopping = Subscription {
                task.cancel()
                room.open()
            }
            inlet.door.open(to: sink)
            return Subscription([Subscription(inlet.door.close), stopping])
        }
    }
}

/// The door of an asynchronous function with one value. Its task begins when the turns under way are over; closed before
/// that, it does not begin.
///
/// A task that began in the middle of a turn would wake a thread. At the end of them it is found by the thread that took
/// them; and where that is the task of another door, whose function has ended, it goes on with this one.
///
/// Unchecked: all that changes is the loop's, and a task that takes turns is the loop.
final class TaskDoor: Door, @unchecked Sendable {
    /// After so many functions a task lets others of its pool run.
    private static let functionsPerTask = 256

    private let perform: nonisolated(nonsending) @Sendable (TaskDoor) async -> Void
    /// What gets the value.
    private var show: ((UnsafeMutableRawPointer) -> Void)?
    /// What gets the end; `nil` when the door is closed.
    private var finish: (() -> Void)?
    private var task: Task<Void, Never>?
    private var next: TaskDoor?
    private var functionCount = 1
    private var isCancelled = false

    init(
        for type: any Any.Type, in loop: Loop, show: @escaping (UnsafeMutableRawPointer) -> Void,
        finish: @escaping () -> Void, perform: nonisolated(nonsending) @escaping @Sendable (TaskDoor) async -> Void
    ) {
        self.perform = perform
        self.show = show
        self.finish = finish
        super.init(for: type)
        loop.open(self)
        loop.beginAfterTurns(self)
    }

    /// The task, once. What the value leads to may happen before this returns.
    func postOnly<Value>(_ value: Value) {
        post(Letter(.only, to: .passUnretained(self), carrying: value), from: self)
    }

    // MARK: The loop only

    func begin() {
        guard isOpen else { return }
        task = Task { [self] in
            var door: TaskDoor? = self
            while let current = door {
                await current.perform(current)
                door = current.next.take()
            }
        }
    }

    /// Hands the task, whose function has ended, on to `next`.
    ///
    /// - Returns: Whether it takes it.
    func isFollowed(by next: TaskDoor) -> Bool {
        guard !isCancelled, next.isOpen, functionCount < TaskDoor.functionsPerTask else { return false }
        next.task = task.take()
        next.functionCount = functionCount + 1
        self.next = next
        return true
    }

    override func receive(_ payload: UnsafeMutableRawPointer) {
        if let show = show.take() { show(payload) } else { destroy(payload) }
    }

    override func end() {
        letGo()?()
    }

    override func close() {
        guard letGo() != nil else { return }
        isCancelled = true
        task?.cancel()
    }

    private var isOpen: Bool { finish != nil }

    /// - Returns: What gets the end, if the door was open.
    private func letGo() -> (() -> Void)? {
        guard isOpen else { return nil }
        destination?.openSourceCount -= 1
        show = nil
        return finish.take()
    }
}

/// Lets one task wait until there is room for another value. A call to `open` is remembered until the next `wait`.
///
/// A stream, not a continuation: the thread sanitizer takes one that is resumed before its task waits for a race.
private struct Room: Sendable {
    private let opened: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() {
        (opened, opening) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    @Sendable func open() {
        opening.yield()
    }

    /// Returns at once in a task that was cancelled.
    func wait() async {
        for await _ in opened { return }
    }
}
