public import CycleMonitor
import CycleDrivers
import CycleScreens

extension TerminalFilm {
    /// The screens of the monitor itself while it goes from one moment of a recording to the next.
    ///
    /// - Parameters:
    ///   - moments: Are looked at.
    ///   - subject: Where they come from.
    ///   - columns: Of the terminal.
    ///   - rows: Of the terminal.
    ///   - limit: The number of screens at most.
    public init(
        playing moments: any InspectedMoments, named subject: Inspection.Subject, columns: Int = 100, rows: Int = 30,
        upTo limit: Int = 1_000
    ) {
        self.init()
        let source = InspectedSource(moments)
        var frame = InspectorFrame(Inspection(of: subject, in: moments))
        let size = ConsoleDriver.Size(columns: min(max(columns, 20), 500), rows: min(max(rows, 8), 200))
        frame.size = size
        for index in 0..<min(limit, moments.count) {
            if index > 0 { frame.perform(.next(1), source) }
            let view = InspectorView(frame: frame, source: source).view
            append(ScreenLayout(view, size, theme: .night).canvas, at: moments.summary(at: index).time)
        }
    }
}
