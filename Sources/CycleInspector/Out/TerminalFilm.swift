public import Cycle
public import CycleDrivers
public import CycleMonitor
import CycleBase
import CycleScreens

/// The screens that a terminal showed, with their times.
///
///     let film = TerminalFilm(of: try Recording(path: "bug.jsonl"), through: todo())
///     print(film.asciicast(title: "the bug"))
///
/// Made of a recording by the program's own frame-filters: nothing has to be captured while it runs.
public struct TerminalFilm: Sendable {
    /// A screen, shown from a time on.
    public struct Step: Hashable, Sendable {
        /// Since the first screen.
        public var time: Duration
        /// The cells of the screen.
        public var canvas: ConsoleDriver.Canvas
        /// The number of the moment that led to it.
        public var moment: Int?
    }

    /// In the order of their times.
    public private(set) var steps: [Step] = []

    /// A film without screens.
    public init() {}

    /// Runs the recorded events through the program's own lenses again, and keeps what its console would have shown.
    ///
    /// - Parameters:
    ///   - recording: Of this program, with these options.
    ///   - cycle: Not started; stopped at the end. No driver of it runs.
    ///   - redaction: Takes secrets out of the recording before it is run, and out of the rows of each screen; `nil` leaves them in.
    public init<Receiver, Frame: Codable>(
        of recording: Recording, through cycle: CycledLens<Receiver, Frame>, redaction: Redaction? = Redaction()
    ) {
        redaction.applied(to: recording).forEachModel(through: cycle) { append($1, of: $0, redaction) }
    }

    /// The same with an application that computes moments already.
    init(of recording: Recording, through nextFrame: NextFrame, redaction: Redaction?) {
        nextFrame.forEachModel(of: redaction.applied(to: recording)) { append($1, of: $0, redaction) }
    }

    private mutating func append(_ models: [Any], of moment: RecordedMoment, _ redaction: Redaction?) {
        guard let model = models.compactMap({ $0 as? ConsoleDriver.Model }).last else { return }
        let size = steps.last?.canvas.size
        // A program that has no screen any more leaves an empty one.
        guard
            let canvas = model.screen?.canvas(fitting: .init(columns: 80, rows: 24))
                ?? size.map(ConsoleDriver.Canvas.init(blank:))
        else { return }
        append(canvas.redacted(by: redaction), at: moment.time, moment: moment.number)
    }

    /// Adds a screen; nothing where the terminal shows it already.
    ///
    /// - Parameters:
    ///   - canvas: The cells of the screen.
    ///   - time: Not before the screen before.
    ///   - moment: The number of the moment that led to it.
    public mutating func append(_ canvas: ConsoleDriver.Canvas, at time: Duration, moment: Int? = nil) {
        guard steps.last?.canvas != canvas else { return }
        steps.append(Step(time: max(time, steps.last?.time ?? .zero), canvas: canvas, moment: moment))
    }

    /// As large as the largest screen.
    private var size: ConsoleDriver.Size {
        .init(
            columns: max(1, steps.map(\.canvas.size.columns).max() ?? 80),
            rows: max(1, steps.map(\.canvas.size.rows).max() ?? 24))
    }

    /// The film for players of terminals: `asciinema play`, `agg`, web players.
    ///
    /// - Source: asciicast v2: a header, then `[seconds, "o", bytes]` a line.
    public func asciicast(title: String = "") -> String {
        var text = "{\"version\":2,\"width\":\(size.columns),\"height\":\(size.rows)"
        text += title.isEmpty ? "}\n" : ",\"title\":\(RecordedValue(title).json)}\n"
        var bytes = ScreenBytes(size)
        let start = steps.first?.time ?? .zero
        for step in steps {
            let output = String(decoding: bytes.painted(step.canvas), as: UTF8.self)
            text += "[\((step.time - start).inThousandths),\"o\",\(RecordedValue(output).json)]\n"
        }
        return text
    }

    /// The film as one SVG that plays by itself, again and again, where pictures are shown.
    ///
    /// - Parameters:
    ///   - isDark: Whether text is light on a dark ground.
    ///   - longest: A screen is shown no longer than that; the last one is shown for two seconds.
    public func svg(isDark: Bool = true, longest: Duration = .seconds(2)) -> String {
        let shown = zip(steps, steps.dropFirst()).map { min(max($1.time - $0.time, .milliseconds(40)), longest) }
        let durations = (shown + [.seconds(2)]).map { $0.count(of: .milliseconds(1)) }
        return CanvasFilm(zip(steps, durations).map { .init($0.canvas, milliseconds: $1) }, isDark: isDark).svg
    }
}

extension ConsoleDriver.Canvas {
    fileprivate init(blank size: ConsoleDriver.Size) { self.init(size) }
}
