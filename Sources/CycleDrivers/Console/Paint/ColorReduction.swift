extension ConsoleDriver.Color {
    /// The nearest that a terminal with so many colours has.
    func reduced(to colors: TerminalAbilities.Colors) -> Self {
        // The common colours first, because each cell comes here: the standard one, and those that nearly all terminals have.
        if bits == 0 || colors == .indexed && bits >> 24 == 1 { return self }
        return switch (kind, colors) {
        case (.standard, _), (_, .all), (.indexed, .indexed), (.adaptive, _): self
        case (_, .none), (.token, _): .standard
        case (.rgb(let red, let green, let blue), .indexed): .indexed(Self.nearestIndex(red, green, blue))
        case (.indexed(let index), .sixteen) where index < 16: self
        case (.indexed(let index), .sixteen): Self.nearestOfTheme(Self.parts(index))
        case (.rgb(let red, let green, let blue), .sixteen): Self.nearestOfTheme((red, green, blue))
        }
    }

    private typealias Parts = (red: Int, green: Int, blue: Int)

    private static func distance(_ one: Parts, _ other: Parts) -> Int {
        // The eye weighs the three differently.
        let (red, green, blue) = (one.red - other.red, one.green - other.green, one.blue - other.blue)
        return 3 * red * red + 4 * green * green + 2 * blue * blue
    }

    /// How far apart the tints are: none between two grays.
    private static func tintDistance(_ one: Parts, _ other: Parts) -> Int {
        let (red, green, blue) = (one.red - other.red, one.green - other.green, one.blue - other.blue)
        return (red - green) * (red - green) + (green - blue) * (green - blue)
    }

    /// The colours of xterm for 0 to 15, unless a theme replaces them.
    private static let theme: [Parts] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    private static let steps = [0, 95, 135, 175, 215, 255]

    /// Red, green and blue of what is shown on a background, each from 0 to 255; `nil` where only the terminal knows them.
    package func parts(on background: ConsoleDriver.Background) -> [Int]? {
        switch on(background).kind {
        case .standard, .token, .adaptive: nil
        case .indexed(let index): [Self.parts(index).red, Self.parts(index).green, Self.parts(index).blue]
        case .rgb(let red, let green, let blue): [red, green, blue]
        }
    }

    /// The colours of 16 to 255.
    private static func parts(_ index: Int) -> Parts {
        guard index >= 16 else { return theme[index] }
        guard index < 232 else { return (8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)) }
        let cube = index - 16
        return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
    }

    private static func nearestOfTheme(_ wanted: Parts) -> Self {
        if let index = indexOfHue(wanted) { return .indexed(index) }
        let nearest = theme.indices.min { distance(theme[$0], wanted) < distance(theme[$1], wanted) }
        return .indexed(UInt8(nearest ?? 7))
    }

    /// The colour of the theme that has the same hue. A pale red is nearer to white than to any red, but it means what a red
    /// means. `nil` for grays, and for dark yellows and greens: those of the theme are too bright to be read on white.
    private static func indexOfHue(_ wanted: Parts) -> UInt8? {
        let (red, green, blue) = wanted
        let (least, most) = (min(red, green, blue), max(red, green, blue))
        guard most - least >= 60, most >= 100 else { return nil }
        let degrees =
            switch most {
            case red: (60 * (green - blue) / (most - least) + 360) % 360
            case green: 60 * (blue - red) / (most - least) + 120
            default: 60 * (red - green) / (most - least) + 240
            }
        if least + most >= 256 {
            return switch degrees {
            case 20..<45: 3
            case 45..<90: 11
            case 90..<150: 10
            case 150..<210: 14
            case 210..<270: 12
            case 270..<330: 13
            default: 9
            }
        }
        return switch degrees {
        case 20..<150: nil
        case 150..<270: 4
        case 270..<330: 5
        default: 1
        }
    }

    /// The next colour of the theme that is seen on this one, of which a different colour has become the same.
    ///
    /// - Parameter background: The ground of the terminal, which is seen where this is the standard colour.
    func neighbor(on background: ConsoleDriver.Background) -> Self {
        switch kind {
        case .standard: background == .dark ? .gray : .white
        case .indexed(0), .indexed(7): .gray
        case .indexed(15): .white
        case .indexed(let index): .indexed(UInt8(index < 8 ? index + 8 : index - 8))
        case .rgb, .token, .adaptive: self
        }
    }

    /// Whether text of this colour is not seen on the standard ground of a terminal of sixteen colours.
    func isGround(of background: ConsoleDriver.Background) -> Bool {
        self == (background == .dark ? .black : .brightWhite)
    }

    /// The nearest of the cube and the grays: a theme may replace 0 to 15.
    static func nearestIndex(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
        let cube = 16 + 36 * nearestStep(red) + 6 * nearestStep(green) + nearestStep(blue)
        let gray = 232 + min(max((red + green + blue) / 3 - 3, 0) / 10, 23)
        let wanted = (red, green, blue)
        func cost(_ index: Int) -> Int { distance(parts(index), wanted) + 2 * tintDistance(parts(index), wanted) }
        return UInt8(cost(gray) < cost(cube) ? gray : cube)
    }

    private static func nearestStep(_ part: Int) -> Int {
        part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40
    }
}
