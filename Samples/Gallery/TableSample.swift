import CycleDrivers
import CycleScreens

struct TableSample: Sample {
    static let title = "Table"
    static let source = #filePath

    struct Planet: Equatable, Identifiable {
        var id: String
        var radius: Int
        var moons: Int
    }

    static let columns = [
        ListColumn<Planet>("Planet", sortedBy: \.id) { "\($0.id)" },
        ListColumn<Planet>("Radius km", width: .fixed(11), alignment: .end, sortedBy: \.radius),
        ListColumn<Planet>("Moons", width: .fixed(7), alignment: .end, sortedBy: \.moons) { planet in
            "\(planet.moons, planet.moons > 20 ? .warning : .plain)"
        },
    ]

    var planets: [Planet] = [
        ("Mercury", 2_440, 0), ("Venus", 6_052, 0), ("Earth", 6_371, 1), ("Mars", 3_390, 2), ("Jupiter", 69_911, 95),
        ("Saturn", 58_232, 146), ("Uranus", 25_362, 28), ("Neptune", 24_622, 16),
    ].map { Planet(id: $0.0, radius: $0.1, moons: $0.2) }
    var sorting = ListSorting(column: 1)
    var list = ListState<String>(selected: "Earth")
    var rows: [Planet] { sorting.sorted(planets, by: Self.columns) }

    var view: View { list.table(of: rows, columns: Self.columns, sorting: sorting).region(0) }

    mutating func handle(_ input: Input) -> Outcome {
        if input.key == "s" {
            sorting = ListSorting(column: (sorting.column + 1) % 3)
            return .changed
        }
        return sorting.handle(input.at(0)).otherwise { list.handle(input.at(0), table: rows) }
    }
}
