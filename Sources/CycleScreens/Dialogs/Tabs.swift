import CycleDrivers

/// Titles of which one is chosen: a row of them above what it shows. Where there is not room for all, the chosen one is seen.
public struct Tabs: Component, Hashable, Codable, Sendable {
    public var titles: [String]
    private var wanted = 0

    public init(_ titles: [String], position: Int = 0) {
        self.titles = titles
        select(position)
    }

    /// Counted from 0. When there are fewer titles, it is the last one.
    public var position: Int { min(max(0, wanted), max(0, titles.count - 1)) }

    /// Chooses the nearest there is.
    public mutating func select(_ position: Int) {
        wanted = min(max(0, position), max(0, titles.count - 1))
    }

    /// Arrows go to the next, round the end; digits and presses to one.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        guard !titles.isEmpty else { return .ignored }
        if let pressed: Int = input.pressed() {
            select(pressed)
            return .changed
        }
        switch input.key {
        case .right: select((position + 1) % titles.count)
        case .left: select((position + titles.count - 1) % titles.count)
        default:
            guard let digit = input.key?.character?.wholeNumberValue, (1...titles.count).contains(digit) else {
                return .ignored
            }
            select(digit - 1)
        }
        return .changed
    }

    /// How many cells the first ones take.
    private func length(of count: Int) -> Int {
        titles.prefix(count).reduce(-1) { $0 + ConsoleDriver.CharacterWidth.of($1) + 3 }
    }

    public var view: ScreenView {
        let row = ScreenView.stack(.row, spacing: 1, titles.indices.map(title))
        return .sized(fitting: { _ in .init(columns: length(of: titles.count), rows: 1) }) { space in
            guard !space.isPlain else { return row }
            return row.scrolled(by: .init(row: 0, column: length(of: position + 1) - space.columns))
        }.width(.fit).height(1)
    }

    private func title(_ index: Int) -> ScreenView {
        let isChosen = index == position
        let (start, end) = isChosen ? ("[", "]") : (" ", " ")
        // Not by its style alone.
        return .text("\(start, .dim)\(titles[index], isChosen ? .bold + .cyan : .dim)\(end, .dim)").region(index)
    }
}
