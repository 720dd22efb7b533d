/// Numbers values in the order in which they come, each once.
@usableFromInline package struct Numbering<Value: Hashable> {
    @usableFromInline package internal(set) var values: [Value] = []
    @usableFromInline var numbers: [Value: Int] = [:]

    package init() {}

    @inlinable  // hot: asked for each text that is drawn
    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }

    @inlinable  // hot: each cluster of a screen has its number; specialised by the module that has the values
    package mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }
}

extension Numbering: Sendable where Value: Sendable {}
