extension ListState {
    /// Where the selected row is, as ``position(in:id:)`` has it.
    ///
    /// - Complexity: O(1) but where it has moved, or where the layout before did not know it: then O(rows).
    @inlinable  // hot
    func shownPosition<Rows: RandomAccessCollection>(
        in rows: Rows, id: KeyPath<Rows.Element, ID>, _ layout: inout ScreenLayout
    ) -> Int? {
        let count = rows.count
        guard let selected, count > 256 else { return position(in: rows, id: id) }
        func isSelected(_ position: Int) -> Bool {
            position >= 0 && position < count
                && rows[rows.index(rows.startIndex, offsetBy: position)][keyPath: id] == selected
        }
        if isSelected(hint) { return hint }
        if let known = layout.hint(of: selected) {
            let isKnown = known.absence.map { $0 == digest(of: rows, id) } ?? isSelected(known.position)
            if isKnown {
                layout.keep(known, of: selected)
                return known.absence == nil ? known.position : min(max(hint, 0), count - 1)
            }
        }
        guard let found = position(in: rows, id: id) else { return nil }
        let absence = isSelected(found) ? nil : digest(of: rows, id)
        layout.keep(RowHint(position: found, absence: absence), of: selected)
        return found
    }

    /// Stands for a collection in which a row was not found: its length and 256 of its rows. Rows that differ in others alone
    /// are taken for the same until the next input, which looks at all of them.
    @inlinable  // hot: hashes without witnesses
    func digest<Rows: RandomAccessCollection>(of rows: Rows, _ id: KeyPath<Rows.Element, ID>) -> Int {
        var hasher = Hasher()
        let count = rows.count
        hasher.combine(count)
        for sample in 0..<256 {
            let position = count / 256 * sample + count % 256 * sample / 256
            hasher.combine(rows[rows.index(rows.startIndex, offsetBy: position)][keyPath: id])
        }
        return hasher.finalize()
    }
}
