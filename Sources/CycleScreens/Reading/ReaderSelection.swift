import CycleDrivers

/// Folds and selections, by keys and by the mouse.
extension Reader {
    mutating func toggleFirst(of folds: [Range<Int>], from first: ReaderRow, _ page: inout ReaderPage)
        -> Outcome
    {
        let shown = page.rows.rows(from: first, page.height)
        let near = found.flatMap { found in shown.contains { $0.line == found.line } ? found.line : nil }
        let fold = near.flatMap { folds.fold(of: $0) } ?? shown.lazy.compactMap { folds.fold(of: $0.line) }.first
        guard let fold else { return .ignored }
        toggle(fold.lowerBound)
        return .changed
    }

    private mutating func toggle(_ line: Int) {
        if closed.remove(line) == nil { closed.insert(line) }
    }

    mutating func select(_ step: Int, from first: ReaderRow, _ page: inout ReaderPage) {
        if anchor == nil {
            (anchor, head) = (ReaderPlace(line: first.line), ReaderPlace(line: first.line, offset: .max))
        } else {
            let line = page.rows.line(step, from: min(max(0, head.line), page.rows.count - 1))
            head = ReaderPlace(line: min(max(0, line), page.rows.count - 1), offset: .max)
            // Whole lines in both directions: that in which the selection began is one of them.
            if let anchor, head.line < anchor.line {
                head.offset = 0
                if anchor.offset == 0 { self.anchor?.offset = .max }
            } else if anchor?.offset == .max {
                anchor?.offset = 0
            }
        }
        reveal(head, from: first, &page)
    }

    private mutating func reveal(_ place: ReaderPlace, from first: ReaderRow, _ page: inout ReaderPage) {
        let row = page.rows.row(at: place)
        let shown = page.rows.rows(from: first, page.height)
        if row.place < first.place { show(row, &page) }
        if let last = shown.last, row.place > last.place { show(page.rows.row(1 - page.height, from: row), &page) }
    }

    mutating func handleMouse(
        _ input: ScreenInput, _ folds: [Range<Int>], _ first: ReaderRow, _ page: inout ReaderPage
    ) -> Outcome {
        guard let mouse = input.mouse, let position = input.nearestPosition else { return .ignored }
        switch mouse.action {
        case .pressed(.left):
            guard input.position != nil, position.row < page.height else { return .ignored }
            let row = page.rows.rows(from: first, position.row + 1)
            guard row.count > position.row, let pressed = row.last else { return .changed }
            if position.column < page.gutter {
                guard let fold = folds.fold(of: pressed.line), fold.lowerBound == pressed.line else { return .changed }
                toggle(fold.lowerBound)
                return .changed
            }
            head = page.place(in: pressed, at: position.column - page.gutter + shownColumn)
            anchor = head
        case .dragged(.left):
            guard anchor != nil else { return .ignored }
            let outside = mouse.position.row - input.area.row
            let start = outside < 0 ? page.rows.row(-1, from: first) : first
            let rows = page.rows.rows(
                from: start, min(position.row, page.height - 1) + (outside >= page.height ? 2 : 1))
            guard let row = outside < 0 ? rows.first : rows.last else { return .ignored }
            head = page.place(in: row, at: position.column - page.gutter + shownColumn)
            reveal(head, from: first, &page)
        case .released where anchor == head: anchor = nil
        case .released where anchor != nil: break
        default: return .ignored
        }
        return .changed
    }

    /// The first column that is seen.
    var shownColumn: Int { wraps ? 0 : min(max(0, column), ReaderRows.pieceLength) }

    var selection: Range<ReaderPlace>? { anchor.map { min($0, head)..<max($0, head) } }

    /// Whole lines are as they were; of others what is seen.
    func selected(in text: ReaderText) -> String {
        guard let selection else { return "" }
        let last = min(selection.upperBound.line, text.count - 1)
        guard selection.lowerBound.line <= last, selection.lowerBound.line >= 0 else { return "" }
        return (selection.lowerBound.line...last).map { number in
            let line = ReaderLine(text.line(number))
            let range = selection.bytes(of: number, line.byteCount)
            return range == 0..<line.byteCount ? text.line(number).text : String(line.text.bytes(range))
        }.joined(separator: "\n")
    }
}
