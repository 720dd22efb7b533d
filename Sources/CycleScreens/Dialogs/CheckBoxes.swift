import CycleDrivers

/// Boxes to check: as many as apply, or exactly one, as radio buttons.
///
///     var toppings = CheckBoxes(from: ["basil", "capers", "olives"], chosen: ["basil"], limit: 2)
///     var size = CheckBoxes(oneOf: ["small", "large"], chosen: "small")
///
/// Arrows go from box to box, and choose among radio buttons; a blank or a press checks a box, or leaves it empty again. At
/// the ends arrows are ignored, as Enter is everywhere: they belong to what is around.
public struct CheckBoxes<Option: Hashable & Sendable>: Component, Hashable, Sendable {
    /// In the order in which they are shown.
    public let options: [Option]
    /// How many may be checked.
    public var limit: Int
    /// Whether one is checked at a time, and another one takes its place.
    public let isExclusive: Bool
    /// Whether they stand beside each other.
    public var axis: ScreenAxis
    /// The box that keys go to, counted from 0.
    public private(set) var position: Int
    private var checked: Set<Int>

    /// Boxes of which as many as apply are checked.
    ///
    /// - Parameters:
    ///   - options: Each is shown by its description.
    ///   - chosen: The options that are checked at first.
    ///   - limit: How many may be checked.
    ///   - axis: Whether they stand beside each other.
    public init(from options: [Option], chosen: Set<Option> = [], limit: Int = .max, axis: ScreenAxis = .column) {
        (self.options, self.limit, self.axis, isExclusive) = (options, limit, axis, false)
        checked = Set(options.indices.filter { chosen.contains(options[$0]) })
        position = 0
    }

    /// Radio buttons.
    ///
    /// - Parameters:
    ///   - options: Each is shown by its description.
    ///   - chosen: The one that is checked; none by default.
    ///   - axis: Whether they stand beside each other.
    public init(oneOf options: [Option], chosen: Option? = nil, axis: ScreenAxis = .column) {
        (self.options, limit, self.axis, isExclusive) = (options, 1, axis, true)
        let place = chosen.flatMap { options.firstIndex(of: $0) }
        checked = place.map { [$0] } ?? []
        position = place ?? 0
    }

    /// The checked options, in their order; no more than the limit.
    public var chosen: [Option] {
        get { options.indices.filter(checked.contains).map { options[$0] } }
        set {
            let places = options.indices.filter { newValue.contains(options[$0]) }.prefix(max(0, limit))
            checked = Set(places)
            if isExclusive { position = places.first ?? position }
        }
    }

    // MARK: Input

    /// A blank or a press checks a box; arrows go from one to the next.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if let pressed: Int = input.pressed(), options.indices.contains(pressed) {
            position = pressed
            return check()
        }
        switch (axis, input.key) {
        case (_, " "): return options.isEmpty ? .ignored : check()
        case (.column, .up), (.column, "k"), (.row, .left), (.row, "h"): return move(-1)
        case (.column, .down), (.column, "j"), (.row, .right), (.row, "l"): return move(1)
        default: return .ignored
        }
    }

    /// The box of the position, whatever was decoded.
    private var place: Int { min(max(position, 0), max(0, options.count - 1)) }

    private mutating func move(_ step: Int) -> Outcome {
        guard options.indices.contains(place + step) else { return .ignored }
        position = place + step
        return isExclusive ? check() : .changed
    }

    private mutating func check() -> Outcome {
        if isExclusive {
            checked = [place]
        } else if checked.remove(place) == nil, checked.count < limit {
            checked.insert(place)
        }
        return .changed
    }

    // MARK: View

    private func label(_ index: Int) -> String { "\(options[index])" }

    private func width(_ index: Int) -> Int { (isExclusive ? 2 : 4) + ConsoleDriver.CharacterWidth.of(label(index)) }

    private var size: ConsoleDriver.Size {
        axis == .row
            ? .init(columns: length(of: options.count), rows: 1)
            : .init(columns: options.indices.map(width).max() ?? 0, rows: options.count)
    }

    /// How long the first ones are beside each other.
    private func length(of count: Int) -> Int {
        options.indices.prefix(count).reduce(-Self.gap) { $0 + width($1) + Self.gap }
    }

    private static var gap: Int { 2 }

    /// The boxes with their options. Where there is not room for all, that of the position is seen.
    public var view: ScreenView {
        .sized(fitting: { _ in size }) { space in
            let boxes = options.indices.map { space.isPlain ? plainBox($0) : box($0) }
            let all = ScreenView.stack(axis, spacing: axis == .row ? Self.gap : 0, boxes)
            guard !space.isPlain else { return all }
            // No further than the box that keys go to.
            let corner = ScreenView.Position(
                row: axis == .row ? 0 : place + 1 - space.rows,
                column: axis == .row ? length(of: place + 1) - space.columns : 0)
            return all.scrolled(by: corner)
        }.height(size.rows)
    }

    private func plainBox(_ index: Int) -> ScreenView {
        let isOn = checked.contains(index)
        return .text((isExclusive ? isOn ? "(x) " : "( ) " : isOn ? "[x] " : "[ ] ") + label(index))
    }

    private func box(_ index: Int) -> ScreenView {
        let row = ScreenView.sized(fitting: { _ in .init(columns: width(index), rows: 1) }) { space in
            let isHere = index == place && space.isFocused
            return .text(
                "\(sign(index, space.theme)) \(label(index), isHere ? space.theme.rows.selected : .plain)")
        }.width(width(index)).height(1).region(index)
        return index == place ? row.cursor(.init(row: 0, column: isExclusive ? 0 : 1)) : row
    }

    private func sign(_ index: Int, _ theme: ScreenTheme) -> StyledText {
        let (isOn, marks) = (checked.contains(index), theme.marks)
        guard isExclusive else { return theme.chip(isOn ? "\(marks.check)" : " ", isOn ? marks.on : marks.off) }
        return isOn ? "\("\(marks.chosen)", marks.chosenStyle)" : "\("\(marks.other)", marks.otherStyle)"
    }
}

extension CheckBoxes: Codable where Option: Codable {}
