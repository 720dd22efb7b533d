import CycleBase
public import CycleDrivers

/// A colour to choose from a field of swatches, or to type by its code.
///
///     var picker = SwatchPicker(.rgb(0, 135, 175))
///
///     picker.view.region(Place.color, in: focus)
///     if picker.handle(input.at(Place.color)) == .submitted { paint(picker.color) }
///
/// Hues stand from left to right, light ones above dark ones; the row below has the same hue from gray to full. Arrows go by a swatch,
/// Page Up, Page Down and the wheel along the row, and a press or drag to a swatch. `#` begins a code of six digits, which
/// can be pasted too.
public struct SwatchPicker: Component, Hashable, Codable, Sendable {
    // Of a decoded picker these may be any numbers: `angle` and `clamped(_:)` bring them into their ranges.
    private var hue = 0
    private var saturation = 0
    private var lightness = 0
    /// The colour as it was set or typed, until another swatch is chosen.
    private var exact: ConsoleDriver.Color?
    /// A code that is being typed, from `#` on.
    private var typed = ""

    /// Selects the swatch nearest to a colour.
    public init(_ color: ConsoleDriver.Color = .rgb(0, 135, 175)) {
        self.color = color
    }

    /// The selected colour. A colour that is set is kept exactly, until another swatch is selected.
    public var color: ConsoleDriver.Color {
        get { exact ?? swatch(angle, clamped(saturation), clamped(lightness)) }
        set {
            (exact, typed) = (newValue, "")
            if let parts = newValue.parts(on: .dark) { select(nearestTo: parts.map { Double($0) / 255 }) }
        }
    }

    private mutating func select(nearestTo parts: [Double]) {
        let (most, least) = (parts.max() ?? 0, parts.min() ?? 0)
        let range = most - least
        lightness = percent((most + least) / 2)
        saturation = range == 0 ? 0 : percent(range / (1 - abs(most + least - 1)))
        // A gray has no hue: the one of before stays.
        guard range > 0 else { return }
        let (red, green, blue) = (parts[0], parts[1], parts[2])
        let sixth =
            most == red
            ? (green - blue) / range : most == green ? (blue - red) / range + 2 : (red - green) / range + 4
        hue = Int((sixth * 60).rounded())
    }

    private func percent(_ share: Double) -> Int { Int((ScreenView.clamped(share) * 100).rounded()) }

    // MARK: The field

    private static let columns = 24
    private static let rows = 9

    private var angle: Int { (hue % 360 + 360) % 360 }
    private var column: Int { (angle + 7) / 15 % Self.columns }
    private var row: Int { min(max((95 - clamped(lightness)) / 10, 0), Self.rows - 1) }
    /// Where in the row below the saturation stands.
    private var saturationColumn: Int { (clamped(saturation) * (Self.columns - 1) + 50) / 100 }

    private func clamped(_ percent: Int) -> Int { min(max(percent, 0), 100) }

    /// A colour by hue in degrees, saturation and lightness in percent.
    ///
    /// - Source: "HSL to RGB, alternative", Wikipedia.
    private func swatch(_ hue: Int, _ saturation: Int, _ lightness: Int) -> ConsoleDriver.Color {
        let light = Double(lightness) / 100
        let reach = Double(saturation) / 100 * min(light, 1 - light)
        func part(_ offset: Int) -> UInt8 {
            let place = (Double(offset) + Double(hue) / 30).truncatingRemainder(dividingBy: 12)
            let share = light - reach * max(-1, min(place - 3, 9 - place, 1))
            return UInt8((ScreenView.clamped(share) * 255).rounded())
        }
        return .rgb(part(0), part(8), part(4))
    }

    private func color(column: Int, row: Int) -> ConsoleDriver.Color {
        swatch(15 * column, clamped(saturation), 90 - 10 * row)
    }

    private func color(saturationColumn column: Int) -> ConsoleDriver.Color {
        swatch(angle, 100 * column / (Self.columns - 1), clamped(lightness))
    }

    // MARK: Input

    /// `submitted` for Enter, `cancelled` for Escape where no code is being typed.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if input.mouse != nil { return handleMouse(input) }
        if case .paste(let text) = input.event { return type("#" + text.filter(\.isHexDigit)) }
        let input = typed.isEmpty ? input : input.typed
        switch input.key {
        case .left: select(column: (column + Self.columns - 1) % Self.columns, row: row)
        case .right: select(column: (column + 1) % Self.columns, row: row)
        case .up: select(column: column, row: max(0, row - 1))
        case .down: select(column: column, row: min(Self.rows - 1, row + 1))
        case .pageUp: select(saturation: clamped(saturation) + 10)
        case .pageDown: select(saturation: clamped(saturation) - 10)
        case .backspace where !typed.isEmpty, .control("h") where !typed.isEmpty: typed.removeLast()
        case .enter: return .submitted
        case .escape where !typed.isEmpty: typed = ""
        case .escape: return .cancelled
        case "#": typed = "#"
        default:
            guard !typed.isEmpty, let character = input.key?.character, character.isHexDigit else { return .ignored }
            return type(typed + String(character))
        }
        return .changed
    }

    /// Takes a code of six digits, and keeps the beginning of one.
    private mutating func type(_ code: String) -> Outcome {
        typed = String(code.prefix(7))
        guard typed.utf8.count == 7, let value = UInt32(digits: typed.dropFirst(), radix: 16) else { return .changed }
        color = .rgb(UInt8(value >> 16 & 0xff), UInt8(value >> 8 & 0xff), UInt8(value & 0xff))
        return .changed
    }

    private mutating func select(column: Int, row: Int) {
        (hue, lightness, exact, typed) = (15 * column, 90 - 10 * row, nil, "")
    }

    private mutating func select(saturation percent: Int) {
        (saturation, exact, typed) = (clamped(percent), nil, "")
    }

    private mutating func handleMouse(_ input: ScreenInput) -> Outcome {
        switch input.mouse?.action {
        case .scrolled(.up) where input.position != nil: select(saturation: clamped(saturation) + 10)
        case .scrolled(.down) where input.position != nil: select(saturation: clamped(saturation) - 10)
        case .pressed(.left), .dragged(.left):
            if let place = input.at(Part.field).position {
                select(column: min(place.column, Self.columns - 1), row: min(place.row, Self.rows - 1))
            } else if let place = input.at(Part.saturations).position {
                select(saturation: 100 * min(place.column, Self.columns - 1) / (Self.columns - 1))
            } else {
                return .ignored
            }
        default: return .ignored
        }
        return .changed
    }

    private enum Part: Hashable { case field, saturations }

    // MARK: The view

    /// Twelve rows of 24 columns; in plain text the colour's code alone.
    public var view: ScreenView {
        .column {
            ScreenView.column {
                ScreenView.column {
                    for row in 0..<Self.rows {
                        line(marked: row == self.row ? column : nil) { color(column: $0, row: row) }
                    }
                }.region(Part.field)
                ScreenView.empty.height(1)
                line(marked: saturationColumn) { color(saturationColumn: $0) }.region(Part.saturations)
            }.decoration
            code
        }.width(Self.columns)
    }

    private func line(marked: Int?, _ color: (Int) -> ConsoleDriver.Color) -> ScreenView {
        .text(
            (0..<Self.columns).reduce(into: StyledText()) { line, column in
                let color = color(column)
                guard column == marked else { return line += StyledText(" ", .background(color)) }
                line += StyledText("◆", .init(foreground: mark(on: color), background: color))
            })
    }

    /// Black or white: the better read on a colour.
    private func mark(on color: ConsoleDriver.Color) -> ConsoleDriver.Color {
        (color.luminance(on: .dark) ?? 0) > 0.18 ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
    }

    private var code: ScreenView {
        .row(spacing: 1) {
            ScreenView.text("    ", .background(color)).decoration
            // A cell more than the code, for the cursor behind it.
            ScreenView.text(typed.isEmpty ? "\(color)" : typed).width(8)
                .cursor(.init(row: 0, column: ConsoleDriver.CharacterWidth.of(typed)))
        }.height(1)
    }
}
