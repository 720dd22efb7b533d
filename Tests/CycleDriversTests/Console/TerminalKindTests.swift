import CycleTesting
import Testing

@testable import CycleDrivers

/// Values of `TERM` as terminals set them, and what each can do.
@Suite("TERM")
struct TerminalKindTests {
    static let modern = [
        "xterm-kitty", "kitty-direct", "foot", "foot-extra", "foot-direct", "alacritty", "alacritty-direct", "wezterm",
        "xterm-ghostty",
        "ghostty", "contour", "contour-latest", "iterm2", "iterm2-direct", "xterm-direct", "xterm-direct2",
        "xterm-direct256",
        "konsole-direct", "vte-direct", "st-direct", "tmux-direct", "rio", "xterm-truecolor",
    ]
    static let indexed = [
        "xterm-256color", "vte-256color", "gnome-256color", "konsole-256color", "st-256color", "rxvt-unicode-256color",
        "rxvt-256color",
        "tmux-256color", "putty-256color", "mlterm-256color", "mintty-256color", "nsterm-256color", "Eterm-256color",
        "screen-256color",
        "screen.xterm-256color", "linux-256color",
    ]
    static let sixteen = [
        "xterm", "xterm-color", "xterm-16color", "xterm-88color", "vte", "vte-2018", "gnome", "konsole", "st", "rxvt",
        "rxvt-unicode",
        "tmux", "putty", "mlterm", "mintty", "nsterm", "eterm-color", "linux", "linux-16color", "screen",
        "screen.linux", "screen.xterm-new",
        "ansi", "pcansi", "cygwin", "cons25", "cons25l1", "sun-color", "console",
    ]
    static let colourless = [
        "vt52", "vt100", "vt102", "vt220", "vt320", "vt420-am", "xterm-mono", "xterm-m", "linux-m", "ansi-m",
    ]

    static func colours(_ kind: String) -> TerminalAbilities.Colors {
        TerminalAbilities(environment: ["TERM": kind]).colors
    }

    @Test("names the colours of a terminal by whole words")
    func colours() {
        for kind in Self.modern { #expect(Self.colours(kind) == .all, "\(kind)") }
        for kind in Self.indexed { #expect(Self.colours(kind) == .indexed, "\(kind)") }
        for kind in Self.sixteen { #expect(Self.colours(kind) == .sixteen, "\(kind)") }
        for kind in Self.colourless { #expect(Self.colours(kind) == .none, "\(kind)") }
    }

    @Test("tells old terminals, which print a sequence that they do not know, from others")
    func old() {
        let old = ["linux", "screen", "ansi", "cygwin", "cons25", "sun", "pcansi"]
        for kind in Self.modern + Self.indexed + Self.sixteen + Self.colourless {
            let word = kind.prefix { $0 != "-" && $0 != "." }
            let isOld = old.contains(String(word)) || word == "cons25l1" || word.hasPrefix("vt") && word != "vte"
            let abilities = TerminalAbilities(environment: ["TERM": kind])
            #expect(
                [abilities.hasLinks, abilities.hasClipboard, abilities.hasUnderlines]
                    == Array(repeating: !isOld, count: 3), "\(kind)")
            #expect(abilities.isCapable, "\(kind)")
        }
        for kind in ["", "dumb", "dumb-emacs-ansi", "unknown", "network"] {
            #expect(!TerminalAbilities(environment: ["TERM": kind]).isCapable, "\(kind)")
        }
    }

    @Test("gives all colours to a terminal that says so itself, but not to the console of Linux")
    func trueColour() {
        for (kind, colours) in [
            ("vte-256color", TerminalAbilities.Colors.all), ("vte", .all), ("linux", .sixteen), ("vt100", .none),
        ] {
            #expect(
                TerminalAbilities(environment: ["TERM": kind, "COLORTERM": "truecolor"]).colors == colours, "\(kind)")
        }
    }
}
