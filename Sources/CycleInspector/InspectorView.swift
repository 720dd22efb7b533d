import CycleBase
import CycleDrivers
import CycleMonitor
import CycleScreens

/// Draws the monitor: a head, the film with its lanes, the list of moments beside what is shown of the selected one.
struct InspectorView {
    private typealias View = ScreenView

    let frame: InspectorFrame
    let source: InspectedSource
    /// The columns that it has; `nil` for all of the terminal.
    var columns: Int?

    private var inspection: Inspection { frame.inspection }
    private var moments: any InspectedMoments { source.moments(of: inspection) }

    var view: ScreenView {
        View.column {
            head
            FilmView(frame: frame, source: source, laneLimit: frame.size.map { $0.rows < 32 ? 5 : 8 } ?? 5).view
            View.row {
                list.border(.line, title: "\(listTitle, .muted)", sides: [.top, .right], style: style(.moments))
                    .width(.growing(2, max: 60))
                detail.border(.line, title: detailTitle, sides: .top, style: style(.detail)).width(.growing(3))
            }
            foot
        }
    }

    private func style(_ pane: InspectorFrame.Pane) -> ConsoleDriver.Style {
        frame.pane == pane ? .accent : .border
    }

    // MARK: Head and foot

    var head: ScreenView {
        let selected = inspection.count > 0 ? moments.summary(at: inspection.selection) : nil
        return View.row {
            "\(" ◉ ", .accent)\(inspection.subject.name, .bold)\(branchName, .secondary)"
            View.spacer
            if inspection.isPaused { "\(" ‖ paused ", .filled(.warning)) " }
            if inspection.isSilent { "\(" ∅ silent ", .filled(.secondary)) " }
            if inspection.isFollowing { "\("● live ", .success)" }
            if let playing = inspection.playing {
                "\("\(playing.isBackward ? "◀" : "▶") ×\(playing.speed) ", .secondary)"
            }
            if let selected {
                "\("\(selected.number)", .bold)\(" of \(inspection.count)  ", .muted)\(selected.time.inThousandths)\(" s ", .muted)"
            } else {
                "\("no moments yet ", .muted)"
            }
        }.style(.raised)
    }

    private var branchName: String {
        inspection.branches.first { $0.id == inspection.branch }.map { "  ⎇ \($0.name)" } ?? ""
    }

    var foot: ScreenView {
        if let prompt = frame.prompt { return prompt.field.view.region(InspectorFrame.Place.prompt) }
        if let text = frame.notice ?? inspection.message { return "\(" \(text)", .warning)" }
        if let problem = source.problem(of: inspection) { return "\(" \(problem)", .danger)" }
        if let note = inspection.notes[inspection.selection] { return "\(" ✎ \(note)", .secondary)" }
        return View.help(source.ownKeys.map(\.shortened) + Self.shortHelp)
    }

    private static let shortHelp: [KeyHelp] =
        [
            KeyHelp([.up, .down], "move"), KeyHelp(["n", "p"], "change"), KeyHelp(["/"], "find"),
            KeyHelp(["b"], "blame"), KeyHelp(["d"], "compare"), KeyHelp(["m"], "mark"), KeyHelp(["a"], "approve"),
            KeyHelp(["e"], "edit"), KeyHelp([.tab], "side"), KeyHelp(["?"], "all keys"), KeyHelp(["q"], "quit"),
        ]

    // MARK: The list

    private var listTitle: String {
        var parts = ["moments"]
        if let lens = inspection.filter.lens { parts.append(lens) }
        parts += inspection.filter.hidden.map { "no \($0)" }
        if let first = inspection.filter.first { parts.append("from \(first)") }
        if inspection.filter.onlyChanges { parts.append("changes") }
        if !inspection.search.isEmpty { parts.append("/" + inspection.search.shortened(to: 16)) }
        return " \(parts.joined(separator: " · ")) "
    }

    private var list: ScreenView {
        View.sized { space in
            guard inspection.count > 0 else { return "\(" waiting for the first moment", .muted)" }
            let rows = inspection.shown(
                before: space.rows / 2, after: max(0, space.rows - space.rows / 2 - 1), in: moments)
            return View.stack(.column, rows.map { row($0) })
        }
    }

    private func row(_ index: Int) -> ScreenView {
        let moment = moments.summary(at: index)
        let isSelected = index == inspection.selection
        let event = source.moment(at: index, inspection)?.event.text ?? "?"
        let quiet: ConsoleDriver.Style = moment.changesFrame ? .plain : .muted
        let number = "\(moment.number)".padded(to: 6)
        let text: StyledText =
            "\(isSelected ? "▸" : " ", .accent)\(number, .muted)\(sign(of: index), .warning)\(moment.lens, laneStyle(moment.lens)) \(event, isSelected ? .bold : quiet)"
        let view = View.text(text, overflow: .ellipsis).width(.growing())
        let isInRange = inspection.anchor != nil && inspection.range.contains(index)
        return (isSelected ? view.style(.background(.selected)) : isInRange ? view.style(.background(.raised)) : view)
            .region(InspectorFrame.Place.moment(index))
    }

    /// One cell: a mark, an approval, a note, or the moment that the others are compared with.
    private func sign(of index: Int) -> String {
        if inspection.reference == index { return "◆" }
        if inspection.marks.contains(index) { return "▪" }
        if inspection.isApproved(index, in: moments) { return "✓" }
        return inspection.notes[index] == nil ? " " : "✎"
    }

    private func laneStyle(_ lens: String) -> ConsoleDriver.Style {
        FilmView.style(ofLane: moments.lenses.firstIndex(of: lens) ?? 0)
    }

    // MARK: The selected moment

    private var detailTitle: StyledText {
        let titles: [(Inspection.Aspect, String)] = [
            (.frame, "1 frame"), (.differences, "2 diff"), (.event, "3 event"), (.blame, "4 blame"),
            (.branches, "5 ⎇"), (.whyNot, "6 not?"), (.wants, "7 wants"),
            (.help, "?"),
        ]
        let available = columns ?? frame.size?.columns ?? 80
        let long: [Inspection.Aspect: String] = available < 120 ? [:] : [.branches: "5 branches", .whyNot: "6 why not"]
        return titles.reduce(" ") { text, title in
            let isShown = title.0 == inspection.aspect
            let isShort = available < 100 && !isShown && (title.0 == .whyNot || title.0 == .wants)
            let name = isShort ? String(title.1.prefix(1)) : long[title.0] ?? title.1
            return text + StyledText(name, isShown ? .filled(.accent) : .muted) + " "
        }
    }

    private var detail: ScreenView {
        switch inspection.aspect {
        case .frame, .event: tree
        case .differences, .blame, .whyNot, .wants, .branches, .help: lines
        }
    }

    private var tree: ScreenView {
        View.column {
            if inspection.aspect == .event {
                View.text(times, overflow: .ellipsis)
                if let element { View.text(element, overflow: .ellipsis) }
            } else if inspection.place != .whole || inspection.reference != nil {
                View.text(subtitle, overflow: .ellipsis)
            }
            frame.tree.view(of: frame.treeRows(source), id: \.place, hasScrollBar: true) { row, state in
                TreeRowView(row: row, state: state).view
            }.region(InspectorFrame.Place.detail).focused(frame.pane == .detail)
        }
    }

    /// The loop's time, and the time of day.
    private var times: StyledText {
        guard let moment = source.moment(of: inspection) else { return "" }
        let index = inspection.selection
        let since = index > 0 && !moment.isStart ? moment.time - moments.summary(at: index - 1).time : nil
        let elapsed = since.map { "  +\($0.inThousandths) s" } ?? ""
        let wallTime = moment.wallTime.map { "  \($0.timeOfDay)" } ?? ""
        return " \("\(moment.time.inThousandths) s\(elapsed)\(wallTime)", .muted)"
    }

    /// The element of a list that the lens belongs to: its path has the identity, and the frame an index.
    private var element: StyledText? {
        guard let moment = source.moment(of: inspection) else { return nil }
        let found = [moment.effect, moment.context].lazy.compactMap {
            RecordedPath.element(ofLens: moment.lens, in: $0)
        }.first
        return found.map {
            " \(moment.lens, laneStyle(moment.lens))\(" is of ", .muted)\($0.identity.description, .secondary)\(", here at ", .muted)\($0.index.description, .secondary)"
        }
    }

    private var subtitle: StyledText {
        let place = inspection.place == .whole ? "the frame" : inspection.place.description
        var text: StyledText = " \("place ", .muted)\(place, .secondary)"
        if let reference = inspection.reference {
            text += "\("  since ", .muted)\("\(moments.summary(at: reference).number)", .warning)"
        }
        return text
    }

    private var lines: ScreenView {
        let lines = frame.detailLines(source)
        return View.column {
            if inspection.aspect == .blame { View.text(blamed, overflow: .ellipsis) }
            if inspection.aspect == .differences, inspection.reference != nil {
                View.text(subtitle, overflow: .ellipsis)
            }
            frame.rows.view(of: lines, id: \.id, empty: " nothing", hasScrollBar: true) { line, state in
                let view = View.row {
                    "\(state.isSelected && state.isFocused ? "▸ " : "  ", .accent)"
                    View.text(line.text, overflow: .ellipsis).width(.growing())
                }
                return state.isSelected ? view.style(.background(.selected)) : view
            }.region(InspectorFrame.Place.detail).focused(frame.pane == .detail)
        }
    }

    private var blamed: StyledText {
        let place = inspection.place == .whole ? "the frame" : inspection.place.description
        let search = source.blame(of: frame)
        let count = search.changes.count
        let known = search.isDone && count < InspectedSource.blameLimit
        let times = !known ? "" : count == 1 ? " once" : " \(count) times"
        let end = frame.blameEnd < inspection.count ? " until here" : ""
        return " \(place, .secondary)\(" was changed\(times)\(end), newest first", .muted)"
    }
}

extension KeyHelp {
    /// With what stands before a colon: the rest is for the list of all keys.
    fileprivate var shortened: KeyHelp {
        var short = self
        short.text = String(text.prefix { $0 != ":" })
        return short
    }
}

/// A row of a frame's tree.
struct TreeRowView {
    let row: FrameRow
    let state: ListRow

    var view: ScreenView {
        let indent = String(repeating: "  ", count: row.depth)
        let arrow = row.isBranch ? row.isOpen ? "▾ " : "▸ " : "  "
        var text: StyledText =
            "\(" \(indent)\(arrow)", .muted)\(row.name, nameStyle)\(row.identity.map { " id \($0)" } ?? "", .muted)\(row.text.isEmpty ? "" : " ")"
        if let before = row.before { text += "\(before, .danger + .strikethrough)\(" → ", .muted)" }
        text += "\(row.text, valueStyle)"
        let view = ScreenView.text(text, overflow: .ellipsis).width(.growing())
        return state.isSelected ? view.style(.background(.selected)) : view
    }

    private var nameStyle: ConsoleDriver.Style {
        switch row.mark {
        case .none: .accent
        case .holdsChange: .warning
        case .added: .success
        case .changed: .warning + .bold
        case .removed: .danger
        }
    }

    private var valueStyle: ConsoleDriver.Style {
        switch row.mark {
        case .none: row.isOpen ? .muted : .plain
        case .holdsChange: .muted
        case .added, .changed: .success + .bold
        case .removed: .danger + .strikethrough
        }
    }
}

extension RecordedValue {
    /// On one short line.
    var text: String { description.shortened(to: 200) }
}

extension Duration {
    /// The time of day of a time since the beginning of 1970, as `2026-11-25 22:40:01.250 UTC`.
    var timeOfDay: String {
        let (seconds, milliseconds) = count(of: .milliseconds(1)).quotientAndRemainder(dividingBy: 1_000)
        guard seconds >= 0, seconds < 253_402_300_800 else { return "" }
        let two = { (number: Int) in String("\(100 + number)".dropFirst()) }
        let clock = "\(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return "\(CalendarDay(number: seconds / 86_400)) \(clock).\("\(1_000 + milliseconds)".dropFirst()) UTC"
    }
}

extension InspectorView {
    /// The moment that is looked at, as lines, where nothing can be drawn.
    var plain: String {
        guard let moment = source.moment(of: inspection) else { return "no moments" }
        let changes = source.differences(of: inspection).map { "  \($0)" }
        let head = "\(moment.number) \(moment.time.inThousandths) s  \(moment.lens): \(moment.event)"
        return ([head] + changes).map(\.printableLine).joined(separator: "\n")
    }
}
