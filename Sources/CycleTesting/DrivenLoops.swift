import Cycle
import CycleMachine

extension VirtualTime {
    /// Starts a property, a store, a feedback loop or a harvester in this time: whenever that moves, it takes its turns.
    ///
    ///     time.drive(store)
    ///     store.send(.search("swift"))
    ///     time.advance(by: .seconds(1))
    ///
    /// A machine that works already, because it was given this time when it was made, takes part from now on. The time does
    /// not keep it alive.
    public func drive(_ machine: some Machine) {
        join(machine) { [weak machine] in machine?.drain() }
        machine.start(on: self)
        machine.drain()
    }

    /// Starts a frame loop in this time: whenever that moves, it takes its turns. It is not kept alive by it.
    ///
    /// - Parameters:
    ///   - cycle: The loop.
    ///   - frame: One to go on from, as in `CycledLens.start(on:resuming:standIns:)`.
    ///   - standIns: Stand-ins for its drivers, beside this time, which plays its timers. Without any, drivers run as they are.
    public func drive<Receiver, Frame>(
        _ cycle: CycledLens<Receiver, Frame>, resuming frame: Frame? = nil, standIns: any StandIn...
    ) {
        join(cycle) { [weak cycle] in cycle?.drain() }
        cycle.start(
            on: self, resuming: frame,
            standIns: standIns.isEmpty ? nil : Cast(standIns + [self]) { CycleTesting.stop($0) })
        cycle.drain()
    }
}

/// The values of a signal or an observer, in order.
///
///     let states = Collector(store)
///     store.send(.increment)
///     #expect(states.values == [0, 1])
public final class Collector<Value> {
    public private(set) var values: [Value] = []

    /// Collects the state now, and the state after each event.
    public init(_ machine: some Machine<Value>) {
        machine.observe { [weak self] in self?.values.append($0) }
    }

    /// Collects what comes from now on, as the replies of a harvester.
    public init(_ outlet: Outlet<Value>) {
        outlet.observe { [weak self] in self?.values.append($0) }
    }

    /// Takes what was collected since the last time.
    public func take() -> [Value] {
        defer { values = [] }
        return values
    }
}
