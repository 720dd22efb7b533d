/// A value, and what it was before each change.
///
///     var items = Undoable([Item]())
///
///     items.value.append(new)
///     items.undo()
public struct Undoable<Value: Equatable> {
    private var current: Value
    private var past: [Value] = []
    private var future: [Value] = []
    private let limit: Int

    /// - Parameters:
    ///   - value: The first value: undoing ends there.
    ///   - limit: How many changes are remembered.
    public init(_ value: Value, limit: Int = 100) {
        current = value
        self.limit = max(0, limit)
    }

    /// Another value is a change; the same is none.
    public var value: Value {
        get { current }
        set {
            guard newValue != current else { return }
            past = past.suffix(max(1, limit) - 1) + (limit > 0 ? [current] : [])
            (current, future) = (newValue, [])
        }
    }

    /// Whether there is a change to take back.
    public var canUndo: Bool { !past.isEmpty }
    /// Whether there is a change to make again.
    public var canRedo: Bool { !future.isEmpty }

    /// Takes the last change back, if there is one.
    public mutating func undo() {
        guard let before = past.popLast() else { return }
        future.append(current)
        current = before
    }

    /// Makes the change again that was taken back last, unless another was made since.
    public mutating func redo() {
        guard let after = future.popLast() else { return }
        past.append(current)
        current = after
    }
}

extension Undoable: Equatable {}
extension Undoable: Hashable where Value: Hashable {}
extension Undoable: Sendable where Value: Sendable {}
extension Undoable: Codable where Value: Codable {}
