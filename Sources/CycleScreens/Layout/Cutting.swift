import CycleDrivers

extension StyledText {
    /// As much of it as fits, with `…` for what does not: in the style of its end, as what stands before a text, such as the guides of a
    /// tree, may be too quiet to be read.
    func cut(to columns: Int, _ overflow: ScreenOverflow) -> StyledText {
        guard overflow != .cut, !surelyFits(columns), width > columns else { return self }
        guard columns > 0 else { return StyledText() }
        let mark = StyledText("…", runs.last?.style ?? .plain)
        switch overflow {
        case .cut, .ellipsis: return beginning(columns - 1) + mark
        case .ellipsisAtStart: return mark + end(columns - 1)
        case .ellipsisInTheMiddle: return beginning((columns - 1) / 2) + mark + end(columns - 1 - (columns - 1) / 2)
        }
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
