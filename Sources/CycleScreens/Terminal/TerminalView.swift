import CycleBase
public import CycleDrivers

/// A program in a pane: its screen, and what the user types to it.
///
///     struct Shell: Screen, Equatable {
///         var size: Size?
///         var isDone = false
///         var pane = TerminalView()
///         var view: View { pane.view.border(title: "\(pane.screen.title)") }
///         mutating func handle(_ input: Input) -> Outcome { pane.handle(input) }
///     }
///
///     frames.lens(screen: ConsoleDriver(secondInterruptEnds: false, suspends: false))
///     frames.lens(
///         driver: ProcessDriver<Int>(),
///         frameFilter: { .running([$0.pane.program(1, ProcessCommand("bash"))]) },
///         eventFilter: { frame, event in frame.pane.receive(event) })
///
/// All keys go to the program, Ctrl-C and Ctrl-Z too: a parent takes those that it needs before it hands on the rest. Shift with Page Up
/// and Page Down, and the wheel where the program does not ask for the mouse, look at the lines that have left the screen. The
/// program has the size at which the pane was shown when the last input was handled; a resize of the terminal is an input.
public struct TerminalView: Hashable, Sendable {
    /// The screen that the program draws.
    public private(set) var screen: TerminalScreen
    /// How many lines above its end the screen is looked at.
    public private(set) var lineCountAbove = 0
    /// Whether the program has ended, or could not be started.
    public private(set) var hasEnded = false
    private var typed = ProcessInput(typed: [])
    /// How many bytes the program has not taken.
    private var waitingByteCount = 0

    /// A program that asks for answers and reads none gets no more while so many bytes wait for it.
    private static let answerLimit = 1 << 16
    /// How many lines a notch of the wheel moves.
    private static let notch = 3

    /// A pane for a program that is about to start.
    ///
    /// - Parameter scrollback: How many of the lines that have left the screen are kept: see ``TerminalScreen/init(_:scrollback:)``.
    public init(scrollback: Int = 1_000) {
        screen = TerminalScreen(.init(columns: 80, rows: 24), scrollback: scrollback)
    }

    // MARK: The program

    /// The program as `ProcessDriver` runs it for this pane: in a terminal of its size, with what was typed. It is told that it is in a
    /// terminal of the kind `xterm-256color`, unless the command says another one.
    public func program<ID>(_ id: ID, _ command: ProcessCommand) -> ProcessDriver<ID>.Program {
        var command = command
        command.output = .pieces
        command.environment.merge(["TERM": "xterm-256color", "COLORTERM": "truecolor"]) { own, _ in own }
        return .init(id, command, input: typed, terminal: screen.size)
    }

    /// Takes what has happened to the program: an event of its identity.
    public mutating func receive<ID>(_ event: ProcessDriver<ID>.Event) {
        switch event {
        case .output(_, let bytes), .errors(_, let bytes): receive(bytes)
        case .inputTaken(_, let end):
            guard end > typed.first else { break }
            let count = min(end - typed.first, typed.lines.count)
            waitingByteCount -= typed.lines[..<count].reduce(0) { $0 + $1.utf8.count }
            typed.lines.removeFirst(count)
            typed.first = end
        case .ended, .failed: hasEnded = true
        case .started, .inputClosed, .signalled: break
        }
    }

    /// Takes what the program has printed. For programs that run elsewhere.
    public mutating func receive(_ bytes: [UInt8]) {
        let before = screen.scrolledCount
        screen.receive(bytes)
        // Lines that are looked at stay where they are.
        if lineCountAbove > 0 { scroll(by: screen.scrolledCount - before) }
        let answers = screen.takeAnswers()
        if waitingByteCount < Self.answerLimit { type(answers) }
    }

    private mutating func type(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, !hasEnded else { return }
        typed.lines.append(String(decoding: bytes, as: UTF8.self))
        waitingByteCount += bytes.count
    }

    // MARK: The user

    /// Hands keys, pasted text, the mouse and the focus to the program, and gives it the size of the pane.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if !input.area.isEmpty { resize(to: input.area.size) }
        switch input.event {
        case .key(let key): handle(key, page: input.area.rows)
        case .interrupted: handle(.control("c"), page: 1)
        case .paste(let text): enter(screen.bytes(forPaste: text))
        case .mouse(let mouse):
            guard let position = input.position ?? (isReleased(mouse) ? input.nearestPosition : nil) else {
                return .ignored
            }
            handle(ConsoleDriver.Mouse(mouse.action, at: position, modifiers: mouse.modifiers))
        case .focus(let hasFocus): type(screen.bytes(forFocus: hasFocus))
        case .background(let background):
            screen.background = background
            type(screen.takeAnswers())
        case .resized: break
        case .line, .suspended, .resumed, .ended, .programEnded, .failed: return .ignored
        }
        return .changed
    }

    /// Gives the program another size.
    public mutating func resize(to size: ConsoleDriver.Size) {
        screen.resize(to: size)
        scroll(by: 0)
    }

    private func isReleased(_ mouse: ConsoleDriver.Mouse) -> Bool {
        switch mouse.action {
        case .released, .dragged: true
        case .pressed, .moved, .scrolled: false
        }
    }

    private mutating func handle(_ key: ConsoleDriver.Key, page: Int) {
        switch key {
        case .shift(.pageUp) where !screen.isAlternate: scroll(by: max(1, page - 1))
        case .shift(.pageDown) where !screen.isAlternate: scroll(by: -max(1, page - 1))
        default: enter(screen.bytes(for: key))
        }
    }

    /// Types, and goes back to the end of the screen.
    private mutating func enter(_ bytes: [UInt8]) {
        lineCountAbove = 0
        type(bytes)
    }

    private mutating func handle(_ mouse: ConsoleDriver.Mouse) {
        guard screen.mouse == .none, case .scrolled(let direction) = mouse.action else {
            return type(screen.bytes(for: mouse))
        }
        let step = direction == .up ? Self.notch : direction == .down ? -Self.notch : 0
        guard screen.isAlternate else { return scroll(by: step) }
        // A program without a scrollback that knows no mouse: the wheel is its arrows.
        for _ in 0..<abs(step) { type(screen.bytes(for: step > 0 ? .up : .down)) }
    }

    private mutating func scroll(by lineCount: Int) {
        let highest = screen.isAlternate ? 0 : screen.scrollbackCount
        lineCountAbove = min(max(0, lineCountAbove.addingSaturated(lineCount)), highest)
    }

    // MARK: The view

    /// The screen, with its cursor where the pane has the focus.
    public var view: ScreenView { ScreenView(TerminalDrawing(screen: screen, lineCountAbove: lineCountAbove)) }
}

/// Draws a screen at the top left of its place.
private struct TerminalDrawing: ScreenWidget {
    let screen: TerminalScreen
    let lineCountAbove: Int

    func measure(_ available: Size, _ theme: ScreenTheme) -> Size { screen.size }

    func draw(on layout: inout ScreenLayout, in place: ScreenPlace) {
        let whole = ConsoleDriver.Rectangle(place.size)
        layout.draw(.canvas { _ in screen.canvas(scrolledBy: lineCountAbove) }, in: place.part(whole))
    }

    var plain: ScreenView { .stack(.column, screen.lines.map { .text($0) }) }
}
