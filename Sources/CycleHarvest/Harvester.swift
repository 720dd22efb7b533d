import Cycle
import CycleMachine

/// A state machine: inputs change its state by a mapping, and the mapping's effects lead to further inputs.
///
///     let harvester = Harvester(state: .loggedOut, mapping: .reduce(.first, mappings), scheduler: scheduler)
///     harvester.send(.login)
///     harvester.state  // .loggingIn
///
/// One input is one turn: the mapping is called once, the state changes, the watchers of ``state`` and ``replies`` are
/// called, in this order, then the effects of the mapping are performed. An input that any of them sends during that
/// waits its turn.
///
/// Other threads send through the inlet of a `Signal.pipe()` that is its `input`. It ends for good with its `input`,
/// with `stop()`, or when its last reference goes, and takes its effects along; then the watchers are called.
///
/// - Complexity: O(1) for an input beside the mapping. A reply holds the state before its input, so a large array in the
///   state is copied when it changes.
/// - Source: Harvest, RxAutomaton and ReactiveAutomaton.
public final class Harvester<Input, State>: Machine {
    /// The latest state. `$state` is the ``Property`` that tells it to those who watch, and each one that follows, equal
    /// or not.
    @Watched public var state: State
    /// The outcome of each input.
    public let replies: Outlet<Reply>
    private let loop: MachineLoop<HarvesterEvent<Input>>

    /// - Parameters:
    ///   - step: The state after an input and the effect that goes with it; `nil` where there is no way.
    ///   - answers: The inputs that successes lead to.
    init(
        state: State, effect: [EffectPart<Input>] = [], input: Signal<Input>, scheduler: (any Scheduler)?,
        step: @escaping Harvesting<Input, State>.Step,
        answers: (Harvesting<Input, State>) -> Signal<HarvesterEvent<Input>>, isolation: isolated (any Actor)?
    ) {
        let harvesting = Harvesting(state, effect: effect, step)
        let loop = MachineLoop(
            harvesting.turn, harvesting.scope, name: "\(Self.self)", isOpen: true, startsOnce: true,
            sources: [answers(harvesting), HarvesterEvent.all(of: input)], scheduler: scheduler)
        _state = Watched(Property(loop, harvesting.states) { harvesting.state })
        replies = harvesting.replies
        self.loop = loop
        if scheduler != nil { start(isolation: isolation) }
    }

    public var property: Property<State> { $state }

    /// Applies `input`, with all that follows from it at once, before it returns. Called in the middle of a turn it returns
    /// at once, and the input is applied when the turn is over. Before a run and between runs it is kept, see
    /// ``SendResult``; after the end it is dropped.
    @discardableResult
    public func send(_ input: Input) -> SendResult {
        loop.send(.input(input, from: nil))
    }
}

/// A state that can be read, and watched with a `$`.
@propertyWrapper
public struct Watched<Value> {
    public let projectedValue: Property<Value>

    public var wrappedValue: Value { projectedValue.value }

    init(_ property: Property<Value>) {
        projectedValue = property
    }
}

/// A subscription that something else keeps.
extension Subscription {
    /// Keeps this subscription with others.
    public func store(in subscriptions: inout [Subscription]) {
        subscriptions.append(self)
    }
}

public typealias Property = CycleMachine.Property
/// The interface that ``Harvester`` and other machines share, for code that works with any of them.
public typealias Machine = CycleMachine.Machine
public typealias Outlet = CycleMachine.Outlet
public typealias SendResult = CycleMachine.SendResult
