import Cycle
import CycleDrivers
import CycleScreens

/// A process viewer in the manner of htop.
public struct Peek: Screen, Equatable {
    enum Action { case filter, tree, end, kill, pause, sortNext, reverse, theme, quit }
    enum Place { case table, field }
    /// A signal for any process: kill(1) sends it.
    struct Kill: Hashable, Sendable {
        var pid: Int
        var signal: String
    }

    static let keys = KeyBindings<Action>(
        .init("/", .filter, "filter"), .init("t", .tree, "tree"), .init("x", .end, "end"), .init("X", .kill, "kill"),
        .init(">", .sortNext, "sort by next"), .init("<", .reverse, "reverse"), .init("p", .pause, "pause"),
        .init(.control("t"), .theme, "theme"), .init(["q", .function(10)], .quit, "quit"))

    static let columns: [ListColumn<Row>] = [
        .init("PID", width: .fixed(7), alignment: .end, sortedBy: \.id),
        .init("User", width: .fixed(8), sortedBy: \.user) { "\($0.user, .muted)" },
        .init("S", width: .fixed(1), sortedBy: \.state) {
            "\($0.state, $0.state == "R" ? .success : $0.state == "Z" ? .danger : .muted)"
        },
        .init("CPU %", width: .fixed(7), alignment: .end, sortedBy: \.cpu) { row in
            let tenths = Int((row.cpu * 10).rounded())
            return "\("\(tenths / 10).\(tenths % 10)", row.cpu > 50 ? .danger : row.cpu > 10 ? .warning : .plain)"
        },
        .init("Memory", width: .fixed(8), alignment: .end, sortedBy: \.memory) { "\(bytes: $0.memory)" },
        .init("Thr", width: .fixed(4), alignment: .end, sortedBy: \.threads),
        .init("Command", sortedBy: \.command) { "\($0.command)" },
    ]
    /// The column of the commands, in which the tree is drawn.
    static let treeColumn = 6
    /// How many looks the chart shows.
    static let historyLength = 240

    public var size: Size?
    public var isDone = false
    var look = 1
    public var theme: ScreenTheme { ScreenTheme.all[look] }
    let period: Duration
    private(set) var snapshot = Snapshot()
    public private(set) var shown: [TreeRow<Row>] = []
    /// How often the rows and all that is measured have changed: what depends on them alone is made once for each.
    private var revision = 0
    /// Per cent: of each core, and of the memory behind them.
    private var history: [[Double]] = []
    private var tree = TreeState<Int>(closed: [])
    private var sorting = ListSorting(column: 3, isDescending: true)
    private var field = TextInput(prompt: "filter")
    private var isFiltering = false
    private var isTree = false
    var isPaused = false
    private var question: YesNoQuestion?
    private var asked: Kill?
    private(set) var kills: [Kill] = []
    private var results = ProcessResults<Kill>()
    var toasts = Toasts()

    public init(period: Duration = .seconds(1)) { self.period = period }

    mutating func take(_ new: Snapshot) {
        snapshot = new
        // A number that comes back is another process.
        tree.closed?.formIntersection(new.rows.map(\.id))
        if !new.cores.isEmpty {
            let values = new.cores + [100 * Double(new.usedMemory) / Double(max(1, new.totalMemory))]
            if history.count != values.count { history = Array(repeating: [], count: values.count) }
            for (index, value) in values.enumerated() {
                history[index] = history[index].suffix(Self.historyLength) + [value]
            }
        }
        arrange()
    }

    /// Sorts and filters the rows, below their parents where they are a tree.
    private mutating func arrange() {
        revision += 1
        let (text, pattern) = (field.text, FuzzyPattern(field.text))
        let pids = Set(snapshot.rows.map(\.id))
        let children = isTree ? Dictionary(grouping: snapshot.rows, by: \.parent) : [:]
        shown = tree.rows(
            of: isTree ? snapshot.rows.filter { !pids.contains($0.parent) } : snapshot.rows, id: \.id,
            sorting: sorting, columns: Self.columns,
            where: text.isEmpty ? nil : { pattern.matches($0.command) || "\($0.id)" == text }
        ) { children[$0.id] }
    }

    public var view: View {
        .column {
            // Processes come first where there is room for little.
            if size?.rows ?? 24 > 15 { View.memo(revision) { meters }.height(max(8, min(10, history.count + 2))) }
            View.row(spacing: 1) {
                isFiltering || !field.text.isEmpty
                    ? field.view.style(\.fields.shape, .plain).region(Place.field)
                    : View.text("\(shown.count) processes\(isPaused ? ", paused" : "")", .muted)
                View.spacer
                View.text("load \(snapshot.load)", .muted)
            }.height(1)
            tree.table(
                of: shown, id: \.id, columns: Self.columns, treeColumn: Self.treeColumn, sorting: sorting,
                memo: revision
            ).region(Place.table).focused(!isFiltering)
            toasts.rows
            View.help(Self.keys.help(isTyping: isFiltering))
        }.dialog(question, title: "Signal", width: 50)
    }

    private var meters: View {
        .row(spacing: -1) {
            View.column {
                for (index, value) in snapshot.cores.prefix(8).enumerated() {
                    meter(
                        "cpu\(index)",
                        View.gauge(value / 100, style: value > 80 ? .danger : value > 50 ? .warning : .success))
                }
                let (used, total) = (snapshot.usedMemory, snapshot.totalMemory)
                meter(
                    "mem", View.gauge(Double(used) / Double(max(1, total)), label: "\(bytes: used) of \(bytes: total)"))
            }.padding(0, 1).border(title: "Now").width(.growing(2))
            View.chart(
                (history.dropLast().prefix(4) + history.suffix(1)).enumerated().map { index, values in
                    let isMemory = index == min(4, history.count - 1)
                    return ChartSeries(isMemory ? "mem" : "cpu\(index)", values: values)
                }, x: 0...Double(Self.historyLength), y: 0...100
            ).border(title: "History").width(.growing(3))
        }
    }

    private func meter(_ name: String, _ gauge: View) -> View {
        View.row(spacing: 1) {
            View.text(name, .muted).width(5)
            gauge
        }.height(1)
    }

    public mutating func handle(_ input: Input) -> Outcome {
        if let answer = input.answer(of: &question) {
            if case .submitted(let question) = answer, question.isYes, let asked { kills.append(asked) }
            return .changed
        }
        let before = (tree.closed, sorting, isTree)
        let outcome =
            isFiltering && input.mouse == nil
            ? filter(input)
            : toasts.handle(input).otherwise { sorting.handle(input.at(Place.table)) }.otherwise {
                tree.handle(input.at(Place.table), table: shown, id: \.id, treeColumn: Self.treeColumn)
            }.otherwise { act(input) }
        // A selection that moves leaves the rows as they are.
        if (tree.closed, sorting, isTree) != before { arrange() }
        return outcome
    }

    private mutating func filter(_ input: Input) -> Outcome {
        let outcome = field.handle(input.at(Place.field))
        if outcome == .cancelled { field.text = "" }
        if outcome == .submitted || outcome == .cancelled { isFiltering = false }
        arrange()
        // No key meets a process that is only around a found one.
        tree.selectFound(in: shown, id: \.id)
        return outcome
    }

    private mutating func act(_ input: Input) -> Outcome {
        switch Self.keys.action(for: input) {
        case .filter: isFiltering = true
        case .tree: isTree.toggle()
        case .end: ask("TERM")
        case .kill: ask("KILL")
        case .pause: isPaused.toggle()
        case .sortNext: sorting.column = (sorting.column + 1) % Self.columns.count
        case .reverse: sorting.isDescending.toggle()
        case .theme: look = (look + 1) % ScreenTheme.all.count
        case .quit: isDone = true
        case nil: return .ignored
        }
        return .changed
    }

    private mutating func ask(_ signal: String) {
        guard let row = tree.selected(in: shown, id: \.id) else { return }
        asked = Kill(pid: row.id, signal: signal)
        question = YesNoQuestion("Send \(signal) to \(row.id), \(row.command.prefix(60))?", isDestructive: true)
    }

    mutating func take(_ event: ProcessDriver<Kill>.Event) {
        guard let result = results.take(event) else { return }
        kills.removeAll { $0 == event.id }
        if let failure = result.failure {
            toasts.show(result.errors.isEmpty ? failure : result.errorText, .failure)
        } else {
            toasts.show("sent \(event.id.signal) to \(event.id.pid)", .success)
        }
    }
}

public func peek(_ first: Peek = Peek(), sampling: SamplingDriver = SamplingDriver()) -> CycledLens<some Any, Peek> {
    CycledLens(startingWith: first) { frames in
        frames.lens(screen: ConsoleDriver(), label: "console")
        frames.lens(
            driver: sampling, label: "proc", frameFilter: { $0.isPaused ? nil : $0.period },
            eventFilter: { frame, snapshot in frame.take(snapshot) })
        frames.lens(
            driver: ProcessDriver<Peek.Kill>(), label: "kill",
            frameFilter: { .running($0.kills.map { .init($0, .init("kill", "-\($0.signal)", "\($0.pid)")) }) },
            eventFilter: { frame, event in frame.take(event) })
        frames.lens(ticking: \.toasts.step, every: .seconds(1), while: { !$0.toasts.isEmpty })
    }
}
