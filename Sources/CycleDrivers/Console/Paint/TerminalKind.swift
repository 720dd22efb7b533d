import CycleBase

/// A value of `TERM`, in its words: `xterm-256color`, `screen.xterm-256color`, `rxvt-unicode-256color`.
///
/// A terminal is known by whole words, never by a part of one: `vte` is no `vt100`.
struct TerminalKind: Hashable, Sendable {
    /// The first word.
    let name: String
    /// The others: which terminal it is, and its colours.
    private let words: [String]

    init(_ text: String) {
        let words = text.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "+") }
            .map { String(decoding: $0, as: UTF8.self) }
        name = words.first ?? ""
        self.words = words
    }

    func has(_ word: String) -> Bool { words.contains(word) }

    /// Whether nothing can be drawn there.
    var isDumb: Bool { ["", "dumb", "unknown", "network", "dialup"].contains(name) }

    /// Whether it prints, or takes for something else, what it does not know.
    var isOld: Bool {
        isVideoTerminal || TerminalKind.isNumbered(name, "cons")
            || ["linux", "ansi", "pcansi", "sun", "cygwin", "screen"].contains(name)
    }

    /// `vt52`, `vt100` and their like, which have no colours.
    private var isVideoTerminal: Bool { TerminalKind.isNumbered(name, "vt") }

    /// Whether digits follow a beginning: `vt100`, `vt220`, `cons25`, `cons25l1`.
    private static func isNumbered(_ name: String, _ beginning: String) -> Bool {
        name.utf8.starts(with: beginning.utf8)
            && name.utf8.dropFirst(beginning.utf8.count).first?.isDigit == true
    }

    /// The colours by the name alone.
    var colors: TerminalAbilities.Colors {
        if isVideoTerminal || has("m") || has("mono") { return .none }
        let modern = ["kitty", "alacritty", "wezterm", "foot", "ghostty", "contour", "iterm2", "rio", "truecolor"]
        if words.contains(where: { modern.contains($0) || $0.utf8.starts(with: "direct".utf8) }) { return .all }
        return has("256color") ? .indexed : .sixteen
    }
}
