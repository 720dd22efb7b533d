import CycleDrivers
import CycleScreens

/// C1: a table and a text area in borders, all of which changes with each key. The same cells as in `ncurses.c`.
struct Busy: Screen, Equatable {
    struct Line: Identifiable {
        var id: Int
        var number: Int
    }

    static let columns = [
        ListColumn<Line>("Name", width: .growing()) { "process number \($0.number)" },
        ListColumn<Line>("CPU", width: .fixed(6), alignment: .end) { "\($0.number * 37 % 100, .green)" },
        ListColumn<Line>("State", width: .growing()) { "running since \($0.number)" },
    ]
    /// Made before, as in `ncurses.c`.
    static let texts = (0..<50).map { frame in (0..<600).map { "word\(($0 + frame) * 31 % 97)" }.joined(separator: " ")
    }

    var size: Size?
    var isDone = false
    var frame = 0
    var list = ListState<Int>()

    var view: View {
        let lines = (0..<56).map { Line(id: $0, number: frame * 6_101 + $0 * 7) }
        return .row {
            list.table(of: lines, columns: Self.columns).border(title: "Table \(frame)").width(.growing(2))
            View.wrapped(StyledText(Self.texts[frame % 50])).border(title: "Text").width(.growing(1))
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        guard input.key == "n" else { return .ignored }
        frame += 1
        return .changed
    }
}

/// C2: a list of 1,000,000 rows that goes on by one with each key.
struct Rows: Screen, Equatable {
    var size: Size?
    var isDone = false
    var list = ListState<Int>()
    private var rows: ClosedRange<Int> { 1...1_000_000 }

    var view: View {
        list.view(of: rows, id: \.self, hasScrollBar: true) { number, row in
            "\(row.pointer)\(number, row.isSelected ? .bold : .plain)"
        }.region(0)
    }

    mutating func handle(_ input: Input) -> Outcome { list.handle(input.at(0), rows: rows, id: \.self) }
}

/// C2: the list of 1,000,000 rows with a row that was assigned by its identity, beside a number that changes with each key.
struct Assigned: Screen, Equatable {
    var size: Size?
    var isDone = false
    var frame = 0
    var list: ListState<Int>

    /// - Parameter row: Of 0 to 999,999; any other is gone.
    init(row: Int?) {
        list = ListState(selected: row)
    }

    var view: View {
        .column {
            "\(frame)"
            list.view(of: 0..<1_000_000, id: \.self) { number, _ in "\(number)" }.region(0)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        guard input.key == "n" else { return .ignored }
        frame += 1
        return .changed
    }
}

/// C2: 1,000,000 texts of which those are looked for that match: each key is a first letter, and its first 10,000 rows.
struct Finder: Screen, Equatable {
    static let texts = (0..<1_000_000).map { "some file number \($0)" }

    var size: Size?
    var isDone = false
    var filter = RowFilter()
    var list = ListState<String>()

    var view: View {
        list.view(of: filter.rows(of: Self.texts), id: \.self) { text, _ in "\(text)" }.region(0)
    }

    mutating func handle(_ input: Input) -> Outcome {
        guard input.key != nil else { return .ignored }
        filter = RowFilter()
        filter.search(for: "f")
        let pattern = FuzzyPattern("f")
        filter.advance(over: Self.texts.count) { position, _ in pattern.matches(Self.texts[position]) }
        return .changed
    }
}
