/// Values by number, of which the latest are kept.
struct LatestEntries<Value> {
    private let limit: Int
    private var values: [Int: Value] = [:]
    /// The oldest first.
    private var order: [Int] = []

    /// - Parameter limit: How many are kept.
    init(_ limit: Int) { self.limit = limit }

    subscript(index: Int) -> Value? { values[index] }

    mutating func keep(_ value: Value, at index: Int) {
        guard values.updateValue(value, forKey: index) == nil else { return }
        order.append(index)
        if order.count > limit { values[order.removeFirst()] = nil }
    }
}
