import CycleDrivers

/// Titles of which one is chosen: a row of them above what it shows.
public struct Tabs: Component, Hashable, Codable, Sendable {
    public var titles: [String]
    public private(set) var position = 0

    public init(_ titles: [String], position: Int = 0) {
        self.titles = titles
        select(position)
    }

    /// Chooses the nearest there is.
    public mutating func select(_ position: Int) {
        self.position = min(max(0, position), max(0, titles.count - 1))
    }

    /// Arrows go to the next, round the end; digits and presses to one.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        guard !titles.isEmpty else { return .ignored }
        if let pressed: Int = input.pressed() {
            select(pressed)
            return .changed
        }
        switch input.key {
        case .right: position = (position + 1) % titles.count
        case .left: position = (position + titles.count - 1) % titles.count
        default:
            guard let digit = input.key?.character?.wholeNumberValue, (1...titles.count).contains(digit) else {
                return .ignored
            }
            position = digit - 1
        }
        return .changed
    }

    public var view: ScreenView {
        .row(spacing: 1) {
            for (index, title) in titles.enumerated() {
                let isChosen = index == position
                // Not by its style alone.
                ScreenView.text(
                    "\(isChosen ? "[" : " ", .dim)\(title, isChosen ? .bold + .cyan : .dim)\(isChosen ? "]" : " ", .dim)"
                )
                .region(index)
            }
        }.height(1)
    }
}
