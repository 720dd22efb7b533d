import CycleBase

/// A recording as one HTML file that needs no network: to be attached to a bug, and opened in any browser.
///
///     let html = RecordingPage(title: "the total is wrong").html(of: recording)
///
/// The page lists the moments, shows the frame with what the selected moment changed in it, filters by lens and text,
/// finds the last change of a place, compares any two frames, and plays. A film shows the frames with a lane of events for each
/// lens; with the program's own code, the screens of then stand beside it (`TerminalFilm.page`). Its keys are those of the monitor in a terminal. The
/// address names the selected moment (`#12`), so a link leads to it. Nothing in a recording is run: all of it is data,
/// shown as text.
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

    /// - Parameter screens: Those that the program showed.
    package init(title: String, screens: PageScreens?) {
        (self.title, self.screens) = (title, screens)
    }

    /// - Complexity: As large as the recording, and 20 kB.
    public func html(of recording: Recording) -> String {
        let (recording, title) = (redaction.applied(to: recording), redaction.text(title))
        let faults = JSON.array(recording.faults.map { .string("\($0)") }).text
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <title>\(title.escapedHTML)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            \(Self.structure(title: title.escapedHTML))
            <script type="application/jsonl" id="recording">\(recording.jsonLines.escapedInScript)</script>
            <script type="application/json" id="faults">\(faults.escapedInScript)</script>
            <script type="application/json" id="screens">\((screens?.json ?? .null).text.escapedInScript)</script>
            <script>\(Self.script)</script>
            </body>
            </html>

            """
    }

    private static func structure(title: String) -> String {
        """
        <header>
        <h1>\(title)</h1>
        <label>Lens <select id="lens"><option value="">all</option></select></label>
        <label>Find <input id="find" type="search" placeholder="text, or total &gt; 3" title="A text of event or frame, or from when on a condition holds: total &gt; 3 &amp;&amp; !isDone"></label>
        <label><input id="changes" type="checkbox"> only changes</label>
        <span><button id="play" aria-pressed="false">▶ play</button> <label>at <select id="speed"><option value="0.5">½</option>\
        <option value="1" selected>1</option><option value="2">2</option><option value="10">10</option></select> times the speed</label></span>
        <span id="count" role="status"></span> <span id="hidden"></span>
        </header>
        <p id="problems" hidden></p>
        <div id="film" aria-hidden="true"></div>
        <main>
        <section aria-label="Moments" id="moments" tabindex="0" role="listbox" aria-activedescendant=""></section>
        <section aria-label="Moment" id="moment">
        <input id="scrub" type="range" min="0" value="0" aria-label="Moment">
        <p id="times"></p>
        <h2 id="event"></h2>
        <h3>Changes <small id="against"></small></h3>
        <ul id="differences"></ul>
        <pre id="screen" role="img" aria-label="The screen after it" hidden></pre>
        <h3>Frame</h3>
        <div id="frame" role="tree"></div>
        <h3 id="blame-title" hidden>Blame</h3>
        <ul id="why" aria-label="Why the moment left it"></ul>
        <ul id="blame"></ul>
        </section>
        </main>
        <footer>↑ ↓ move · g G ends · n p change · [ ] lens · / find · c changes · C from here · l lens · L hide lens · U unhide · d compare · m mark · ' next mark · t time · P play · R play backwards · click a value: its blame, or why the moment left it</footer>
        """
    }
}

extension String {
    /// For the text and attributes of HTML, on one line.
    fileprivate var escapedHTML: String { printableLine.escapedXML }

    /// JSON stays the same JSON, without any `<` that could end the element or begin a comment in it.
    fileprivate var escapedInScript: String { escapingJSON { $0 == "<" || $0 == "\u{2028}" || $0 == "\u{2029}" } }
}
