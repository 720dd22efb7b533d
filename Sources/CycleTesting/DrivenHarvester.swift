import Cycle
import CycleHarvest

extension VirtualTime {
    /// Lets a machine that was started on this time take part in it: it drains whenever time moves.
    ///
    ///     let harvester = Harvester(state: .loggedOut, mapping: mapping, scheduler: time)
    ///     time.drive(harvester)
    ///     harvester.send(.login)
    ///     time.advance(steps: 2)
    ///
    /// The machine is not kept alive by it.
    public func drive<Input, State>(_ harvester: Harvester<Input, State>) {
        join(harvester) { [weak harvester] in harvester?.drain() }
    }
}
