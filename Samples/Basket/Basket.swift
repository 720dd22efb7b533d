import CycleScreens

/// Things that are bought, and what they cost together. It has a mistake, for the guide of the monitor: find it there.
struct Basket: Screen, Codable, Equatable {
    struct Item: Codable, Equatable, Identifiable, Sendable {
        var id: String
        var price: Int
        var count = 1
    }

    static let prices = ["apple": 2, "bread": 5, "cheese": 9]

    var size: Size?
    var isDone = false
    var items: [Item] = []
    /// In whole coins.
    var total = 0
    var list = ListState<String>()

    var view: View {
        .column {
            View.row {
                "\("Basket", .bold)"; View.spacer; "\("total ", .muted)\(total, .accent)"
            }
            View.divider
            list.view(of: items, empty: "empty: a apple, b bread, c cheese") { item, row in
                "\(row.pointer)\(item.count) × \(item.id)\("  \(item.count * item.price)", .muted)"
            }
            View.divider
            View.help([.init(["a", "b", "c"], "add"), .init([.delete], "take one away"), .init(["q"], "quit")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case "a": add("apple")
        case "b": add("bread")
        case "c": add("cheese")
        case .delete, .backspace, "x": takeAway()
        case "q": isDone = true
        default: return list.handle(input, rows: items)
        }
        return .changed
    }

    private mutating func add(_ name: String) {
        let price = Self.prices[name] ?? 0
        if let place = items.firstIndex(where: { $0.id == name }) {
            items[place].count += 1
        } else {
            items.append(Item(id: name, price: price))
        }
        list.selected = name
        total += price
    }

    private mutating func takeAway() {
        guard let place = list.position(in: items) else { return }
        total -= items[place].price * items[place].count
        items[place].count -= 1
        if items[place].count == 0 { items.remove(at: place) }
    }
}
