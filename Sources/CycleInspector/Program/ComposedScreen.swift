import CycleDrivers
import CycleMonitor
import CycleScreens

/// The program's own screen with the monitor's around it.
struct ComposedScreen {
    let program: ConsoleDriver.Model?
    let frame: InspectorFrame
    let source: InspectedSource
    /// Whether the monitor has the whole terminal.
    let isWhole: Bool

    /// - Parameter size: Of the terminal.
    func layout(_ size: ConsoleDriver.Size, after previous: ScreenLayout?) -> ScreenLayout {
        let isWide = size.columns >= 150
        let inspector = InspectorView(
            frame: frame, source: source, columns: isWide && !isWhole ? size.columns / 2 : size.columns)
        guard !isWhole else { return ScreenLayout(inspector.view, size, theme: frame.theme, after: previous) }
        let monitor = isWide ? inspector.view.width(.growing(1)) : inspector.strip.height(.fit)
        let own = ScreenView.canvas { space in canvas(space) }
        let view =
            isWide
            ? ScreenView.row {
                own.width(.growing(1)); ScreenView.divider(.border); monitor
            }
            : ScreenView.column {
                own; monitor
            }
        return ScreenLayout(view, size, theme: frame.theme, after: previous)
    }

    private func canvas(_ space: ScreenView.Space) -> ConsoleDriver.Canvas {
        let size = ConsoleDriver.Size(columns: space.columns, rows: space.rows)
        var canvas = ConsoleDriver.Canvas(size)
        let drawn =
            program?.screen?.canvas(fitting: size)
            ?? ConsoleDriver.Canvas((program?.lines ?? []).suffix(space.rows).joined(separator: "\n"), fitting: size)
        canvas.draw(drawn, at: .init(row: 0, column: 0))
        return canvas
    }

    /// The model for the console while the monitor is open.
    func model(_ layout: ScreenLayout) -> ConsoleDriver.Model {
        var model = program ?? ConsoleDriver.Model()
        var canvas = layout.canvas
        if frame.prompt == nil { canvas.cursor = nil }
        model.screen = .init(.canvas(canvas), plain: program?.screen?.plain ?? "", isFull: true)
        model.input = .keys
        model.mouse = .drags
        model.paste = true
        return model
    }
}

extension InspectorView {
    /// The monitor below the program's own screen: a head, the film, what the moment changed, and the keys.
    var strip: ScreenView {
        ScreenView.column {
            head
            FilmView(frame: frame, source: source, laneLimit: 3).view
            ScreenView.wrapped(changes).height(2)
            programFoot
        }
    }

    private var changes: StyledText {
        let differences = source.differences(of: frame.inspection)
        guard !differences.isEmpty else { return "\(" nothing changed", .muted)" }
        return differences.prefix(8).reduce(" ") { text, difference in text + difference.styled + "   " }
    }

    private var programFoot: ScreenView {
        if frame.prompt != nil || frame.notice != nil || frame.inspection.message != nil { return foot }
        return ScreenView.help([
            KeyHelp([.left, .right], "scrub"), KeyHelp(["n", "p"], "change"), KeyHelp([.enter], "go on from here"),
            source.ownKeys.first { $0.text == "close" } ?? KeyHelp([.f12], "close"), KeyHelp(["r"], "rehearse"),
            KeyHelp(["w"], "whole monitor"), KeyHelp(["s"], "step"), KeyHelp(["/"], "find"),
        ])
    }
}
