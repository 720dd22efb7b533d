/// The modes of a terminal, which last until they are reset.
struct TerminalModes: Hashable {
    var isFull = false
    /// A screen is drawn: lines that are too long must not wrap, and the cursor shows only where the model wants it.
    var hasScreen = false
    var hidesCursor = false
    var mouse = ConsoleDriver.Mouse.Reports.none
    var paste = false
    var focus = false
    /// The terminal reports its background and each change of it.
    var background = false
    var title: String?

    init() {}

    init(_ model: ConsoleDriver.Model) {
        isFull = model.screen?.isFull ?? false
        hasScreen = model.screen != nil
        // The user sees where the line is typed.
        hidesCursor = model.screen != nil && model.screen?.cursor == nil && model.input != .lines
        mouse = model.mouse
        paste = model.paste
        focus = model.focus
        background = model.background
        title = model.title
    }

    /// The bytes that change these modes to `wanted`.
    func bytes(to wanted: TerminalModes) -> [UInt8] {
        var text = ""
        if !wanted.isFull, isFull { text += "\u{1b}[?1049l" }
        if wanted.isFull, !isFull { text += "\u{1b}[?1049h" }
        if wanted.hasScreen != hasScreen { text += "\u{1b}[?7" + (wanted.hasScreen ? "l" : "h") }
        if wanted.hidesCursor != hidesCursor { text += "\u{1b}[?25" + (wanted.hidesCursor ? "l" : "h") }
        if wanted.mouse != mouse { text += mouseText(wanted.mouse) }
        if wanted.paste != paste { text += "\u{1b}[?2004" + (wanted.paste ? "h" : "l") }
        if wanted.focus != focus { text += "\u{1b}[?1004" + (wanted.focus ? "h" : "l") }
        // `ESC ] 11` asks; 2031 is what newer ones know.
        if wanted.background != background { text += wanted.background ? Self.asking : "\u{1b}[?2031l" }
        if wanted.title != title { text += titleText(wanted.title) }
        return Array(text.utf8)
    }

    /// The modes that are set here or there.
    func union(_ other: TerminalModes) -> TerminalModes {
        var both = self
        both.isFull = isFull || other.isFull
        both.hasScreen = hasScreen || other.hasScreen
        both.hidesCursor = hidesCursor || other.hidesCursor
        both.mouse = mouse == .none || other.mouse == .moves ? other.mouse : mouse
        both.paste = paste || other.paste
        both.focus = focus || other.focus
        both.background = background || other.background
        both.title = title ?? other.title
        return both
    }

    /// Ends in a question that every terminal answers, and after the others: see ``FenceWatch``.
    static let asking = "\u{1b}]11;?\u{1b}\\\u{1b}[?2031h\u{1b}[c"

    /// In the form that has no limit on rows and columns. A terminal that does not know 1003 may know 1002.
    private func mouseText(_ wanted: ConsoleDriver.Mouse.Reports) -> String {
        switch (mouse, wanted) {
        case (_, .none): "\u{1b}[?1003;1002;1006l"
        case (.moves, .drags): "\u{1b}[?1003l\u{1b}[?1002h"
        case (_, .drags): "\u{1b}[?1002;1006h"
        case (_, .moves): "\u{1b}[?1002;1003;1006h"
        }
    }

    private func titleText(_ wanted: String?) -> String {
        guard let wanted else { return "\u{1b}[23;2t" }
        let saving = title == nil ? "\u{1b}[22;2t" : ""
        return saving + "\u{1b}]2;" + PrintedText.title(wanted) + "\u{1b}\\"
    }

    /// Around text that scrolls by while a screen is shown: that wraps.
    static func wrapping(_ hasScreen: Bool) -> [UInt8] { hasScreen ? Array("\u{1b}[?7h".utf8) : [] }
    static func notWrapping(_ hasScreen: Bool) -> [UInt8] { hasScreen ? Array("\u{1b}[?7l".utf8) : [] }
}
