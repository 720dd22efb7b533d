import CycleDrivers

extension StyledText {
    /// As much of it as fits, with `…` for what does not: in the style of its end, as what stands before a text, such as the guides of a
    /// tree, may be too quiet to be read.
    func cut(to columns: Int, _ overflow: ScreenOverflow) -> StyledText {
        guard overflow != .cut, !surelyFits(columns), width(upTo: columns.bounded + 1) > columns else { return self }
        guard columns > 0 else { return StyledText() }
        let mark = StyledText("…", runs.last?.style ?? .plain)
        switch overflow {
        case .cut, .ellipsis: return beginning(columns - 1) + mark
        case .ellipsisAtStart: return mark + end(columns - 1)
        case .ellipsisInTheMiddle: return beginning((columns - 1) / 2) + mark + end(columns - 1 - (columns - 1) / 2)
        }
    }

    /// How many cells it takes, or so many where it takes more: of a long text no more than its beginning is measured.
    func width(upTo columns: Int) -> Int {
        var rest = columns
        for run in runs where rest > 0 { rest -= run.text.width(upTo: rest) }
        return min(columns, columns - rest)
    }

    /// Its first so many cells.
    func beginning(_ columns: Int) -> StyledText {
        var (rest, result) = (columns, StyledText())
        for run in runs {
            let part = ConsoleDriver.CharacterWidth.prefix(of: run.text[...], fitting: rest)
            result.runs.append(Run(String(part), run.style, link: run.link))
            rest -= ConsoleDriver.CharacterWidth.of(part)
            if part.endIndex < run.text.endIndex { break }
        }
        return result
    }

    /// Its last so many cells.
    private func end(_ columns: Int) -> StyledText {
        var (rest, pieces) = (columns, [Run]())
        for run in runs.reversed() {
            let part = run.text.end(fitting: &rest)
            pieces.append(Run(String(part), run.style, link: run.link))
            if part.startIndex > run.text.startIndex { break }
        }
        return StyledText(pieces.reversed())
    }
}

extension String {
    func width(upTo columns: Int) -> Int {
        // A short text is measured at once.
        guard columns > 0, utf8.count / 4 > columns else { return min(columns, ConsoleDriver.CharacterWidth.of(self)) }
        let part = ConsoleDriver.CharacterWidth.prefix(of: self[...], fitting: columns)
        return part.endIndex < endIndex ? columns : ConsoleDriver.CharacterWidth.of(part)
    }

    fileprivate func end(fitting rest: inout Int) -> Substring {
        var start = endIndex
        while start > startIndex {
            let previous = index(before: start)
            let width = ConsoleDriver.CharacterWidth.of(self[previous]).width
            guard width <= rest else { break }
            rest -= width
            start = previous
        }
        return self[start...]
    }
}
