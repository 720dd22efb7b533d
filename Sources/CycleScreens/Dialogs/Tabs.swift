import CycleDrivers

/// Titles of which one is chosen: a row of them above what it shows. Where there is not room for all, the chosen one is seen.
public struct Tabs: Component, Hashable, Codable, Sendable {
    /// From left to right.
    public var titles: [String]
    private var wanted = 0

    /// Titles of which one is chosen, the first by default.
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

    /// How many cells the first ones take, with a blank on each side.
    private func length(of count: Int) -> Int {
        titles.prefix(count).reduce(-1) { $0 + ConsoleDriver.CharacterWidth.of($1) + 3 }
    }

    /// The titles above a line that is heavy below the chosen one; where there is one row alone, or the theme wants it so, the
    /// chosen one on a ground of its own. See ``ScreenTheme/TabBar``.
    public var view: ScreenView {
        .sized(measuring: { available, look in
            Size(columns: length(of: titles.count), rows: min(look.theme.tabs.shape == .pill ? 1 : 2, available.rows))
        }) { space in
            guard !space.isPlain else { return .text(plainText) }
            let styles = space.theme.tabs
            let isPill = styles.shape == .pill || space.rows < 2
            let row = ScreenView.stack(.row, spacing: 1, titles.indices.map { title($0, isPill, space.theme) })
            let scroll = max(0, length(of: position + 1) - space.columns)
            guard !isPill else { return row.scrolled(by: .init(row: 0, column: scroll)) }
            return ScreenView.column {
                row.height(1)
                ScreenView.text(line(scroll + space.columns, styles))
            }.scrolled(by: .init(row: 0, column: scroll))
        }.height(.fit)
    }

    private var plainText: String {
        titles.indices.map { $0 == position ? "[\(titles[$0])]" : " \(titles[$0]) " }.joined(separator: " ")
    }

    private func title(_ index: Int, _ isPill: Bool, _ theme: ScreenTheme) -> ScreenView {
        let styles = theme.tabs
        guard index != position || !isPill else {
            return .text(theme.chip(StyledText(titles[index]), styles.pill)).region(index)
        }
        return .text(" \(titles[index]) ", index == position ? styles.chosen : styles.other).region(index)
    }

    /// - Parameter columns: As far as is seen of it.
    private func line(_ columns: Int, _ styles: ScreenTheme.TabBar) -> StyledText {
        guard !titles.isEmpty else { return "" }
        let start = length(of: position) + 1
        let width = length(of: position + 1) - start
        let rest = max(0, columns - start - width)
        func line(_ sign: String, _ count: Int) -> String { String(repeating: sign, count: max(0, count)) }
        return "\(line("─", start), styles.line)\(line("━", width), styles.mark)\(line("─", rest), styles.line)"
    }
}
