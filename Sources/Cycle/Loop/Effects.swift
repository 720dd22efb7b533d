import Synchronization

// The one file that starts tasks: an `async` function needs one, and its signal cancels it. No event path starts a task
// of its own; what a task produces goes through an inlet, in order.

extension Signal where Value: Sendable {
    /// Runs `work` and emits what it returns, then ends. Cancelling the signal cancels the task.
    ///
    /// The task begins when the turns under way are over; one that they have cancelled does not begin.
    ///
    /// - Parameter work: Runs outside the loop's isolation, in a task of its own or in that of an effect that has ended.
    @inlinable  // hot: the door is made for the value's type
    public static func task(_ work: @escaping @Sendable () async -> Value) -> Signal {
        Signal(place: nil) { sink in
            let door = FunctionDoor(work, in: sink.turns, receive: sink.receive, finish: sink.finish)
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

/// The door of a task that begins when the turns under way are over. Closed before that, it does not begin.
///
/// A task that began in the middle of a turn would wake a thread. At the end of them it is found by the thread that took
/// them; and where that is the task of another door, which has performed, it goes on with this one.
///
/// Unchecked: all that changes is the loop's, and a task that takes turns is the loop.
@usableFromInline
class TaskDoor: Door, @unchecked Sendable {
    /// After so many doors a task lets others of its pool run.
    private static let doorsPerTask = 256

    private final var task: Task<Void, Never>?
    private final var next: TaskDoor?
    private final var doorCount = 1
    private final var isCancelled = false

    /// The task's, once. What is posted may lead to turns before this returns.
    nonisolated(nonsending) func perform() async {}

    // MARK: The loop only

    var isOpen: Bool { false }

    final func begin() {
        guard isOpen else { return }
        task = Task { [self] in
            var door: TaskDoor? = self
            while let current = door {
                await current.perform()
                door = current.next.take()
            }
        }
    }

    final func cancel() {
        isCancelled = true
        task?.cancel()
    }

    /// Hands the task, which has performed, on to `next`.
    ///
    /// - Returns: Whether it goes on.
    final func handOver(to next: TaskDoor) -> Bool {
        guard !isCancelled, next.isOpen, doorCount < TaskDoor.doorsPerTask else { return false }
        next.task = task.take()
        next.doorCount = doorCount + 1
        self.next = next
        return true
    }
}

/// The door of an asynchronous function, which has one value.
///
/// Unchecked: what gets the value is the loop's.
@usableFromInline
final class FunctionDoor<Value: Sendable>: TaskDoor, @unchecked Sendable {
    private let function: @Sendable () async -> Value
    private var receive: ((Value) -> Void)?
    /// What gets the end; `nil` when the door is closed.
    private var finish: (() -> Void)?

    @usableFromInline
    init(
        _ function: @escaping @Sendable () async -> Value, in turns: Turns, receive: @escaping (Value) -> Void,
        finish: @escaping () -> Void
    ) {
        self.function = function
        self.receive = receive
        self.finish = finish
        super.init(for: Value.self)
        let loop = turns.loop
        loop.open(self)
        loop.beginAfterTurns(self)
    }

    nonisolated(nonsending) override func perform() async {
        post(Letter(.only, to: .passUnretained(self), carrying: await function()), from: self)
    }

    override var isOpen: Bool { finish != nil }

    override func receive(_ payload: UnsafeMutableRawPointer) {
        let value = payload.assumingMemoryBound(to: Value.self).move()
        receive?(value)
    }

    override func end() {
        guard let finish else { return }
        letGo()
        finish()
    }

    @usableFromInline
    override func close() {
        guard isOpen else { return }
        letGo()
        cancel()
    }

    private func letGo() {
        noteClosed()
        receive = nil
        finish = nil
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
