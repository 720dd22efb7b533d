import CycleDrivers

/// Names a selected row of a list in a layout.
struct RowHintKey: Hashable {
    let path: [AnyHashable]
    let row: AnyHashable
}

/// Where a layout has found the selected row of a long list. The next layout looks there first, so that a row is looked for
/// once and not in each frame.
@usableFromInline
struct RowHint {
    @usableFromInline let position: Int
    /// Stands for the rows in which it was not found; `nil` where it was found.
    @usableFromInline let absence: Int?

    @usableFromInline
    init(position: Int, absence: Int?) {
        (self.position, self.absence) = (position, absence)
    }
}

extension ScreenLayout {
    @usableFromInline
    func hint(of row: some Hashable) -> RowHint? { knownRows[RowHintKey(path: path, row: AnyHashable(row))] }

    @usableFromInline
    mutating func keep(_ hint: RowHint, of row: some Hashable) {
        rowHints[RowHintKey(path: path, row: AnyHashable(row))] = hint
    }
}
