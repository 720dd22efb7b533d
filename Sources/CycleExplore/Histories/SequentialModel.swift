/// The behaviour of a service whose calls come one after the other: what ``Law/linearizable(_:of:upTo:_:)`` compares with.
///
///     struct Register: SequentialModel {
///         enum Call: Hashable { case read, write(Int) }
///         let start = 0
///
///         func state(after state: Int, _ call: Call, answered answer: Int?) -> Int? {
///             switch call {
///             case .read: answer ?? state == state ? state : nil
///             case .write(let value): value
///             }
///         }
///     }
public protocol SequentialModel: Sendable {
    associatedtype State: Hashable & Sendable
    associatedtype Call: Hashable & Sendable
    associatedtype Answer: Sendable
    /// A name for calls that touch the same values: the key of a map.
    associatedtype Part: Hashable & Sendable = Int

    /// The state before all calls.
    var start: State { get }

    /// The state after a call.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - call: The request.
    ///   - answer: The answer that the client had; `nil` where that is not known, which no state contradicts. The state after a call depends
    ///     on the state before it alone: an answer forbids, it does not choose.
    /// - Returns: `nil` where this answer is none that the service gives in this state. Where the state itself is an optional, return that
    ///     `nil` from a `guard`: in `isRight ? state : nil` Swift takes it for a state.
    func state(after state: State, _ call: Call, answered answer: Answer?) -> State?

    /// The part of the state that a call reads and changes; each begins with ``start``. Parts are judged apart, which is much faster.
    func part(of call: Call) -> Part
}

extension SequentialModel where Part == Int {
    /// One part with all.
    public func part(of call: Call) -> Int { 0 }
}
