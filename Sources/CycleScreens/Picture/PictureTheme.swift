import CycleDrivers

/// The colours of a terminal, dark or light.
struct PictureTheme {
    let isDark: Bool
    /// Behind all of it; the standard colour for that of the terminal.
    var ground = ConsoleDriver.Color.standard
    var ink: String { isDark ? "#d8dee9" : "#2e3440" }
    var paper: String { hex(ground) ?? terminalPaper }
    /// A line between the picture and the page.
    var edge: String { mixed(ink, paper, 0.2) }
    /// Less than the ink.
    var muted: String { mixed(ink, paper, 0.45) }
    private var terminalPaper: String { isDark ? "#1e222a" : "#ffffff" }

    private static let dark = [
        "#3b4252", "#d0717a", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#88c0d0", "#e5e9f0", "#7b8394", "#d98087",
        "#b1d196", "#f0d399", "#8cafd2", "#c895bf", "#93ccdc", "#ffffff",
    ]
    private static let light = [
        "#000000", "#b3262f", "#3b7a26", "#8a6000", "#2257a0", "#7b3a86", "#10707f", "#d0d0d0", "#6b6b6b", "#c4303b",
        "#4a9630", "#a87500", "#2d6fc9", "#9c4aaa", "#158ea1", "#ffffff",
    ]

    /// The colours of a cell.
    func look(of style: ConsoleDriver.Style) -> (ink: String, paper: String) {
        var (ink, paper) = (hex(style.foreground) ?? ink, hex(style.background) ?? terminalPaper)
        if style.attributes.contains(.dim) { ink = mixed(ink, paper, 0.6) }
        return style.attributes.contains(.reverse) ? (paper, ink) : (ink, paper)
    }

    /// So much of one colour, and the rest of another; both as `#rrggbb`.
    func mixed(_ one: String, _ other: String, _ share: Double) -> String {
        let parts = zip(PictureTheme.parts(one), PictureTheme.parts(other)).map { one, other in
            Int((Double(one) * share + Double(other) * (1 - share)).rounded())
        }
        return hex(parts)
    }

    private static func parts(_ hex: String) -> [Int] {
        let value = Int(hex.dropFirst(), radix: 16) ?? 0
        return [value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff]
    }

    /// `nil` for the standard colour.
    private func hex(_ color: ConsoleDriver.Color) -> String? {
        let text = color.on(isDark ? .dark : .light).description
        guard let index = Int(text) else { return text.hasPrefix("#") ? text : nil }
        if index < 16 { return isDark ? Self.dark[index] : Self.light[index] }
        if index >= 232 { return hex(Array(repeating: 8 + 10 * (index - 232), count: 3)) }
        let levels = [0, 95, 135, 175, 215, 255]
        let place = index - 16
        return hex([levels[place / 36 % 6], levels[place / 6 % 6], levels[place % 6]])
    }

    private func hex(_ parts: [Int]) -> String {
        "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
