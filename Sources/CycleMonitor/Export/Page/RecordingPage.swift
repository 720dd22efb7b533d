import CycleBase

/// A recording as one HTML file that needs no network: to be attached to a bug, and opened in any browser.
///
///     let html = RecordingPage(title: "the total is wrong").html(of: recording)
///
/// The page lists the moments, shows the frame with what the selected moment changed in it, filters by lens and words, names the
/// moments that changed a place, and plays. A film shows the frames with a lane of events for each lens; with the program's own
/// code, the screens of then stand beside it (`TerminalFilm.page`). Its keys are those of the monitor in a terminal. The address
/// names the selected moment (`#12`), so a link leads to it. The page computes nothing: this type makes its rows, and a
/// condition chooses moments before it is made (`cycle-monitor html --where`). Nothing in a recording is run: all of it is data,
/// shown as text. A value of over 2,000 bytes is cut.
public struct RecordingPage {
    /// The heading of the page.
    public var title: String
    /// Takes secrets out of it first; `nil` leaves them in.
    public var redaction: Redaction? = Redaction()
    private let screens: PageScreens?

    /// A page with this heading.
    public init(title: String) {
        self.init(title: title, screens: nil)
    }

    /// - Parameter screens: The screens that the program showed.
    package init(title: String, screens: PageScreens?) {
        (self.title, self.screens) = (title, screens)
    }

    /// - Complexity: About as large as the recording, and 20 kB.
    public func html(of recording: Recording) -> String {
        let (recording, title) = (redaction.applied(to: recording), redaction.text(title))
        let rows = PageRows(recording)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <title>\(title.escapedHTML)</title>
            <style>\(Self.style)\(screens?.style ?? "")</style>
            </head>
            <body>
            \(structure(of: recording, lenses: rows.lenses.values, title: title))
            <script type="application/json" id="rows">\(rows.json.text.escapedInScript)</script>
            <script type="application/json" id="screens">\((screens?.json ?? .null).text.escapedInScript)</script>
            <script>\(Self.script)</script>
            </body>
            </html>

            """
    }

    private func structure(of recording: Recording, lenses: [String], title: String) -> String {
        let options = lenses.map { "<option>\($0.escapedHTML)</option>" }.joined()
        let faults = recording.faults.map { "\($0)".escapedHTML }
        return """
            <header>
            <h1>\(title.escapedHTML)</h1>
            <label>Lens <select id="lens"><option value="">all</option>\(options)</select></label>
            <label>Find <input id="find" type="search" placeholder="words" title="All words have to occur in the event, its lens, and what it changed"></label>
            <label><input id="changes" type="checkbox"> only changes</label>
            <span><button id="play">▶ play</button> <label>at <select id="speed"><option value="0.5">½</option>\
            <option value="1" selected>1</option><option value="2">2</option><option value="10">10</option></select> times the speed</label></span>
            <span id="count" role="status">\(recording.moments.count) moments</span> <span id="hidden"></span>
            </header>
            <p id="problems"\(faults.isEmpty ? " hidden" : "")>\(faults.joined(separator: "\n"))</p>
            <div id="film" aria-hidden="true"></div>
            <main>
            <section aria-label="Moments" id="moments" tabindex="0" role="listbox" aria-activedescendant=""></section>
            <section aria-label="Moment" id="moment">
            <input id="scrub" type="range" min="0" max="\(max(0, recording.moments.count - 1))" value="0" aria-label="Moment">
            <p id="times"></p>
            <h2 id="event"></h2>
            <h3>Changes</h3>
            <ul id="differences"></ul>
            <pre id="screen" role="img" aria-label="The screen after it" hidden></pre>
            <h3>Frame</h3>
            <div id="frame" role="tree"></div>
            <div id="blame"></div>
            </section>
            </main>
            <footer>↑ ↓ move · g G ends · n p change · [ ] lens · / find · c changes · C from here · l lens · L hide lens · U unhide · m mark · ' next mark · P play · R play backwards · click a value: the moments that changed it</footer>
            """
    }
}

extension String {
    /// For the text and attributes of HTML, on one line.
    fileprivate var escapedHTML: String { printableLine.escapedXML }

    /// JSON stays the same JSON, without any `<` that could end the element or begin a comment in it.
    fileprivate var escapedInScript: String { escapingJSON { $0 == "<" || $0 == "\u{2028}" || $0 == "\u{2029}" } }
}
