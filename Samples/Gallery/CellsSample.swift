import CycleDrivers
import CycleScreens

struct CellsSample: Sample {
    static let title = "Cells"
    static let source = #filePath

    struct City: Equatable, Identifiable {
        var id: String
        var degrees: [Int]
    }

    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    static let columns =
        [ListColumn<City>("°C", width: .fixed(10)) { "\($0.id, .bold)" }]
        + months.indices.map { month in
            ListColumn<City>("\(months[month])", width: .fixed(5), alignment: .end) { city in
                let degrees = city.degrees[month]
                return "\(degrees, degrees < 5 ? .secondary : degrees > 20 ? .danger : .plain)"
            }
        }

    var cities = [
        City(id: "Oslo", degrees: [-3, -3, 1, 6, 12, 16, 18, 17, 12, 7, 2, -2]),
        City(id: "Berlin", degrees: [1, 2, 5, 10, 15, 18, 20, 20, 15, 10, 5, 2]),
        City(id: "Athens", degrees: [10, 11, 13, 17, 22, 27, 30, 29, 25, 20, 15, 12]),
        City(id: "Cairo", degrees: [14, 15, 18, 22, 26, 29, 30, 30, 28, 25, 20, 16]),
        City(id: "Nairobi", degrees: [20, 21, 21, 20, 19, 18, 17, 18, 19, 20, 19, 19]),
    ]
    var list = ListState<String>(selected: "Berlin", column: 3)

    var view: View {
        .column {
            list.table(of: cities, columns: Self.columns, fixedColumns: 1).height(cities.count + 1).region(0)
            View.spacer
            View.help(
                .init([.left, .right], "month"), .init([.up, .down], "city"), .init(["+"], "warmer"),
                .init(["-"], "colder"))
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        guard let step = ["+": 1, "-": -1][input.text ?? ""] else { return list.handle(input.at(0), table: cities) }
        guard let row = list.position(in: cities), let column = list.column, column > 0 else { return .ignored }
        cities[row].degrees[column - 1] += step
        return .changed
    }
}
