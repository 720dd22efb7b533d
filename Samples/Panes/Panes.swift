import CycleDrivers
import CycleScreens

/// Shells side by side. Ctrl-B and a key is a command of this program; all other keys go to the shell that has the focus.
struct Panes: Screen, Equatable {
    struct Pane: Equatable {
        let id: Int
        var terminal = TerminalView()
    }

    var size: Size?
    var isDone = false
    let shell: String
    private(set) var panes = [Pane(id: 0)]
    private(set) var focus = 0
    private var nextID = 1
    /// Whether the next key is a command.
    private(set) var isCommand = false

    static let limit = 4

    init(shell: String) {
        self.shell = shell
    }

    // MARK: The screen

    var view: View {
        View.column {
            View.stack(.row, panes.map { view(of: $0) })
            View.help([
                .init([.control("b")], isCommand ? "and now a key:" : "and a key:"), .init(["c"], "another shell"),
                .init(["o"], "the next one"), .init(["x"], "close it"), .init(["q"], "end"),
            ])
        }
    }

    private func view(of pane: Pane) -> View {
        let isFocused = pane.id == focus
        let title = pane.terminal.screen.title.isEmpty ? shell : pane.terminal.screen.title
        let above = pane.terminal.lineCountAbove
        return pane.terminal.view.growing().region(pane.id).focused(isFocused && !isCommand)
            .border(
                title: "\(title, isFocused ? .bold : .muted)", footer: above > 0 ? "\(above) lines above the end" : "",
                style: isFocused ? .accent : nil)
    }

    // MARK: The user

    mutating func handle(_ input: Input) -> Outcome {
        switch input.event {
        case .resized: fit()
        case .key(.control("b")) where !isCommand: isCommand = true
        case .key(let key) where isCommand:
            isCommand = false
            obey(key, input)
        case .mouse:
            if let pressed = input.pressed(Int.self) { focus = pressed }
            let isWheel = if case .scrolled = input.mouse?.action { true } else { false }
            return handle(input, in: isWheel ? input.hit(Int.self) ?? focus : focus)
        case .key, .paste, .focus, .background, .interrupted: return handle(input, in: focus)
        case .line, .suspended, .resumed, .ended, .programEnded, .failed: return .ignored
        }
        return .changed
    }

    private mutating func handle(_ input: Input, in id: Int) -> Outcome {
        guard let index = panes.firstIndex(where: { $0.id == id }) else { return .ignored }
        return panes[index].terminal.handle(input.at(id))
    }

    private mutating func obey(_ key: Key, _ input: Input) {
        switch key {
        case "c": open()
        case "o", .right, .tab: moveFocus(1)
        case .left: moveFocus(-1)
        case "x": close(focus)
        case "q": isDone = true
        // Twice: the shell gets it.
        case .control("b"): _ = handle(input, in: focus)
        default: break
        }
    }

    private mutating func moveFocus(_ step: Int) {
        let index = panes.firstIndex { $0.id == focus } ?? 0
        focus = panes[(index + step + panes.count) % panes.count].id
    }

    private mutating func open() {
        guard panes.count < Self.limit else { return }
        panes.append(Pane(id: nextID))
        focus = nextID
        nextID += 1
        fit()
    }

    private mutating func close(_ id: Int) {
        guard let index = panes.firstIndex(where: { $0.id == id }) else { return }
        panes.remove(at: index)
        guard !panes.isEmpty else { return isDone = true }
        if focus == id { focus = panes[min(index, panes.count - 1)].id }
        fit()
    }

    /// Gives each shell the size of its pane.
    private mutating func fit() {
        guard let size else { return }
        let input = Input(.resized(size), ScreenLayout(view, size))
        for index in panes.indices { _ = panes[index].terminal.handle(input.at(panes[index].id)) }
    }

    // MARK: The shells

    var programs: ProcessDriver<Int>.Model {
        .running(size == nil ? [] : panes.map { $0.terminal.program($0.id, ProcessCommand(shell)) })
    }

    mutating func receive(_ event: ProcessDriver<Int>.Event) {
        guard let index = panes.firstIndex(where: { $0.id == event.id }) else { return }
        panes[index].terminal.receive(event)
        if panes[index].terminal.hasEnded { close(event.id) }
    }
}
