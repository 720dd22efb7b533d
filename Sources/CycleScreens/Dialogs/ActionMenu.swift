public import CycleDrivers

/// A menu of actions. Disabled items are passed over; an item's own key chooses it. A menu that is higher than its room
/// scrolls to the selected item.
public struct ActionMenu<Action: Hashable & Sendable>: Component, Hashable, Sendable {
    /// A row of the menu.
    public struct Item: Hashable, Sendable {
        /// Its text.
        public var title: String
        /// `nil` for a line between others.
        public var action: Action?
        /// Chooses it wherever the selection is.
        public var key: ConsoleDriver.Key?
        /// Whether it can be chosen.
        public var isEnabled: Bool

        /// An item that stands for an action.
        public init(_ title: String, _ action: Action, key: ConsoleDriver.Key? = nil, isEnabled: Bool = true) {
            self.title = title
            self.action = action
            self.key = key
            self.isEnabled = isEnabled
        }

        private init() {
            (title, action, key, isEnabled) = ("", nil, nil, false)
        }

        /// A line between items.
        public static var divider: Item { Item() }
    }

    /// From top to bottom.
    public var items: [Item]
    /// The place of the selected item, counted from 0.
    public private(set) var position: Int

    /// A menu whose first enabled item is selected.
    public init(_ items: [Item]) {
        self.items = items
        position = items.firstIndex { $0.isEnabled } ?? 0
    }

    /// The chosen action, after `submitted`.
    public var chosen: Action? {
        items.indices.contains(position) && items[position].isEnabled ? items[position].action : nil
    }

    /// Arrows move the selection; Enter, an item's own key and a press choose, and Escape wants to be rid of the menu.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if let pressed: Int = input.pressed() { return choose(pressed) }
        if let key = input.key, let index = items.firstIndex(where: { $0.key == key && $0.isEnabled }) {
            return choose(index)
        }
        switch input.key {
        case .up, "k", .control("p"): move(-1)
        case .down, "j", .control("n"): move(1)
        case .enter: return chosen == nil ? .changed : .submitted
        case .escape, .control("g"), "q": return .cancelled
        default: return .ignored
        }
        return .changed
    }

    private mutating func choose(_ index: Int) -> Outcome {
        guard items.indices.contains(index), items[index].isEnabled else { return .changed }
        position = index
        return .submitted
    }

    private mutating func move(_ step: Int) {
        var next = items.indices.contains(position) ? position : 0
        for _ in items {
            next = (next + step + items.count) % items.count
            if items[next].isEnabled { break }
        }
        if items.indices.contains(next), items[next].isEnabled { position = next }
    }

    /// A row for each item, and a line for each divider.
    public var view: ScreenView {
        let rows = ScreenView.stack(.column, items.indices.map(row))
        return .sized(measuring: { rows.natural(in: $0, $1) }) { space in
            guard !space.isPlain else { return rows }
            let row = min(min(max(position, 0), items.count) - space.rows / 2, items.count - space.rows)
            return rows.scrolled(by: .init(row: row, column: 0))
        }.height(items.count)
    }

    private func row(_ index: Int) -> ScreenView {
        let item = items[index]
        guard item.action != nil else { return .divider }
        let line = ScreenView.row(spacing: 1) {
            ScreenView.text(item.title, item.isEnabled ? .plain : .muted, overflow: .ellipsis).width(.growing())
            ScreenView.text(item.key.map { $0.symbol + " " } ?? "", .muted)
        }
        return ScreenView.choiceRow(isSelected: index == position, line).height(1).region(index)
    }
}

extension ActionMenu: Codable where Action: Codable {}
extension ActionMenu.Item: Codable where Action: Codable {}
