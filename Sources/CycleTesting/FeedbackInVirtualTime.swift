import Cycle
import CycleFeedback

extension VirtualTime {
    /// Starts a property, a store or a feedback loop, by its `state`, in this time: whenever that moves, it takes its turns.
    ///
    ///     time.drive(loop.state)
    ///     loop.send(action: .search("swift"))
    ///     time.advance(by: .seconds(1))
    public func drive<State>(_ property: Property<State>) {
        join(property) { [weak property] in property?.drain() }
        property.start(on: self)
    }
}
