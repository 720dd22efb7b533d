import Cycle

/// The state of a feedback loop at one moment, with the way back: what a renderer is given.
///
///     Component(text: snapshot.userName, textDidChange: { snapshot.mutate(\.userName, value: $0) })
///
/// The state never changes; what is sent goes to the loop as it is then, and nowhere once that is gone.
///
/// - Source: `StateSnapshot` of Cycler, and of Sergey Shulga's "Base class for FeedbackLoops systems".
@dynamicMemberLookup
public struct StateSnapshot<Loop: FeedbackLoopType> {
    public let state: Loop.State
    private weak var feedbackLoop: Loop?

    public init(state: Loop.State, feedbackLoop: Loop) {
        self.state = state
        self.feedbackLoop = feedbackLoop
    }

    public subscript<Value>(dynamicMember keyPath: KeyPath<Loop.State, Value>) -> Value {
        state[keyPath: keyPath]
    }

    public func send(action: Loop.Action) {
        feedbackLoop?.send(action: action)
    }

    public func mutate<Value>(keyPath: WritableKeyPath<Loop.State, Value>, value: Value) {
        feedbackLoop?.mutate(keyPath: keyPath, value: value)
    }

    public func mutate<Value>(_ keyPath: WritableKeyPath<Loop.State, Value>, value: Value) {
        mutate(keyPath: keyPath, value: value)
    }
}
