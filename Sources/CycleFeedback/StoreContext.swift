import CycleMachine

/// The state of a store at one moment, with the way back.
///
///     let context = store.context
///     print(context.isAsking)
///     context.send(event: .asked)
///
/// It shows that moment for ever: the next state has a context of its own.
///
/// - Source: `Context` of ReactiveFeedback and CombineFeedback.
@dynamicMemberLookup
public struct StoreContext<State, Event> {
    public let state: State
    private let enter: (Event) -> SendResult

    init(state: State, send enter: @escaping (Event) -> SendResult) {
        self.state = state
        self.enter = enter
    }

    public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
        state[keyPath: keyPath]
    }

    @discardableResult
    public func send(event: Event) -> SendResult {
        enter(event)
    }

    /// A part of this moment, with the way back.
    public func view<Part, PartEvent>(
        value: KeyPath<State, Part>, event embed: @escaping (PartEvent) -> Event
    ) -> StoreContext<Part, PartEvent> {
        StoreContext<Part, PartEvent>(state: state[keyPath: value]) { [enter] in enter(embed($0)) }
    }
}
