/// The decisions of a running driver, as a value: one transition from an input to actions. It knows no descriptor, thread, lock or
/// closure, so that a test explores it and a twin runs it; a ``Shell`` feeds it.
///
///                     receive(_:at:into:)
///     input  ------------------------------------>  actions, for a device to perform in order
///               state before --> state after
@usableFromInline package protocol Session: Hashable, Sendable {
    /// Everything that can happen to it.
    associatedtype Input
    /// Something for a device to perform.
    associatedtype Action

    /// Holds before and after each input. A shell looks at it after each one in debug builds: it costs no more than an input does.
    var isConsistent: Bool { get }
    /// Holds as ``isConsistent``, of all parts together, which may be many: tests look at it.
    var isWhole: Bool { get }

    /// The one transition.
    ///
    /// - Parameters:
    ///   - now: Does not go back. A session without deadlines ignores it.
    ///   - actions: The actions are appended to it.
    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action])
}

extension Session {
    package var isWhole: Bool { isConsistent }

    /// Receives an input, and returns its actions.
    @inlinable  // hot: else each input of a WebSocket looks the types of its actions up
    package mutating func actions(after input: Input, at now: Duration) -> [Action] {
        var actions: [Action] = []
        receive(input, at: now, into: &actions)
        assert(isConsistent, "after \(input): \(self)")
        return actions
    }
}
