import CycleDrivers
import CycleScreens

struct MillionSample: Sample {
    static let title = "A million rows"
    static let source = #filePath

    let rows = 1...1_000_000
    var list = ListState<Int>()

    var view: View {
        list.view(of: rows, id: \.self, hasScrollBar: true) { number, row in
            "\(row.pointer)\(number)  \(number % 15 == 0 ? "fizzbuzz" : "", .muted)"
        }.region(0).border(title: "1,000,000", footer: "\((list.position(in: rows, id: \.self) ?? 0) + 1)")
    }

    mutating func handle(_ input: Input) -> Outcome { list.handle(input.at(0), rows: rows, id: \.self) }
}
