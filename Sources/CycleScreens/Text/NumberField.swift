import CycleDrivers

/// A whole number in a range, typed or changed step by step; with a bar, a slider.
///
///     var port = NumberField(8_080, in: 1...65_535)
///     var volume = NumberField(50, in: 0...100, step: 5, hasBar: true)
///
/// Left and Right go by a step, Page Up and Page Down by ten, Home and End to the ends, the wheel by a step, and a press or drag
/// of the bar to that place. Digits are typed over the number; a pasted text has to be a whole number. It never leaves its range: of a digit too many nothing is seen.
public struct NumberField: Component, Hashable, Codable, Sendable {
    /// The numbers that the field accepts.
    public private(set) var range: ClosedRange<Int>
    /// How far a key goes.
    public var step: Int
    /// Whether a bar shows where in its range it is.
    public var hasBar: Bool
    private var number: Int
    /// The typed text, until the number changes by other means.
    private var typed = ""

    /// - Parameters:
    ///   - value: The nearest there is to it.
    ///   - range: Of what it may be.
    ///   - step: How far a key goes.
    ///   - hasBar: Whether a bar shows where in its range it is.
    public init(
        _ value: Int = 0, in range: ClosedRange<Int> = Int.min...Int.max, step: Int = 1, hasBar: Bool = false
    ) {
        (self.range, self.step, self.hasBar) = (range, max(1, step), hasBar)
        number = min(max(value, range.lowerBound), range.upperBound)
    }

    /// The number, or the nearest to what is typed.
    public var value: Int {
        get { number }
        set { (number, typed) = (min(max(newValue, range.lowerBound), range.upperBound), "") }
    }

    /// The mistake in the typed text.
    public var problem: String? {
        typed.isEmpty || Int(typed) == number ? nil : TextRule.integer(range).problem(in: typed)
    }

    // MARK: Input

    /// See the keys above.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let input = input.typed
        if input.mouse != nil { return handleMouse(input) }
        if case .paste(let text) = input.event { return type(Self.wholeNumber(text) ?? "") }
        switch input.key {
        case .right: move(stride)
        case .left: move(-stride)
        case .pageUp: move(stride.multipliedReportingOverflow(by: 10).overflow ? stride : stride * 10)
        case .pageDown: move(stride.multipliedReportingOverflow(by: 10).overflow ? -stride : stride * -10)
        case .home where range.lowerBound > .min: value = range.lowerBound
        case .end where range.upperBound < .max: value = range.upperBound
        case .backspace, .control("h"): return shorten()
        default:
            guard let character = input.key?.character, character.isASCII, character.isNumber || character == "-"
            else { return .ignored }
            return type(String(character))
        }
        return .changed
    }

    /// A whole number as it is copied, with blanks around it or between its thousands; `nil` for any other text, of which some
    /// digits would be another number.
    private static func wholeNumber(_ text: String) -> String? {
        let line = text.unicodeScalars.prefix { !$0.isControl || $0.properties.isWhitespace }
        let words = String(line).split { $0.isWhitespace || $0 == "," || $0 == "_" || $0 == "'" }
        guard let first = words.first else { return nil }
        let digits = words.joined()
        let isGrouped = words.dropFirst().allSatisfy { $0.count == 3 } && (words.count == 1 || first.count <= 4)
        guard isGrouped, digits.drop(while: { $0 == "-" }).allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return digits
    }

    private var stride: Int { max(1, step) }

    private mutating func move(_ distance: Int) {
        let (sum, isOver) = number.addingReportingOverflow(distance)
        value = isOver ? (distance < 0 ? .min : .max) : sum
    }

    /// Ignores a character after which the text could not become a number of the range.
    private mutating func type(_ text: String) -> Outcome {
        let next = typed + text
        if next == "-" {
            if range.lowerBound < 0 { typed = next }
        } else if let value = Int(next), value <= max(0, range.upperBound), value >= min(0, range.lowerBound) {
            take(next, value)
        }
        return .changed
    }

    private mutating func shorten() -> Outcome {
        let rest = String((typed.isEmpty ? "\(number)" : typed).dropLast())
        if let value = Int(rest) { take(rest, value) } else { (typed, number) = (rest, nearest(0)) }
        return .changed
    }

    private mutating func take(_ text: String, _ value: Int) { (typed, number) = (text, nearest(value)) }

    private func nearest(_ value: Int) -> Int { min(max(value, range.lowerBound), range.upperBound) }

    private mutating func handleMouse(_ input: ScreenInput) -> Outcome {
        switch input.mouse?.action {
        case .scrolled(.up) where input.position != nil: move(stride)
        case .scrolled(.down) where input.position != nil: move(-stride)
        case .pressed(.left) where hasBar, .dragged(.left) where hasBar:
            let bar = input.at(Part.bar)
            let isDrag = input.mouse?.action == .dragged(.left)
            guard let position = isDrag ? bar.nearestPosition : bar.position else { return .ignored }
            go(to: Double(position.column) / Double(max(1, bar.area.columns - 1)))
        default: return .ignored
        }
        return .changed
    }

    private enum Part: Hashable { case bar }

    // MARK: The bar

    private var length: Double { Double(range.upperBound) - Double(range.lowerBound) }

    /// From 0 to 1.
    private var share: Double {
        length > 0 ? ScreenView.clamped((Double(number) - Double(range.lowerBound)) / length) : 0
    }

    /// To the nearest step there.
    private mutating func go(to share: Double) {
        let steps = (ScreenView.clamped(share) * length / Double(stride)).rounded()
        value =
            share >= 1 ? range.upperBound : Int(exactly: Double(range.lowerBound) + steps * Double(stride)) ?? number
    }

    /// A number in the shape of a field, or a slider with its number.
    public var view: ScreenView { view(FieldFrame(problem: problem)) }

    func view(_ frame: FieldFrame) -> ScreenView {
        let text = typed.isEmpty ? "\(number)" : typed
        let field = ScreenView.sized(fitting: { _ in .init(columns: text.count, rows: 1) }) { space in
            .text(text, space.isFocused ? .bold : .plain)
        }.cursor(.init(row: 0, column: text.count))
        guard hasBar else { return .field(field, frame) }
        return .row(spacing: 1) {
            ScreenView.sized { space in bar(space.columns, space.isFocused, space.theme.charts) }.region(Part.bar)
                .decoration
            field.width(max("\(range.lowerBound)".count, "\(range.upperBound)".count) + 1)
        }.height(1)
    }

    private func bar(_ columns: Int, _ isFocused: Bool, _ charts: ScreenTheme.Charts) -> ScreenView {
        let place = Int((share * Double(max(0, columns - 1))).rounded())
        let (before, after) = (String(repeating: "━", count: place), String(repeating: "─", count: columns - place))
        let filled = charts.style(0)
        return .text(
            "\(before, filled)\("●", isFocused ? filled + .bold : filled)\(String(after.dropFirst()), charts.rest)")
    }
}
