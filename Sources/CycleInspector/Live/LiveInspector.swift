public import Cycle
public import CycleDrivers
import CycleMonitor
import CycleScreens

/// The frame of the monitor of a program that runs elsewhere.
public struct LiveInspectorFrame: Hashable, Sendable, Codable {
    /// The monitor's own.
    public var inspector: InspectorFrame
    /// All lines of the program so far.
    public var lines: [String] = []
    /// The commands that were given to the program, as lines.
    public var commands: [String] = []
    /// Whether the program has ended, or cannot be reached.
    public var isClosed = false
    /// Why it cannot be reached.
    public var problem: String?

    /// Whether the monitor ends.
    public var isDone: Bool { inspector.isDone || problem != nil && lines.isEmpty }

    /// So many lines are kept: then no more are taken.
    static let lineLimit = 200_000
}

/// The monitor of a program that runs elsewhere and is looked at by its socket.
///
/// - Parameters:
///   - path: The socket.
///   - folder: Where files are written to by the command `export`.
///   - editor: Opens the value of a place; by default the user's.
@available(iOS, unavailable, message: "iOS has no terminal")
public func liveInspector(
    at path: String, writingTo folder: String = ".", editor: ConsoleDriver.Program = .editor
) -> CycledLens<some Any, LiveInspectorFrame> {
    let moments = LiveMoments()
    let source = InspectedSource(moments)
    source.ownKeys = [
        KeyHelp([" "], "pause"), KeyHelp(["s"], "step"), KeyHelp([.enter], "go on from here"),
        KeyHelp(["r"], "rehearse: go on, drivers are silent"),
    ]
    let first = InspectorFrame(Inspection(of: .program(name: path), in: moments))
    return CycledLens(startingWith: LiveInspectorFrame(inspector: first)) { frames in
        frames.lens(
            driver: LiveClient(), label: "program", frameFilter: { .init(path: path, lines: $0.commands) },
            eventFilter: { $0.take($1, moments, source) })
        frames.lens(
            screen: ConsoleDriver(), label: "console", size: \.inspector.size, clipboard: \.inspector.clipboard,
            theme: { $0.inspector.theme },
            view: { frame in
                moments.take(frame.lines)
                return InspectorView(frame: frame.inspector, source: source).view
            },
            model: { $0.inspector.lend(to: &$1, editor, in: folder) },
            inputFilter: { $0.handle($1, moments, source) })
        frames.lens(
            driver: TimerDriver<Int>(), label: "looking",
            frameFilter: { frame in
                moments.take(frame.lines)
                return frame.inspector.lookingTimer(source)
            },
            eventFilter: { frame, _ in frame.inspector.lookOn(source) })
        frames.lens(
            driver: PersistenceDriver(root: folder), label: "files",
            frameFilter: { $0.inspector.files(of: source) },
            eventFilter: { $0.inspector.noteFile($1, source) })
    }
}

extension LiveInspectorFrame {
    fileprivate mutating func take(_ event: LiveClient.Event, _ moments: LiveMoments, _ source: InspectedSource) {
        switch event {
        case .lines(let new):
            let available = Self.lineLimit - lines.count
            lines += new.prefix(max(0, available))
            let answered = moments.answers.count
            moments.take(lines)
            if moments.answers.count > answered { inspector.notice = moments.answers.last }
            if available < new.count { inspector.notice = "\(Self.lineLimit) lines are kept: no more are shown" }
            inspector.inspection.isSilent = moments.isSilent
            if moments.hasResumed, inspector.inspection.isPaused { inspector.perform(.pause, source) }
            inspector.takeMoments(source)
            askForWants(moments)
        case .closed(let reason):
            isClosed = true
            problem = reason
            inspector.notice = reason ?? "the program has ended"
        }
    }

    fileprivate mutating func handle(_ input: ScreenInput, _ moments: LiveMoments, _ source: InspectedSource) {
        moments.take(lines)
        if let line = typedLine(input) {
            inspector.prompt = nil
            return commands.append(line)
        }
        guard inspector.edit == nil else { return inspector.handle(input, in: source) }
        if inspector.prompt == nil, input.key == "s" { return commands.append("{\"do\":\"step\"}") }
        if inspector.prompt == nil, moments.count > 0,
            input.key == "r" || input.key == .enter && inspector.pane == .moments
        {
            guard inspector.inspection.branch == nil else { return inspector.notice = InspectorFrame.noFrameOfBranch }
            let number = moments.summary(at: inspector.inspection.selection).number
            let silent = input.key == "r" ? ",\"silent\":true" : ""
            return commands.append("{\"do\":\"goto\",\"moment\":\(number)\(silent)}")
        }
        let wasPaused = inspector.inspection.isPaused
        inspector.handle(input, in: source)
        askForWants(moments)
        if inspector.inspection.isPaused != wasPaused {
            commands.append(wasPaused ? "{\"do\":\"resume\"}" : "{\"do\":\"pause\"}")
        }
    }

    /// Asks the program what its drivers were to do after the moment that is looked at, and after the one before it.
    private mutating func askForWants(_ moments: LiveMoments) {
        let selection = inspector.inspection.selection
        guard inspector.inspection.aspect == .wants, inspector.inspection.branch == nil else { return }
        for index in [selection - 1, selection] where index >= 0 && index < moments.count {
            let line = "{\"do\":\"wants\",\"moment\":\(moments.summary(at: index).number)}"
            if moments.models(after: index) == nil, !commands.contains(line) { commands.append(line) }
        }
    }

    /// A command in the program's own words, that was typed as a whole: `:{"do":"inject",…}`.
    private func typedLine(_ input: ScreenInput) -> String? {
        guard input.key == .enter, let text = inspector.prompt?.field.text, text.hasPrefix("{") else { return nil }
        return text
    }
}
