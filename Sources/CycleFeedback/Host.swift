import Cycle

/// The loop of its own that a machine has when it is not a part of another one.
///
/// The machine does not know it, so that releasing the host ends everything.
final class Host {
    let machine: any Hosted
    private let cycle: CycledLens<Void, Void>
    private let scheduler: (any Scheduler)?

    /// - Parameter scheduler: If there is one the machine starts now, else with ``start(on:)``.
    init(_ machine: any Hosted, scheduler: (any Scheduler)?) {
        self.machine = machine
        self.scheduler = scheduler
        let work = machine.work
        cycle = CycledLens(startingWith: ()) { frames in
            frames.lens(get: { _ in }, set: { _, _ in work.ignoringValues() })
        }
        if let scheduler { cycle.start(on: scheduler) }
        drain()
    }

    func start(on scheduler: (any Scheduler)?) {
        guard !machine.isWorking else { return }
        cycle.start(on: scheduler ?? self.scheduler ?? StandingClock())
        drain()
    }

    func drain() {
        cycle.drain()
        // Nothing, unless the machine works elsewhere.
        machine.drain()
    }

    func stop() {
        machine.stop()
        cycle.stop()
    }

    func run(
        on scheduler: (any Scheduler)?, until isDone: @escaping () -> Bool, isolation: isolated (any Actor)?
    ) async {
        // Starts the machine if nothing else did; draining it here would run past the condition.
        await cycle.run(
            on: scheduler ?? self.scheduler ?? StandingClock(), until: { _ in isDone() }, isolation: isolation)
        machine.stop()
    }
}

/// A machine, whatever its events.
protocol Hosted: AnyObject {
    var work: Signal<Never> { get }
    var isWorking: Bool { get }
    func drain()
    func stop()
    func observe(_ observation: Signal<Never>) -> Subscription
}

extension Machine: Hosted {}
