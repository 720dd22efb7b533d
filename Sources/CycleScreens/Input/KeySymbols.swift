import CycleDrivers

extension ConsoleDriver.Key {
    /// As it is shown in a help, in one alphabet: small words, but arrows as arrows: `^s`, `enter`, `↑`, `alt-x`, `pgdn`.
    public var symbol: String {
        var held = ""
        if modifiers.contains(.alt) { held += "alt-" }
        if modifiers.contains(.shift) { held += "shift-" }
        if modifiers.contains(.control) { held += "^" }
        return held + base.symbol
    }
}

extension ConsoleDriver.Key.Base {
    fileprivate var symbol: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .enter: "enter"
        case .escape: "esc"
        case .tab: "tab"
        case .backspace: "bksp"
        case .delete: "del"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "pgup"
        case .pageDown: "pgdn"
        case .insert, .home, .end, .function: description
        }
    }
}
