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
    ///   - recording: The one that the film is made of.
    ///   - title: The heading.
    ///   - redaction: Takes secrets out of the recording; `nil` leaves them in, as the film's own leaves them on its screens.
    public func page(of recording: Recording, title: String, redaction: Redaction? = Redaction()) -> String {
        var page = RecordingPage(title: title, screens: pageScreens)
        page.redaction = redaction
        return page.html(of: recording)
    }

    /// The screens that moments led to; `nil` where there are none.
    var pageScreens: PageScreens? {
        var screens = PageScreens()
        for step in steps {
            guard let moment = step.moment else { continue }
            let isBlank = step.canvas.isBlank
            screens.append(isBlank ? nil : step.canvas.runs.map { $0.map(PageScreens.Run.init) }, from: moment)
        }
        return screens.isEmpty ? nil : screens
    }
}

extension PageScreens.Run {
    fileprivate init(_ run: CanvasRun) {
        self.init(text: run.text, columns: run.columns, look: .init(dark: run.darkLook, light: run.lightLook))
    }
}
