import CycleDrivers

/// The rows of a form in its room.
struct FormRows<Name: Hashable & Sendable> {
    private struct Row {
        /// `nil` for the title of a group.
        let name: Name?
        let view: ScreenView
        let height: Int
        /// Whether it ends in a line of its own, which keeps it apart from the next row.
        var hasLine = false
    }

    private let form: FormState<Name>
    private let available: ConsoleDriver.Size
    private let look: Look
    private let isPlain: Bool
    /// The mistakes that are told, by the names of their fields.
    private let problems: [Name: String]
    private var rows: [Row] = []
    /// Whether rows are kept apart.
    private var isSpaced = false
    /// Whether what is wrong with a field stands beside it, in all fields or in none: they would look like two kinds.
    private var hasNotesBeside = false

    /// Nothing is higher than the room: all of what scrolls by itself is seen then.
    init(_ form: FormState<Name>, in available: ConsoleDriver.Size, _ look: Look, isPlain: Bool = false) {
        (self.form, self.available, self.look, self.isPlain) = (form, available, look, isPlain)
        let fields = form.pageFields
        problems = Dictionary(
            fields.compactMap { field in form.problem(of: field).map { (field.name, $0) } }, uniquingKeysWith: { $1 })
        let width = fields.map { ConsoleDriver.CharacterWidth.of($0.label) }.max() ?? 0
        hasNotesBeside = !isPlain && fields.allSatisfy { isNoteBeside($0, width) }
        for (place, title) in form.pageTitles {
            if place > 0 { rows.append(Row(name: nil, view: .text(""), height: 1)) }
            if let title { rows.append(Row(name: nil, view: title, height: 1)) }
            let end = form.pageTitles.first { $0.place > place }?.place ?? fields.count
            rows += fields[place..<end].map { row($0, width) }
        }
        // Tints that touch look like one, and so does a switch below a mistake. A box has borders.
        let shape = look.theme.fields.shape
        guard !isPlain, shape == .tint || shape == .underline else { return }
        isSpaced = true
        if height > available.rows { isSpaced = false }
    }

    /// The rows that stay blank below a row.
    private func gap(below place: Int) -> Int {
        isSpaced && place < rows.count - 1 && !rows[place].hasLine ? 1 : 0
    }

    /// The height of the rows before one, with the blank ones.
    private func height(before place: Int) -> Int { (0..<place).reduce(0) { $0 + rows[$1].height + gap(below: $1) } }

    /// The height of all rows.
    var height: Int { height(before: rows.count) }

    /// As much as there is room for, with the field that has the focus.
    var view: ScreenView {
        let column = ScreenView.stack(
            .column,
            rows.enumerated().flatMap { place, row in
                let view = row.view.height(row.height)
                let named = row.name.map { view.region($0) } ?? view
                return gap(below: place) > 0 ? [named, ScreenView.empty.height(1)] : [named]
            })
        guard !isPlain, let place = rows.firstIndex(where: { $0.name == form.shownCurrent && $0.name != nil }) else {
            return column
        }
        let middle = height(before: place) + rows[place].height / 2
        return column.scrolled(by: .init(row: min(middle - available.rows / 2, height - available.rows), column: 0))
    }

    /// - Parameter width: Of the longest label.
    private func row(_ field: FormState<Name>.Field, _ width: Int) -> Row {
        let isCurrent = field.name == form.shownCurrent
        let problem = problems[field.name]
        let (view, hasNoteBelow) =
            FieldFrame.hasLabel(look.theme) && !isPlain
            ? (boxed(field, problem), false) : labelled(field, width, problem)
        let focused = view.focused(isCurrent)
        let unlimited = ConsoleDriver.Size(columns: available.columns, rows: ScreenView.unlimited)
        let height = focused.natural(along: .column, in: unlimited, look)
        return Row(
            name: field.name, view: focused, height: isPlain ? height : max(1, min(height, available.rows)),
            hasLine: look.theme.fields.shape == .underline && field.content.hasShape && !hasNoteBelow)
    }

    /// The words about a field, with their style.
    private func note(about field: FormState<Name>.Field) -> StyledText? {
        if let problem = problems[field.name] { return StyledText("✗ \(problem)", look.theme.fields.mistake) }
        return form.questions.contains { $0.name == field.name } ? StyledText("checking…", .muted) : nil
    }

    /// Whether there is room for it beside the field.
    private func isNoteBeside(_ field: FormState<Name>.Field, _ width: Int) -> Bool {
        guard let note = note(about: field) else { return true }
        return available.columns - width - 2 - note.width >= (available.rows > 1 ? 30 : 12)
    }

    private func boxed(_ field: FormState<Name>.Field, _ problem: String?) -> ScreenView {
        let frame = FieldFrame(label: StyledText(field.label), problem: problem)
        let isAsking = form.questions.contains { $0.name == field.name }
        let view = field.content.view(frame, available)
        return
            (isAsking
            ? .row(spacing: 1) {
                view; ScreenView.text("checking…", .muted)
            } : view).width(.growing(1, max: 64))
    }

    private func labelled(
        _ field: FormState<Name>.Field, _ width: Int, _ problem: String?
    ) -> (view: ScreenView, hasNoteBelow: Bool) {
        let content = field.content.view(FieldFrame(problem: problem), available)
        let isGrowing = content.growth(along: .row, look) != nil
        let own = isGrowing ? content.width(.growing(1, min: 8, max: 60)) : content
        let line = ScreenView.stack(
            .row, spacing: 1, [ScreenView.label(StyledText(field.label)).width(width), own])
        guard let message = note(about: field).map({ ScreenView.wrapped($0) }) else { return (line, false) }
        if hasNotesBeside {
            let own = isGrowing ? content.width(.growing(1, min: 12, max: 60)) : content
            let label = ScreenView.label(StyledText(field.label)).width(width)
            return (.stack(.row, spacing: 1, [label, own, message.width(.fit)]), false)
        }
        // Below the text that is wrong, where it begins.
        let edge = look.theme.fields.shape == .tint ? 1 : 0
        let indent = available.columns - width > 24 ? width + 1 + edge : 2
        return (.stack(.column, [line, message.padding(left: isPlain ? 0 : indent)]), true)
    }
}

extension FormState {
    /// The mistake that is told of a field: its rejection, or that of its rules once it was left or the form was submitted.
    fileprivate func problem(of field: Field) -> String? {
        field.rejection ?? (field.isVisited || isChecked ? mistake(in: field) : nil)
    }

    /// The place of the first field of each group among all fields, and behind the last one.
    private var groupStarts: [Int] {
        groups.reduce(into: [0]) { starts, group in
            starts.append(min(fields.count, max(0, starts.last ?? 0) + min(max(0, group.count), fields.count)))
        }
    }

    /// The group of the field with the focus.
    private var page: Int {
        let place = fields.firstIndex { $0.name == shownCurrent } ?? 0
        return max(0, groupStarts.dropLast().lastIndex { $0 <= place } ?? 0)
    }

    private func fields(ofGroup group: Int) -> [Field] {
        fields[groupStarts[group]..<groupStarts[group + 1]].filter { !$0.isHidden }
    }

    /// The fields that are seen.
    var pageFields: [Field] {
        guard !groups.isEmpty else { return shown }
        return isPaged ? fields(ofGroup: page) : groups.indices.flatMap { fields(ofGroup: $0) }
    }

    /// The titles that are seen, each with the place of the field below it.
    var pageTitles: [(place: Int, title: ScreenView?)] {
        guard !groups.isEmpty else { return [(0, nil)] }
        if isPaged {
            let title: StyledText = "\(groups[page].title, .bold)  \("\(page + 1) of \(groups.count)", .muted)"
            return [(0, .text(title))]
        }
        var place = 0
        return groups.indices.compactMap { group in
            let count = fields(ofGroup: group).count
            defer { place += count }
            let title = ScreenView.stack(
                .row, spacing: 1, [.text(groups[group].title, .bold), ScreenView(.divider(.row, nil))])
            return count > 0 ? (place, title) : nil
        }
    }
}
