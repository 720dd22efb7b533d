import CycleDrivers
import CycleScreens

/// Files, branches, the log and stashes on the left; the diff of what is selected, and what git says, on the right.
extension Lazier: Screen {
    enum Split { case columns, right }
    enum Action: CaseIterable {
        case stage, stageAll, discard, commit, amend, editorCommit, branch, checkout, deleteBranch, merge
        case stash, stashPop, stashDrop, pull, push, fetch, pager, copy, edit, refresh, unified, palette, theme, quit
    }

    static let keys = KeyBindings<Action>(
        .init([" ", .enter], .stage, "stage/unstage"), .init("a", .stageAll, "stage all"),
        .init("x", .discard, "discard"), .init("c", .commit, "commit"), .init("A", .amend, "amend"),
        .init("C", .editorCommit, "commit in $EDITOR"), .init("b", .branch, "new branch"),
        .init("o", .checkout, "check out"), .init("D", .deleteBranch, "delete branch"), .init("M", .merge, "merge"),
        .init("s", .stash, "stash"), .init("S", .stashPop, "pop stash"), .init("X", .stashDrop, "drop stash"),
        .init("p", .pull, "pull"), .init("P", .push, "push"), .init("f", .fetch, "fetch"),
        .init("L", .pager, "diff in pager"), .init("y", .copy, "copy"), .init("e", .edit, "edit file"),
        .init("r", .refresh, "refresh"), .init("U", .unified, "context"), .init(":", .palette, "commands"),
        .init(.control("t"), .theme, "theme"), .init("q", .quit, "quit"))

    public var theme: ScreenTheme { ScreenTheme.all[look] }

    public var view: View {
        .column {
            header
            columns.view(left, rightSide).region(Split.columns).toasts(toasts)
            if let problem { View.text(problem, .danger, overflow: .ellipsis).height(1) }
            help.view(Self.keys.help())
        }.dialog(message, title: "\(isAmend ? "Amend" : "Commit"): ^s", width: 72) { $0.view.height(10) }
            .dialog(newBranch, title: "New branch").dialog(question, title: "Sure?", width: 60)
            .dialog(palette, title: "Commands", width: 60)
    }

    private var header: View {
        .row(spacing: 1) {
            "\(" lazier ", .filled(.accent)) \(folder.split(separator: "/").last ?? "/", .bold)"
            "\("⎇ \(status.head)", .secondary)"
            "\(status.upstream.isEmpty ? "no upstream" : "→ \(status.upstream)", .muted)"
            "\(status.ahead > 0 ? "↑\(status.ahead)" : "", .success) \(status.behind > 0 ? "↓\(status.behind)" : "", .warning)"
            View.spacer
            if let change = changes.first {
                spinner
                "\(change.title, .accent)  \("escape cancels", .muted)"
            }
        }.height(1)
    }

    private func list(_ kind: Pane, _ title: String, _ empty: StyledText) -> View {
        let (list, rows) = (lists[kind, default: .init()], rows[kind] ?? [])
        return list.view(of: rows, empty: empty, hasScrollBar: true, memo: shownRuns[kind]) { row, state in
            let overflow: View.Overflow = kind == .files ? .ellipsisInTheMiddle : .ellipsis
            return .text(state.pointer + text(of: row, in: kind), overflow: overflow)
        }.pane(kind, in: focus, title: "\(title) \(rows.count, .muted)")
    }

    private func text(of row: GitRow, in pane: Pane) -> StyledText {
        let fields = row.fields
        switch pane {
        case .files:
            let index: Style = row.isConflict ? .danger : row.hasStaged ? .success : .muted
            return "\(fields[0], index)\(fields[1], row.isUntracked ? .muted : .danger) \(row.id)"
        case .branches:
            let name: StyledText = "\(fields[1], .success) \(row.id, fields[1] == "*" ? .bold : .plain)"
            return "\(name) \(fields[2], .warning) \(fields[3], .muted)"
        case .log where row.name != nil:
            let refs: StyledText = "\(fields[4].isEmpty ? "" : "(\(fields[4])) ", .warning)"
            let commit: StyledText = "\(StyledText(sequences: fields[0]))\(row.id, .secondary) \(refs)\(fields[5])"
            return "\(commit) \(fields[2], .muted) \(fields[3], .muted)"
        case .stashes: return "\(row.id, .secondary) \(fields[1])"
        case .log, .diff, .console: return StyledText(sequences: fields[0])
        }
    }

    private var left: View {
        .column(spacing: -1) {
            list(.files, "Files", "nothing to commit").height(.growing(3, min: 5))
            list(.branches, "Branches", "none").height(.growing(2, min: 4))
            list(.log, "Log", "no commits").height(.growing(4, min: 4))
            list(.stashes, "Stashes", "none").height(.growing(1, min: 3))
        }
    }

    private var rightSide: View {
        let terminal = changes.first?.terminal
        let hunks = diff.hunks.isEmpty ? "" : ", J K: hunk \(hunk + 1) of \(diff.hunks.count)"
        let name = subject.last { $0 != "--" } ?? ""
        return right.view(
            View.memo([reader, shownRuns[.diff], subject, hunk, focus.current] as [AnyHashable]) {
                reader.view(of: diff.lines.indices, folds: diff.hunks, line: styled)
            }.pane(
                .diff, in: focus,
                title: "\(isStaged ? "Staged" : "Diff") \(name + (readings[.diff] == nil ? hunks : " …"), .muted)"),
            (terminal?.view ?? console.view { StyledText(sequences: $0) }).pane(
                .console, in: focus, title: terminal == nil ? "Console" : "Console: press 6 to answer git")
        ).region(Split.right)
    }

    /// The text of a line of the diff.
    private func styled(_ number: Int) -> StyledText {
        let line = diff.lines[number]
        let isChosen = focus.current == .diff && diff.hunks.indices.contains(hunk) && diff.hunks[hunk].contains(number)
        let language = subject.last?.split(separator: ".").last.map(String.init) ?? ""
        let text =
            switch line.first {
            case " ": CodeRules(language: language)?.styled(line) ?? StyledText(line)
            case "c" where line.hasPrefix("commit "): StyledText(line, .warning)
            default: CodeRules.diff.styled(line)
            }
        return "\(isChosen ? "┃" : " ", .accent)\(text)"
    }

    // MARK: Input

    public mutating func handle(_ input: Input) -> Outcome {
        let inRight = input.at(Split.columns).at(Split.right)
        defer {
            let size = inRight.at(Pane.console).area.size
            if size.rows > 0 { for index in changes.indices { changes[index].terminal?.resize(to: size) } }
        }
        switch input.event {
        case .programEnded, .focus(true):
            lent = nil
            refresh()
            return .changed
        case .interrupted where changes.first?.terminal == nil || focus.current != .console: return .ignored
        default: if handleDialog(input) { return .changed }
        }
        let (place, inner) = focus.target(of: input)
        let outcome = toasts.handle(input).otherwise { handle(inner, in: place) }
            .otherwise { Self.keys.action(for: input).map { perform($0, input) } ?? .ignored }
            .otherwise { help.handle(input) }.otherwise { goOn(by: input) }
            .otherwise { right.handle(inRight) }.otherwise { columns.handle(input.at(Split.columns)) }
            .otherwise { focus.handle(input) }
        if outcome != .ignored { showDiff() }
        return outcome
    }

    private mutating func handle(_ input: Input, in place: Pane) -> Outcome {
        switch (place, input.key) {
        case (.diff, _):
            let outcome = reader.handle(input, lines: diff.lines.indices, folds: diff.hunks, line: styled)
            if outcome != .ignored { chooseHunk(input) }
            return outcome
        case (.console, .tab), (.console, .shift(.tab)), (.console, .escape): return .ignored
        case (.console, _) where changes.first?.terminal != nil: return changes[0].terminal?.handle(input) ?? .ignored
        case (.console, _): return console.handle(input)
        default:
            let outcome = move(input, in: place)
            guard outcome == .submitted else { return outcome }
            if place == .branches { return perform(.checkout, input) }
            focus.current = .diff
            return go(toHunk: 0)
        }
    }

    private mutating func move(_ input: Input, in place: Pane) -> Outcome {
        let (shown, before) = (rows[place] ?? [], selected(place))
        let outcome = lists[place, default: .init()].handle(input, rows: shown)
        // A line of the graph alone is no commit to stop at.
        guard place == .log, let row = selected(place), row.name == nil, row != before,
            [.up, .down, "j", "k"].contains(input.key)
        else { return outcome }
        return move(input, in: place)
    }

    /// The hunk that is staged next is that which is selected, or under the mouse, or the first that is seen where it is not.
    private mutating func chooseHunk(_ input: Input) {
        let lines = diff.lines.indices
        let seen = reader.seenLines(input, lines: lines, folds: diff.hunks, line: styled)
        let line =
            reader.selectedLines?.lowerBound
            ?? reader.line(at: input, lines: lines, folds: diff.hunks, line: styled)
        let isSeen = diff.hunks.indices.contains(hunk) && diff.hunks[hunk].overlaps(seen)
        let chosen = line.map { $0..<$0 + 1 } ?? (isSeen ? diff.hunks[hunk] : seen)
        hunk = diff.hunks.firstIndex { $0.overlaps(chosen) } ?? hunk
    }

    /// Digits go to panes, J and K to hunks; Escape ends what runs.
    private mutating func goOn(by input: Input) -> Outcome {
        switch input.key {
        case "J": return go(toHunk: hunk + 1)
        case "K": return go(toHunk: hunk - 1)
        case .escape where !changes.isEmpty:
            changes.removeSubrange(1...)
            changes[0].isEnding = true
        default:
            guard let digit = input.key?.character?.wholeNumberValue, 1...6 ~= digit else { return .ignored }
            focus.current = Pane.allCases[digit - 1]
        }
        return .changed
    }

    private mutating func go(toHunk number: Int) -> Outcome {
        guard diff.hunks.indices.contains(number) else { return .changed }
        hunk = number
        reader.scroll(to: diff.hunks[number].lowerBound)
        return .changed
    }

    private mutating func ask(_ text: String, _ title: String, _ arguments: String...) {
        (question, asked) = (YesNoQuestion(text, isDestructive: true), Change(title: title, arguments: arguments))
    }

    private mutating func perform(_ action: Action, _ input: Input) -> Outcome {
        let branch = selected(.branches)?.name
        let stash = selected(.stashes)?.id
        let file = selected(.files)
        switch action {
        case .stage: stage()
        case .stageAll:
            status.files.allSatisfy { $0.hasStaged && !$0.hasUnstaged }
                ? change("unstaged all", "reset", "-q") : change("staged all", "add", "-A")
        case .discard:
            guard let file else { break }
            file.isUntracked
                ? ask("Delete \(file.id)?", "deleted \(file.id)", "clean", "-f", "--", file.id)
                : ask("Discard all changes of \(file.id)?", "discarded \(file.id)", "checkout", "HEAD", "--", file.id)
        case .commit: (message, isAmend) = (TextArea(placeholder: "message"), false)
        case .amend: (message, isAmend) = (TextArea(rows[.log]?.first { $0.name != nil }?.fields[5] ?? ""), true)
        case .editorCommit: lent = .init("git", arguments: ["commit"], in: folder)
        case .branch: newBranch = TextInput(placeholder: "name", rules: [.notEmpty])
        case .checkout:
            let name = focus.current == .log ? selected(.log)?.name : branch
            if let name { change("checked out \(name)", "checkout", name) }
        case .deleteBranch:
            if let branch { ask("Delete the branch \(branch)?", "deleted \(branch)", "branch", "-D", branch) }
        case .merge: if let branch { change("merged \(branch)", "merge", branch) }
        case .stash: change("stashed", "stash", "push", "--include-untracked")
        case .stashPop: if let stash { change("popped \(stash)", "stash", "pop", stash) }
        case .stashDrop: if let stash { ask("Drop \(stash)?", "dropped \(stash)", "stash", "drop", stash) }
        case .pull: change("pulled", "pull", terminal: TerminalView())
        case .push:
            status.upstream.isEmpty
                ? change("pushed", "push", "--set-upstream", "origin", status.head, terminal: TerminalView())
                : change("pushed", "push", terminal: TerminalView())
        case .fetch: change("fetched", "fetch", "--all", terminal: TerminalView())
        case .pager: lent = .init("git", arguments: ["-p"] + subject, in: folder, environment: ["LESS": "R"])
        case .copy:
            let text = focus.current == .diff ? diff.patch(ofHunk: hunk) : selected(focus.current)?.name
            guard let text else { break }
            input.copy(text)
            toasts.show("copied", ticks: 2)
        case .edit: if let file { lent = .init("sh", arguments: ["-c", "exec \(editor) \"$0\"", file.id], in: folder) }
        case .refresh: refresh()
        case .unified: context = context == 3 ? 20 : 3
        case .palette: palette = CommandPalette(Self.keys, height: 12)
        case .theme: look = (look + 1) % ScreenTheme.all.count
        case .quit: isDone = true
        }
        return .changed
    }

    private mutating func stage() {
        // While a diff is read, that of another file may be shown.
        if focus.current == .diff, subject.first == "diff", readings[.diff] == nil, let patch = diff.patch(ofHunk: hunk)
        {
            isStaged
                ? change("unstaged a hunk", "apply", "--cached", "--reverse", "-", input: patch)
                : change("staged a hunk", "apply", "--cached", "-", input: patch)
        } else if focus.current == .files, let file = selected(.files) {
            file.hasUnstaged
                ? change("staged \(file.id)", "add", "--", file.id)
                : change("unstaged \(file.id)", "reset", "-q", "--", file.id)
        }
    }

    /// - Returns: Whether there is a dialog, which takes all input.
    private mutating func handleDialog(_ input: Input) -> Bool {
        let inner = input.inDialog
        if let text = message?.text {
            let outcome = inner.key == .escape ? .cancelled : message?.handle(inner)
            if inner.key == .control("s") {
                change("committed", "commit", isAmend ? "--amend" : "--allow-empty-message", "-F", "-", input: text)
            }
            if inner.key == .control("s") || outcome == .cancelled { message = nil }
        } else if let answer = input.answer(of: &newBranch) {
            if case .submitted(let name) = answer { change("made \(name.text)", "checkout", "-b", name.text) }
        } else if let answer = input.answer(of: &question) {
            if case .submitted(let question) = answer, question.isYes, let asked { change(asked) }
        } else if let answer = input.answer(of: &palette) {
            if case .submitted(let palette) = answer, let action = palette.chosen { _ = perform(action, input) }
        } else {
            return false
        }
        return true
    }
}
