extension Array where Element: Equatable {
    /// The elements that left and that came since another array, of which most stay in their order; one that has moved has
    /// left and come.
    @inlinable  // hot: elements are compared with their own ==, where they lie
    func differences(from before: [Element]) -> (gone: [Element], come: [Element]) {
        var (gone, come): ([Element], [Element]) = ([], [])
        var (old, new) = (0, 0)
        while old < before.count, new < count {
            if before[old] == self[new] {
                old += 1
                new += 1
            } else if let next = before[old...].prefix(8).firstIndex(of: self[new]) {
                gone += before[old..<next]
                old = next
            } else if let next = self[new...].prefix(8).firstIndex(of: before[old]) {
                come += self[new..<next]
                new = next
            } else {
                gone.append(before[old])
                come.append(self[new])
                old += 1
                new += 1
            }
        }
        return (gone + before[old...], come + self[new...])
    }
}
