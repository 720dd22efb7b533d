import CycleBase
import CycleDrivers
import CycleMonitor
import CycleScreens

// The side that shows the selected moment: a tree, or a list of lines, some of which lead to a moment.
extension InspectorFrame {
    /// - Returns: Whether it was a press or a turn of the wheel.
    mutating func handleMouse(_ input: ScreenInput, _ source: InspectedSource) -> Bool {
        guard let mouse = input.mouse else { return false }
        let place = input.hit(Place.self)
        switch mouse.action {
        case .pressed(.left):
            switch place {
            case .moment(let index):
                pane = .moments
                select(index, source)
            case .detail:
                pane = .detail
                _ = handleDetail(input, source)
            case .prompt, nil: break
            }
        case .scrolled where place == .detail: _ = handleDetail(input, source)
        case .scrolled(.up): perform(.previous(1), source)
        case .scrolled(.down): perform(.next(1), source)
        case .pressed, .released, .dragged, .moved, .scrolled: break
        }
        return true
    }

    private mutating func select(_ index: Int, _ source: InspectedSource) {
        guard index < inspection.count else { return }
        perform(.goto(number: source.moments(of: inspection).summary(at: index).number), source)
    }

    /// - Returns: Whether the input was for it.
    mutating func handleDetail(_ input: ScreenInput, _ source: InspectedSource) -> Bool {
        let inner = input.at(Place.detail)
        guard inspection.aspect == .frame || inspection.aspect == .event else { return handleLines(inner, source) }
        let rows = treeRows(source)
        let before = tree.selected
        guard let row = tree.element(in: rows, id: \.place) else { return false }
        switch input.key {
        case .right: if row.isBranch, !row.isOpen { toggle(row.place) }
        case .left: if row.isBranch, row.isOpen { toggle(row.place) }
        case "j", "k", "g", "G": return handleTree(inner, rows, before, source)
        // Other letters are commands.
        case let key? where key.character != nil: return false
        default: return handleTree(inner, rows, before, source)
        }
        return true
    }

    private mutating func handleTree(
        _ input: ScreenInput, _ rows: [FrameRow], _ before: RecordedPath?, _ source: InspectedSource
    ) -> Bool {
        let outcome = tree.handle(input, rows: rows, id: \.place)
        guard outcome != .ignored else { return false }
        if outcome == .submitted, let row = tree.element(in: rows, id: \.place), row.isBranch { toggle(row.place) }
        if inspection.aspect == .frame, let place = tree.selected, tree.selected != before || outcome == .submitted {
            perform(.place(place), source)
        }
        return true
    }

    private mutating func toggle(_ place: RecordedPath) {
        if let index = toggled.firstIndex(of: place) { toggled.remove(at: index) } else { toggled.append(place) }
    }

    private mutating func handleLines(_ input: ScreenInput, _ source: InspectedSource) -> Bool {
        if let key = input.key, key.character != nil, !["j", "k", "g", "G"].contains(key) { return false }
        let lines = detailLines(source)
        let outcome = rows.handle(input, rows: lines, id: \.id)
        guard outcome == .submitted, let line = rows.element(in: lines, id: \.id) else { return outcome != .ignored }
        switch line.target {
        case .moment(let number): perform(.goto(number: number), source)
        case .place(let place):
            perform(.place(place), source)
            perform(.show(.blame), source)
        case .branch(let id): perform(.branch(id), source)
        case nil: break
        }
        return true
    }

    /// The rows of the tree: of the frame, or of the event.
    func treeRows(_ source: InspectedSource) -> [FrameRow] {
        guard let moment = source.moment(of: inspection) else { return [] }
        if inspection.aspect == .event { return FrameRow.rows(of: moment.event, [], toggled: Set(toggled)) }
        return FrameRow.rows(of: moment.effect, source.differences(of: inspection), toggled: Set(toggled))
    }

    /// One line of a list, and where it leads.
    struct DetailLine {
        enum Target {
            case moment(number: Int)
            case place(RecordedPath)
            case branch(RunBranch.ID?)
        }

        let id: Int
        let text: StyledText
        var target: Target?
    }

    /// The lines of the aspects that are lists.
    func detailLines(_ source: InspectedSource) -> [DetailLine] {
        let lines: [(StyledText, DetailLine.Target?)] =
            switch inspection.aspect {
            case .differences:
                source.differences(of: inspection).map { ($0.styled, RecordedPath($0.path).map { .place($0) }) }
            case .blame: blameLines(source)
            case .whyNot: whyNotLines(source)
            case .wants: wantsLines(source)
            case .branches: branchLines + branchDifferences(source)
            case .help: helpLines(source)
            case .frame, .event: []
            }
        return lines.enumerated().map { DetailLine(id: $0, text: $1.0, target: $1.1) }
    }

    private func blameLines(_ source: InspectedSource) -> [(StyledText, DetailLine.Target?)] {
        let search = source.blame(of: self)
        let current = source.blamedRow(of: self)
        let found = search.changes.enumerated().map { row, change -> (StyledText, DetailLine.Target?) in
            let number = "\(row == current ? "▸" : " ")\("\(change.number)".padded(to: 5))"
            let text: StyledText =
                "\(number, row == current ? .accent : .muted) \(change.lens, .accent)  \(change.styled)  \(change.event.description.shortened(to: 30))"
            return (text, .moment(number: change.number))
        }
        let percentage = 100 - search.rest * 100 / max(1, blameEnd)
        return search.isDone ? found : found + [("\("looking… \(percentage) %", .muted)", nil)]
    }

    private func whyNotLines(_ source: InspectedSource) -> [(StyledText, DetailLine.Target?)] {
        guard inspection.count > 0 else { return [] }
        let search = source.whyNot(of: self)
        let found = search.answer.lines.map { line -> (StyledText, DetailLine.Target?) in
            let isDetail = line.text.hasPrefix("  ")
            return ("\(line.text, isDetail ? .success : .plain)", line.number.map { .moment(number: $0) })
        }
        return search.isDone ? found : found + [("\("looking…", .muted)", nil)]
    }

    private func wantsLines(_ source: InspectedSource) -> [(StyledText, DetailLine.Target?)] {
        guard let wants = source.wants(at: inspection.selection, inspection) else {
            return [("\(source.noteOnWants(inspection), .muted)", nil)]
        }
        return wants.lenses.flatMap { lens -> [(StyledText, DetailLine.Target?)] in
            let state = wants.isWanting(lens) ? "" : "  idle"
            guard wants.isChanged(lens) else { return [("\(lens, .accent)\(state)\("  as before", .muted)", nil)] }
            return [("\(lens, .accent)\(state)", nil)]
                + wants.differences(lens).prefix(20).map { ("  \($0.styled(\.withoutStyles))", nil) }
        }
    }

    /// All keys, those of this face first: a list, because it has more rows than a small terminal.
    private func helpLines(_ source: InspectedSource) -> [(StyledText, DetailLine.Target?)] {
        (source.ownKeys + Self.keys.help()).map { key in
            let name = key.keys + String(repeating: " ", count: max(0, 7 - key.keys.count))
            return ("\(name, .accent) \(key.text)", nil)
        }
    }

    /// The differences of the branch that is shown from the one that it is compared with.
    private func branchDifferences(_ source: InspectedSource) -> [(StyledText, DetailLine.Target?)] {
        let (branch, reference) = (inspection.branch, inspection.branchReference)
        guard branch != reference else { return [] }
        let (own, other) = (inspection.name(of: branch), inspection.name(of: reference))
        var lines: [(StyledText, DetailLine.Target?)] = [("", nil)]
        if let index = source.firstDifference(of: inspection) {
            let number = source.moments(of: inspection).summary(at: index).number
            lines.append(("\("first difference at moment \(number)", .muted)", .moment(number: number)))
        }
        guard let differences = source.differencesToBranch(of: inspection) else {
            return lines + [("\("only one of both has this moment", .muted)", nil)]
        }
        let title =
            differences.isEmpty
            ? "after this moment both frames are equal" : "after this moment, from \(other) to \(own):"
        return lines + [("\(title, .muted)", nil)]
            + differences.prefix(200).map { ($0.styled, RecordedPath($0.path).map { .place($0) }) }
    }

    private var branchLines: [(StyledText, DetailLine.Target?)] {
        let own: StyledText =
            "\(inspection.branch == nil ? "● " : "○ ", .accent)the run as it was\(referenceSign(nil), .warning)"
        return [(own, .branch(nil))]
            + inspection.branches.map { branch in
                let indent = String(repeating: "  ", count: inspection.depth(of: branch.id) + 1)
                let isShown = inspection.branch == branch.id
                return (
                    "\(indent, .muted)\(isShown ? "● " : "○ ", .accent)\(branch.name)\("  at \(branch.origin)", .muted)\(referenceSign(branch.id), .warning)",
                    .branch(branch.id)
                )
            }
    }
}

extension InspectorFrame {
    /// Marks the branch that others are compared with.
    private func referenceSign(_ branch: RunBranch.ID?) -> String {
        !inspection.branches.isEmpty && inspection.branchReference == branch ? "  ◆" : ""
    }
}

extension RecordedDifference {
    /// `total: 1 → 2`.
    var styled: StyledText { styled { $0 } }

    /// - Parameter shown: Makes the text that is shown of that of a value.
    fileprivate func styled(_ shown: (String) -> String) -> StyledText {
        let place = RecordedPath(path)?.description ?? path
        let name = place.isEmpty ? "frame" : place
        return
            switch (
                beforeText(upTo: 2_000).map { shown($0).shortened(to: 60) },
                afterText(upTo: 2_000).map { shown($0).shortened(to: 60) }
            )
        {
        case (let before?, let after?): "\(name): \(before, .danger)\(" → ", .muted)\(after, .success)"
        case (nil, let after): "\(name): \("+ \(after ?? "")", .success)"
        case (let before, nil): "\(name): \("- \(before ?? "")", .danger)"
        }
    }
}

extension Blame.Change {
    /// The two values, or what is different inside of them where that is shorter.
    fileprivate var styled: StyledText {
        guard let before, let after, before.description.count > 24 || after.description.count > 24 else {
            let before = before?.description.shortened(to: 24) ?? "nothing"
            let after = after?.description.shortened(to: 24) ?? "nothing"
            return "\(before, .danger)\(" → ", .muted)\(after, .success)"
        }
        let inner = before.differences(to: after, named: "")
        guard let first = inner.first else { return "" }
        return first.styled + (inner.count > 1 ? "\("  and \(inner.count - 1) more", .muted)" : "")
    }
}

extension String {
    /// The words of a terminal's rows, without the sequences that style them.
    fileprivate var withoutStyles: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { StyledText(sequences: String($0)).text }
            .joined(separator: "\n")
    }
}
