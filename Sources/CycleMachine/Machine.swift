import Cycle

/// A state that events change: what `Property`, `Store`, `FeedbackLoop` and `Harvester` share.
///
/// A machine that is made in an actor, as the main actor, and given a scheduler, works by itself from then on: what follows
/// at once is done before its `init` returns, what comes later when its time comes. Every other is started by
/// ``start(on:isolation:)``, by ``run(on:until:isolation:)``, or by the loop that it is a part of, and what is sent before is
/// kept.
///
/// Confined to the isolation that made it. It ends with the last reference to it, and takes all that runs along.
public protocol Machine<State>: AnyObject {
    associatedtype State

    /// The state now and over time.
    var property: Property<State> { get }
}

extension Property: Machine {
    public var property: Property<Value> { self }
}

extension Machine {
    /// Whether it takes what time and other threads bring without a call: it was started in an actor. For any other
    /// its owner must ``run(on:until:isolation:)``, or ``drain()`` when something may have come.
    public var runsItself: Bool { property.work.runsItself }

    /// Starts the machine. It applies the events that were sent before and all that follows from them at once. A machine
    /// that works already continues; in an actor it runs itself from now on.
    ///
    /// - Parameters:
    ///   - scheduler: The time of feedbacks and effects; without one, and without one in `init`, time stands still.
    ///   - isolation: The caller's. In an actor the machine runs itself from now on, see ``runsItself``.
    public func start(on scheduler: (any Scheduler)? = nil, isolation: isolated (any Actor)? = #isolation) {
        property.work.start(on: scheduler, isolation: isolation)
    }

    /// Takes what other threads and time have brought, and all that follows from it. Nothing while a turn is under way.
    public func drain() {
        property.work.drain()
    }

    /// Cancels everything, silently, and drops what waits; what is sent from now on is dropped, and sending says so. The
    /// state stays; a `Property`, a `Store` and a `FeedbackLoop` go on from it if they are started again.
    public func stop() {
        property.work.stop()
    }

    /// Runs the machine in the caller's isolation until `isDone` holds for a state, ``stop()`` is called, the task is
    /// cancelled, or nothing can happen any more. A machine that can be sent to may always get another event, so its run
    /// goes on.
    ///
    /// The end of a run cancels all that runs. Events that are sent afterwards are kept for the next run, which goes on from
    /// the state.
    ///
    /// - Returns: The last state: the one that `isDone` held for, or that was there when the machine stopped.
    @discardableResult
    public func run(
        on scheduler: (any Scheduler)? = nil, until isDone: @escaping (State) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> State {
        let property = property
        var last: State?
        await property.work.run(
            on: scheduler, until: { isDone(property.value) }, atEnd: { last = property.value }, isolation: isolation)
        return last ?? property.value
    }

    /// Calls `receive` with the state now, then with the state after each event, see ``Property/observe(_:)``.
    @discardableResult
    public func observe(_ receive: @escaping (State) -> Void) -> Subscription {
        property.observe(finish: {}, receive)
    }

    /// Calls `receive` with what operators make of the states, see ``Property/observe(through:_:)``.
    @discardableResult
    public func observe<Observed>(
        through transform: (Signal<State>) -> Signal<Observed>, _ receive: @escaping (Observed) -> Void
    ) -> Subscription {
        property.observe(through: transform, receive)
    }
}

extension Machine where State: Sendable {
    /// The state now and those that follow, for a task elsewhere, until the run of the machine ends.
    ///
    /// - Parameter policy: Selects the values that are kept for a reader that is slower than the machine.
    public func values(
        buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<State> {
        property.values(buffering: policy)
    }
}

/// A machine at work, whatever its state and its events.
package protocol MachineWork: AnyObject {
    var isWorking: Bool { get }
    var runsItself: Bool { get }
    var work: Signal<Never> { get }
    func start(on scheduler: (any Scheduler)?, isolation: isolated (any Actor)?)
    func run(
        on scheduler: (any Scheduler)?, until isDone: @escaping () -> Bool, atEnd: @escaping () -> Void,
        isolation: isolated (any Actor)?) async
    func drain()
    func holdTurns()
    func step() -> Bool
    func stop()
    func observe(_ observation: Signal<Never>) -> Subscription
    func holding<Result>(_ body: () -> Result) -> Result
}

/// A machine as a part of a loop.
extension Signal {
    /// Embeds a machine in the loop of these frames: it works there, on that loop's time, and is the lens's receiver.
    ///
    /// - Parameters:
    ///   - machine: Starts with the loop; one that works already is only watched.
    ///   - label: The name of the lens in moments and complaints; without one, the name of the machine's type.
    ///   - eventFilter: Changes the frame for the machine's state at the start, and for each that follows.
    public func lens<M: Machine>(
        machine: M, label: String? = nil, eventFilter: @escaping (_ frame: inout Value, _ state: M.State) -> Void
    ) -> MutatingLens<Signal, M> {
        lens(events: machine.property.running, label: label ?? "\(type(of: machine))", eventFilter: eventFilter).map {
            _, _ in machine
        }
    }
}
