/// Time as a loop sees it, and where the tasks of its effects run. The real one is in `CycleDrivers`, the virtual one in
/// `CycleTesting`; `Cycle` has none.
///
///     await cycle.run()                       // RealTime of CycleDrivers
///     let test = TestRun(cycle, time: time)   // VirtualTime of CycleTesting
///
/// A loop calls its scheduler in its own isolation; alarms may ring on any thread.
///
/// - Source: `Scheduler` of Rx and ReactiveSwift.
public protocol Scheduler: AnyObject, Sendable {
    /// How long this scheduler has been running. Never goes back.
    var now: Duration { get }

    /// Something that calls `ring`, from any thread, each time it was armed and its deadline has come.
    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm

    /// The time of a clock on the wall: since 1970, in universal time; `nil`, which is the default, without such a clock.
    /// Unlike `now` it may jump, forwards and backwards.
    var wallTime: Duration? { get }

    /// Something that calls `ring`, from any thread, when `wallTime` is the deadline that it was armed for, or later;
    /// `nil`, which is the default, where that is the machine's: drivers then wait for its clock.
    func wallAlarm(_ ring: @escaping @Sendable () -> Void) -> (any Alarm)?

    /// Where the tasks of effects run; `nil` for the pool that all tasks share, which is the default.
    var taskExecutor: (any TaskExecutor)? { get }

    /// The effect whose task runs there is not wanted any more: it has ended, or was cancelled. On the loop; does nothing
    /// unless a scheduler wants to know.
    func effectEnded(on executor: any TaskExecutor)

    /// An effect waits for its place in a queue, on the loop; `nil`, which is the default, unless a scheduler wants to know.
    ///
    /// - Returns: Released when the effect does not wait any more; called with what starts it when its place is free.
    func effectWaits() -> ((_ start: () -> Void) -> Void)?
}

extension Scheduler {
    /// None: for schedulers of tests that need no date.
    public var wallTime: Duration? { nil }
    /// None: what waits for a time of day waits for the machine's clock.
    public func wallAlarm(_ ring: @escaping @Sendable () -> Void) -> (any Alarm)? { nil }
    /// The pool that all tasks share.
    public var taskExecutor: (any TaskExecutor)? { nil }
    /// Nothing.
    public func effectEnded(on executor: any TaskExecutor) {}
    /// `nil`: no scheduler but those of tests wants to know.
    public func effectWaits() -> ((_ start: () -> Void) -> Void)? { nil }
}

/// Something that can be armed to ring once, at a time of its scheduler.
public protocol Alarm: AnyObject {
    /// Rings at `deadline`, or as soon as possible if that has passed. Replaces an earlier deadline.
    func arm(at deadline: Duration)
    /// Rings no more until it is armed again; nothing if it is not armed.
    func disarm()
}

extension Duration {
    /// No time at least, and 73 billion years at most: a sum with the time of a scheduler is a time again.
    var bounded: Duration { min(max(self, .zero), .seconds(Int64.max / 4)) }
}
