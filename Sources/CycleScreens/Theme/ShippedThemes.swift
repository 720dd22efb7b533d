import CycleDrivers

extension ScreenTheme {
    /// The themes that ship, the quiet one first.
    public static let all: [ScreenTheme] = [.quiet, .night, .ember, .day, .paper, .terminal]

    /// On the terminal's own ground, with one accent: what a screen has that names no theme.
    public static let quiet = ScreenTheme(
        "Quiet",
        light: Colors(
            muted: .indexed(241), accent: .indexed(25), secondary: .indexed(91), raised: .indexed(231),
            field: .indexed(254), selected: .indexed(254), border: .indexed(249), danger: .indexed(124),
            warning: .indexed(94), success: .indexed(22), onAccent: .indexed(231)),
        dark: Colors(
            muted: .indexed(248), accent: .indexed(117), secondary: .indexed(183), raised: .indexed(235),
            field: .indexed(237), selected: .indexed(237), border: .indexed(240), danger: .indexed(210),
            warning: .indexed(179), success: .indexed(114), onAccent: .indexed(16)))

    /// Slate and blue, by the terminal's background.
    public static let harbor = ScreenTheme(
        "Harbor",
        light: Colors(
            text: .hex(0x1b_2430), muted: .hex(0x55_6070), accent: .hex(0x0b_57b0),
            secondary: .hex(0x6f_2fae), surface: .hex(0xfa_fbfd), raised: .hex(0xff_ffff),
            field: .hex(0xe9_eef6), selected: .hex(0xd8_e6f5), border: .hex(0xb0_bccd),
            danger: .hex(0xb4_2318), warning: .hex(0x72_4800), success: .hex(0x1a_6633),
            onAccent: .hex(0xff_ffff)),
        dark: Colors(
            text: .hex(0xd6_deeb), muted: .hex(0x94_a3b8), accent: .hex(0x7d_c4ff),
            secondary: .hex(0xc4_a7f5), surface: .hex(0x10_151f), raised: .hex(0x16_1d2a),
            field: .hex(0x22_2d3f), selected: .hex(0x22_324a), border: .hex(0x3d_4b61),
            danger: .hex(0xff_8f8f), warning: .hex(0xf2_c46d), success: .hex(0x86_d993),
            onAccent: .hex(0x08_131f)))

    /// Sand and petrol, or brown and copper, by the terminal's background.
    public static let hearth = ScreenTheme(
        "Hearth",
        light: Colors(
            text: .hex(0x33_291f), muted: .hex(0x5d_5852), accent: .hex(0x07_5a70),
            secondary: .hex(0x7d_2f72), surface: .hex(0xfb_f6ec), raised: .hex(0xff_fdf8),
            field: .hex(0xf0_e6d4), selected: .hex(0xec_dfc8), border: .hex(0xc4_b498),
            danger: .hex(0xb0_2318), warning: .hex(0x72_5000), success: .hex(0x2f_6414),
            onAccent: .hex(0xff_faf2)),
        dark: Colors(
            text: .hex(0xeb_dfd0), muted: .hex(0xab_9c8b), accent: .hex(0xff_a050),
            secondary: .hex(0xd4_b2ea), surface: .hex(0x19_1513), raised: .hex(0x1f_1a17),
            field: .hex(0x2f_2722), selected: .hex(0x3b_2d22), border: .hex(0x54_463b),
            danger: .hex(0xff_7f96), warning: .hex(0xf5_da5c), success: .hex(0x96_d48c),
            onAccent: .hex(0x1d_0f04)))

    /// Dark slate with blue.
    public static let night = harbor.shown(.dark, as: "Night")
    /// Dark brown with copper.
    public static let ember = hearth.shown(.dark, as: "Ember")
    /// White with blue.
    public static let day = harbor.shown(.light, as: "Day")
    /// Warm white with petrol.
    public static let paper = hearth.shown(.light, as: "Paper")

    /// The terminal's own sixteen colours, on its own ground: those that most palettes make dark enough, or light enough.
    /// On light grounds there is no green or yellow, which hardly any palette makes dark.
    public static let terminal: ScreenTheme = {
        var theme = ScreenTheme("Terminal", light: terminalOnLight, dark: terminalOnDark)
        // There is no ground for a tint among the sixteen colours.
        theme.fields.shape = .underline
        (theme.rows.selected, theme.rows.unfocused) = (.accent, .plain)
        // A box has a floor, or those below each other would be two long lines.
        theme.marks.off = .init(foreground: .muted, background: .field) + .underline
        // Of five colours two would be alike on a light ground.
        theme.charts.palette = [.accent, .secondary, .danger, .muted]
        return theme
    }()

    private static let terminalOnLight = Colors(
        muted: .gray, accent: .blue, secondary: .magenta, raised: .standard, field: .standard, selected: .standard,
        border: .gray, danger: .red, warning: .magenta, success: .blue, onAccent: .standard)
    private static let terminalOnDark = Colors(
        muted: .gray, accent: .brightCyan, secondary: .brightMagenta, raised: .standard, field: .standard,
        selected: .standard, border: .gray, danger: .brightRed, warning: .brightYellow, success: .brightGreen,
        onAccent: .standard)
}

extension ConsoleDriver.Color {
    /// Six digits, as designers write colours.
    fileprivate static func hex(_ value: UInt32) -> Self {
        .rgb(UInt8(value >> 16 & 0xff), UInt8(value >> 8 & 0xff), UInt8(value & 0xff))
    }
}
