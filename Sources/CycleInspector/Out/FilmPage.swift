import CycleDrivers
public import CycleMonitor
import CycleScreens

extension TerminalFilm {
    /// The recording as one HTML file, as `RecordingPage` has it, with the screen that the program showed at each moment.
    ///
    ///     let film = TerminalFilm(of: recording, through: todo())
    ///     print(film.page(of: recording, title: "the bug"))
    ///
    /// - Parameters:
    ///   - recording: The one that the film is made of. Credentials leave it by `Redaction`, before the film is made: what a
    ///     screen shows is not redacted.
    ///   - title: The heading.
    public func page(of recording: Recording, title: String) -> String {
        RecordingPage(title: title, screens: pageScreens).html(of: recording)
    }

    /// The screens that moments led to; `nil` where there are none.
    var pageScreens: PageScreens? {
        var screens = PageScreens()
        for step in steps {
            guard let moment = step.moment else { continue }
            screens.append(step.canvas.runs.map { $0.map(PageScreens.Run.init) }, from: moment)
        }
        return screens.isEmpty ? nil : screens
    }
}

extension PageScreens.Run {
    fileprivate init(_ run: CanvasRun) {
        self.init(text: run.text, columns: run.columns, look: .init(dark: run.darkLook, light: run.lightLook))
    }
}
