import Cycle
import CycleDrivers
import CycleScreens

/// A git client in the manner of lazygit: what it knows of a repository, and what runs. `LazierScreen.swift` shows it.
public struct Lazier: Equatable {
    /// All but the console are read from git, again and again.
    enum Pane: CaseIterable, Hashable { case files, branches, log, stashes, diff, console }

    /// A run of git that reads. Runs are numbered, so that the same can be read once more.
    struct Reading: Equatable {
        var run: Int
        var arguments: [String]
        /// Something has changed since it began, so that it is read once more.
        var isStale = false
    }

    /// Something that changes the repository: one after the other.
    struct Change: Equatable {
        var title: String
        var arguments: [String]
        var input = ""
        /// One that talks to a server has a terminal, on which it may ask for a password.
        var terminal: TerminalView?
        var run = 0
        var isEnding = false
    }

    public var size: ConsoleDriver.Size?
    public var isDone = false
    public var clipboard: ConsoleDriver.Clipboard?
    var look = 1

    let folder: String
    let editor: String
    public private(set) var status = GitStatus()
    var rows: [Pane: [GitRow]] = [:]
    public private(set) var diff = GitDiff()
    var console = LogBuffer(limit: 2_000)
    private(set) var problem: String?

    var focus = FocusRing(Pane.files, wraps: true)
    var lists: [Pane: ListState<String>] = [:]
    var reader = Reader()
    /// The hunk that is staged next.
    var hunk = 0
    var columns = SplitPane(.row, share: 0.38, least: 20)
    var right = SplitPane(.column, share: 0.75, least: 4)
    var message: TextArea?
    var isAmend = false
    var newBranch: TextInput?
    var question: YesNoQuestion?
    var asked: Change?
    var palette: CommandPalette<Action>?
    var help = HelpBar()
    var toasts = Toasts()
    var spinner = Spinner()
    /// How many lines a diff shows around what has changed.
    var context = 3
    /// An editor or a pager, which has the terminal.
    var lent: ConsoleDriver.Program?

    private(set) var readings: [Pane: Reading] = [:]
    /// The runs that have brought what is shown.
    private(set) var shownRuns: [Pane: Int] = [:]
    private var results = ProcessResults<Int>()
    var changes: [Change] = []
    private var runCount = 0
    /// What the diff is of: arguments of git.
    private(set) var subject: [String] = []
    /// Something in the folder has changed, and soon all is read again.
    var isTouched = false

    public init(folder: String, editor: String = "vi") {
        (self.folder, self.editor) = (folder, editor)
        refresh()
    }

    // MARK: What is shown

    func selected(_ pane: Pane) -> GitRow? { lists[pane, default: .init()].element(in: rows[pane] ?? []) }
    /// Whether the diff is of what is staged.
    var isStaged: Bool { subject.contains("--cached") }

    mutating func refresh() { for pane in [Pane.files, .branches, .log, .stashes] { read(pane) } }

    private mutating func read(_ pane: Pane) {
        let arguments = arguments(of: pane)
        // One that reads the same comes to its end first: changes that never cease would starve it.
        if readings[pane]?.arguments == arguments {
            readings[pane]?.isStale = true
        } else {
            runCount += 1
            readings[pane] = arguments.isEmpty ? nil : Reading(run: runCount, arguments: arguments)
        }
    }

    private func arguments(of pane: Pane) -> [String] {
        switch pane {
        case .files: ["status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all"]
        case .branches: ["for-each-ref", "--sort=-committerdate", "--sort=-HEAD", "refs/heads", GitRow.branchFormat]
        case .log: ["log", "--graph", "--all", "--color=always", "-n", "2000", GitRow.logFormat]
        case .stashes: ["stash", "list", GitRow.stashFormat]
        case .diff: subject
        case .console: []
        }
    }

    /// Shows the diff of what is selected.
    mutating func showDiff(anew: Bool = false) {
        let before = subject
        let unified = "-U\(context)"
        switch (focus.current, selected(focus.current)?.name) {
        case (.files, let path?):
            let staged = selected(.files)?.hasUnstaged == true ? [] : ["--cached"]
            let isUntracked = selected(.files)?.isUntracked == true
            subject =
                ["diff", unified] + (isUntracked ? ["--no-index", "--", "/dev/null", path] : staged + ["--", path])
        case (.files, nil): subject = []
        case (.branches, let name?): subject = ["log", "--stat", "-n", "50", name, "--"]
        case (.log, let hash?): subject = ["show", unified, "--stat", "-p", hash, "--"]
        case (.stashes, let id?): subject = ["stash", "show", "-p", unified, id]
        default: break
        }
        if subject != before { (reader, hunk) = (Reader(wraps: reader.wraps), 0) }
        if subject.isEmpty { diff = GitDiff() }
        if subject != before || anew { read(.diff) }
    }

    // MARK: What git does

    mutating func change(_ title: String, _ arguments: String..., input: String = "", terminal: TerminalView? = nil) {
        change(Change(title: title, arguments: arguments, input: input, terminal: terminal))
    }

    mutating func change(_ change: Change) {
        runCount += 1
        changes.append(change)
        changes[changes.count - 1].run = runCount
        console.append("$ git \(change.arguments.joined(separator: " "))")
    }

    var programs: ProcessDriver<Int>.Model {
        var programs = readings.values.sorted { $0.run < $1.run }.map { reading in
            ProcessDriver<Int>.Program(reading.run, git(reading.arguments, output: .whole(upTo: 256 << 20)))
        }
        if let change = changes.first {
            let command = git(change.arguments, input: Array(change.input.utf8), output: .lines)
            programs.append(change.terminal?.program(change.run, command) ?? .init(change.run, command))
            programs[programs.count - 1].isEnding = change.isEnding
        }
        return .running(programs)
    }

    private func git(_ arguments: [String], input: [UInt8] = [], output: ProcessCommand.Output) -> ProcessCommand {
        ProcessCommand(
            "git", arguments: ["--no-optional-locks"] + arguments, in: folder,
            environment: ["GIT_EDITOR": "true", "GIT_PAGER": "cat"], input: input, output: output)
    }

    mutating func take(_ event: ProcessDriver<Int>.Event) {
        let result = results.take(event)
        if let (pane, reading) = readings.first(where: { $0.value.run == event.id }) {
            if let result { end(pane, reading, result) }
        } else {
            if changes[0].terminal == nil, let text = event.text { console.append(text) }
            changes[0].terminal?.receive(event)
            if let result { endChange(result.failure) }
        }
    }

    private mutating func end(_ pane: Pane, _ reading: Reading, _ result: ProcessResult) {
        readings[pane] = nil
        shownRuns[pane] = reading.run
        switch pane {
        case .files:
            (status, problem) = (GitStatus(parsing: result.text), nil)
            rows[.files] = status.files
            showDiff(anew: true)
        case .branches, .stashes: rows[pane] = GitRow.all(result.text)
        case .log: rows[pane] = GitRow.all(result.text, nameAt: 1)
        case .diff, .console:
            diff = GitDiff(parsing: result.text)
            hunk = max(0, min(hunk, diff.hunks.count - 1))
        }
        // A diff of two files ends with 1 where they differ.
        if let failure = result.failure, result.output.isEmpty {
            problem = result.errors.isEmpty ? "git \(reading.arguments[0]): \(failure)" : result.errorText
        }
        if reading.isStale { read(pane) }
    }

    private mutating func endChange(_ mistake: String?) {
        let change = changes.removeFirst()
        if let screen = change.terminal?.screen {
            for line in screen.scrolledLines + screen.lines where !line.isEmpty { console.append(line) }
        }
        if change.isEnding {
            toasts.show("cancelled: \(change.title)", .warning)
        } else if let mistake {
            toasts.show("not \(change.title): \(mistake), \(console.lines.last ?? "")", .failure, ticks: 8)
            changes = []
        } else {
            toasts.show(change.title, .success, ticks: 3)
        }
        refresh()
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        switch event {
        case .changed, .deleted, .folderChanged: isTouched = true
        case .failed(let path, let failure): problem = "\(path) is not watched: \(failure.reason)"
        default: break
        }
    }
}

/// The program: a terminal, git, and what others do to the repository meanwhile.
public func lazier(_ first: Lazier) -> CycledLens<some Any, Lazier> {
    CycledLens(startingWith: first) { frames in
        frames.lens(
            screen: ConsoleDriver(), label: "console",
            model: { frame, model in
                (model.program, model.focus) = (frame.lent, true)
                model.title = "lazier: \(frame.status.head)"
            })
        frames.lens(
            driver: ProcessDriver<Int>(), label: "git", frameFilter: { $0.programs },
            eventFilter: { frame, event in frame.take(event) })
        frames.lens(
            driver: PersistenceDriver(root: first.folder), label: "watch",
            frameFilter: { _ in
                .files(
                    .watchTree(skipping: [".git", ".build*", "node_modules", "target"]), .watch(".git/HEAD"),
                    .watch(".git/index"), .watchTree(".git/refs"))
            },
            eventFilter: { frame, event in frame.take(event) })
        // What others do at once is read once.
        frames.lens(
            driver: TimerDriver<String>(), label: "touched",
            frameFilter: { .timers($0.isTouched ? [.once("touched", after: .milliseconds(300))] : []) },
            eventFilter: { frame, _ in
                frame.isTouched = false
                frame.refresh()
            })
        frames.lens(
            ticking: \.spinner.step, every: Spinner.Kind.dots.period, label: "spin", while: { !$0.changes.isEmpty })
        frames.lens(ticking: \.toasts.step, every: .seconds(1), label: "toasts", while: { !$0.toasts.isEmpty })
    }
}
