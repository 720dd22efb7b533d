extension Array {
    /// Puts an element behind all that come before it or are its equals: which of two has come first then shows nowhere but among equals.
    mutating func insert<Key: Comparable>(_ element: Element, inOrderOf key: (Element) -> Key) {
        let own = key(element)
        insert(element, at: lastIndex { key($0) <= own }.map { $0 + 1 } ?? 0)
    }
}
