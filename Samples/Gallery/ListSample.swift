import CycleDrivers
import CycleScreens

struct ListSample: Sample {
    static let title = "List"
    static let source = #filePath

    var fruits = [
        "Apple", "Banana", "Cherry", "Date", "Elderberry", "Fig", "Grape", "Kiwi", "Lemon", "Mango", "Orange", "Pear",
    ]
    var list = ListState<String>()

    var view: View {
        .column {
            list.view(of: fruits, id: \.self, empty: "all eaten", hasScrollBar: true) { fruit, row in
                "\(row.pointer)\(fruit)"
            }.region(0)
            View.help([.init([.up, .down], "choose"), .init(["d"], "eat"), .init(["r"], "turn round")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case "d": if let fruit = list.element(in: fruits, id: \.self) { fruits.removeAll { $0 == fruit } }
        case "r": fruits.reverse()
        default:
            // Letters that do nothing else go to the fruit that begins so.
            return list.handle(input.at(0), rows: fruits, id: \.self).otherwise {
                list.jump(by: input, rows: fruits, id: \.self) { $0 }
            }
        }
        return .changed
    }
}
