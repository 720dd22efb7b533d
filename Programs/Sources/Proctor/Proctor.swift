import Cycle
import CycleDrivers
import CycleScreens

/// The programs of a Procfile, and their screen: the programs on the left, their lines on the right.
public struct Proctor: Screen, Equatable {
    enum Pane: CaseIterable { case children, log }
    enum Place { case split }
    enum Action { case restart, toggle, reload, clear, theme, quit }
    static let keys = KeyBindings<Action>(
        .init("r", .restart, "restart"), .init("s", .toggle, "stop/start"), .init("R", .reload, "reload"),
        .init("c", .clear, "clear"), .init(.control("t"), .theme, "theme"), .init("q", .quit, "quit"))

    public var size: Size?
    public var isDone = false
    public internal(set) var children: [Child] = []
    var reloads = 0
    public internal(set) var problem: String?
    private(set) var isStopping = false
    /// The lines of the newest turn that had some, and how many such turns there were.
    public private(set) var news: [Line] = []
    private(set) var newsCount = 0

    private var list = ListState<String>()
    private var focus = FocusRing(Pane.children, wraps: true)
    private var split = SplitPane(.row, share: 0.28, least: 18)
    /// Whether the log is that of the selected program alone.
    private var isAlone = false
    private var log = LogBuffer(limit: 5_000)
    private var look = 1
    public var theme: ScreenTheme { ScreenTheme.all[look] }

    public init() {}

    /// Ends all programs; the second time without waiting for them.
    mutating func stopAll() {
        for index in children.indices {
            if isStopping { children[index].kill() } else { children[index].stop(then: .rest) }
        }
        isStopping = true
        settle()
    }

    /// Follows what has become of the programs.
    mutating func settle() {
        children.removeAll { $0.state == .removed }
        if isStopping, !children.contains(where: \.isAlive) { isDone = true }
    }

    /// Takes another Procfile.
    mutating func load(_ text: String?) {
        guard !isStopping else { return }
        let entries = Procfile.entries(text ?? "")
        problem = text == nil ? "there is no Procfile" : entries.isEmpty ? "the Procfile names no program" : nil
        guard text != nil else { return isDone = children.isEmpty }
        for index in children.indices {
            if let entry = entries.first(where: { $0.name == children[index].id }) {
                children[index].take(entry)
            } else {
                children[index].stop(then: .remove)
            }
        }
        for entry in entries where !children.contains(where: { $0.id == entry.name }) {
            children.append(Child(entry))
            children[children.count - 1].start()
        }
    }

    /// Takes the lines of a turn from the children.
    mutating func gather(at time: Duration?) {
        var lines = children.flatMap(\.news)
        guard !lines.isEmpty else { return }
        for index in lines.indices { lines[index].time = time.map { ($0 / .milliseconds(1)).rounded() / 1_000 } }
        for index in children.indices { children[index].news = [] }
        (news, newsCount) = (lines, newsCount + 1)
        if size != nil { for line in lines { log.append(printed(line, hasColors: true)) } }
    }

    /// A line behind the name of its program.
    public func printed(_ line: Line, hasColors: Bool) -> String {
        let width = max(6, children.map(\.id.count).max() ?? 0)
        let name = line.name + String(repeating: " ", count: max(0, width - line.name.count)) + " |"
        guard hasColors else { return "\(name) \(line.stream == .event ? "(\(line.text))" : line.text)" }
        let palette = [36, 33, 32, 35, 34, 96, 93, 92, 95, 94]
        let place = children.firstIndex { $0.id == line.name } ?? 0
        return "\u{1b}[\(palette[place % palette.count])m\(name)\u{1b}[0m \(line.colored)"
    }

    public var view: View {
        .column {
            View.row(spacing: 1) {
                "\(" proctor ", .filled(.accent)) \("\(children.count(where: \.isAlive)) of \(children.count) run", .muted)"
                View.spacer
                "\(isStopping ? "stopping… q again kills" : "", .warning)\(problem ?? "", .danger)"
            }.height(1)
            split.view(
                list.view(of: children, rowHeight: 2, empty: "no programs") { child, row in
                    .column {
                        View.row(spacing: 1) {
                            View.text("\(row.pointer)\(sign(child)) \(child.id, .bold)").width(.growing())
                            View.text(child.pid.map { "\($0)" } ?? "", .muted).width(.fit)
                        }
                        View.text("    \(child.words, .muted)", overflow: .ellipsis)
                    }
                }.pane(.children, in: focus, title: "Programs", footer: "enter: its lines"),
                shownLog.view { StyledText(sequences: $0) }.pane(
                    .log, in: focus, title: "\(alone.map { children[$0].id } ?? "All")",
                    footer: "\(shownLog.lines.count) lines")
            ).region(Place.split)
            View.help(Self.keys.help())
        }
    }

    private func sign(_ child: Child) -> StyledText {
        switch child.state {
        case .running: "\("●", child.isHealthy.map { $0 ? .success : .danger } ?? .accent)"
        case .stopping: "\("◌", .warning)"
        case .backingOff: "\("↻", .warning)"
        case .stopped, .removed: "\("○", .muted)"
        }
    }

    private var selected: Int? { list.position(in: children) }
    private var alone: Int? { isAlone ? selected : nil }
    private var shownLog: LogBuffer { alone.map { children[$0].log } ?? log }

    public mutating func handle(_ input: Input) -> Outcome {
        if input.event == .interrupted || input.event == .ended {
            stopAll()
            return .changed
        }
        let (pane, inner) = focus.target(of: input)
        var outcome =
            switch pane {
            case .children: list.handle(inner, rows: children, rowHeight: 2)
            case .log: alone.map { children[$0].log.handle(inner) } ?? log.handle(inner)
            }
        if outcome == .submitted {
            isAlone.toggle()
            outcome = .changed
        }
        return outcome.otherwise { act(input) }.otherwise { split.handle(input.at(Place.split)) }
            .otherwise { focus.handle(input) }
    }

    private mutating func act(_ input: Input) -> Outcome {
        switch Self.keys.action(for: input) {
        case .restart: if let selected, !isStopping { children[selected].stop(then: .restart) }
        case .toggle: if let selected, !isStopping { children[selected].toggle() }
        case .reload: reloads += 1
        case .clear:
            log.clear()
            for index in children.indices { children[index].log.clear() }
        case .theme: look = (look + 1) % ScreenTheme.all.count
        case .quit: stopAll()
        case nil: return .ignored
        }
        return .changed
    }
}

public struct Options: Equatable, Sendable {
    public enum Output: Sendable { case screen, plain, colors, json }
    public var output = Output.screen
    public var folder = "."
    public var file = "Procfile"
    public init() {}
}

public func proctor(_ options: Options) -> CycledLens<some Any, Proctor> {
    CycledLens(startingWith: Proctor()) { frames in
        if options.output == .screen {
            frames.lens(screen: ConsoleDriver(), label: "console", readsPipes: false)
        } else {
            frames.lens(
                driver: ConsoleDriver(), label: "console",
                frameFilter: { frame in
                    let lines = frame.news.map { line in
                        options.output == .json ? line.json : frame.printed(line, hasColors: options.output == .colors)
                    }
                    return .lines(sequences: lines, edition: frame.newsCount)
                },
                eventFilter: { frame, event in if case .failed = event { frame.stopAll() } })
        }
        frames.lens(each: \.children) { _, child in supervise(child, in: options.folder) }
        frames.lens(
            driver: SignalDriver(), label: "signals",
            frameFilter: { _ in .listening(to: .hangUp, .terminate, .interrupt) },
            eventFilter: { frame, event in
                if event == .received(.hangUp) { frame.reloads += 1 } else { frame.stopAll() }
            })
        frames.lens(
            driver: PersistenceDriver(root: options.folder), label: "procfile",
            frameFilter: { .files(.read(.init(options.file), repetition: $0.reloads)) },
            eventFilter: { frame, event in
                switch event {
                case .loaded: frame.load(event.text)
                case .failed(_, let failure): frame.problem = failure.reason
                default: break
                }
            })
        frames.rule(onChangeOf: { $0.children.contains { !$0.news.isEmpty } }) { $0.gather(at: $1.wallTime) }
        frames.rule(onChangeOf: { $0.children.map(\.state) }) { $0.settle() }
    }
}
