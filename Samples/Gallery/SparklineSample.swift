import CycleDrivers
import CycleScreens

struct SparklineSample: Sample {
    static let title = "Sparklines"
    static let source = #filePath

    var values: [Double?] = (0..<60).map { Self.value(at: $0) }

    private static func value(at place: Int) -> Double? {
        let square = place * place * 7
        return place % 17 == 5 ? nil : Double((square + place * 3) % 23)
    }

    var isMoving: Bool { true }
    mutating func tick() { values = Array(values.dropFirst() + values.prefix(1)) }

    var view: View {
        .column(spacing: 1) {
            View.row(spacing: 1) {
                View.text("requests").width(9); View.sparkline(values)
            }
            View.row(spacing: 1) {
                View.text("errors").width(9);
                View.sparkline(values.map { $0.map { $0 / 3 } }, in: 0...23, style: .danger)
            }
            View.sparkline(values, rows: 4, style: .success).border(title: "load")
        }
    }
}
