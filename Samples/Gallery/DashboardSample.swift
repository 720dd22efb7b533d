import CycleDrivers
import CycleScreens

/// A service at one look: numbers with their last minute, traffic, hosts, and what was deployed.
struct DashboardSample: Sample, Codable {
    static let title = "Dashboard"
    static let source = #filePath
    static let pictureSize = Size(columns: 100, rows: 28)

    struct Deploy: Equatable, Identifiable {
        var id: String
        var service: String
        var state: String
        var age: String
    }

    static let columns = [
        ListColumn<Deploy>("", width: .fixed(1)) { "\("●", color(of: $0.state))" },
        ListColumn<Deploy>("Service") { "\($0.service)" },
        ListColumn<Deploy>("Version", width: .fixed(8)) { "\($0.id, .muted)" },
        ListColumn<Deploy>("State", width: .fixed(10)) { "\($0.state, color(of: $0.state))" },
        ListColumn<Deploy>("Age", width: .fixed(6), alignment: .end) { "\($0.age, .muted)" },
    ]

    static func color(of state: String) -> Style {
        switch state {
        case "running": .success
        case "rolling": .warning
        case "failed": .danger
        default: .muted
        }
    }

    private static let deploys = [
        ("4.12.0", "checkout", "running", "2 h"), ("4.13.0", "search", "rolling", "40 s"),
        ("2.7.1", "mail", "failed", "3 min"), ("9.0.4", "images", "running", "6 d"),
        ("1.1.9", "billing", "running", "9 d"), ("3.0.2", "archive", "paused", "21 d"),
    ].map { Deploy(id: $0.0, service: $0.1, state: $0.2, age: $0.3) }
    var list = ListState<String>(selected: "4.13.0")
    var step = 40
    var isMoving: Bool { true }
    mutating func tick() { step += 1 }

    /// Rises and falls between 0 and 1, another way for each number.
    private func wave(_ place: Int, _ number: Int) -> Double {
        let turn = (place * (3 + number) + number * 17) % 60
        let slow = Double(turn < 30 ? turn : 60 - turn) / 30
        return 0.75 * slow * (2 - slow) + 0.25 * Double((place * place * 7 + place * number) % 11) / 11
    }

    private func card(_ title: String, _ value: String, _ change: StyledText, _ number: Int, _ style: Style) -> View {
        View.column {
            View.row {
                View.text(value, .bold)
                View.spacer
                View.text(change)
            }
            View.sparkline((0..<60).map { wave($0 + step, number) }, rows: 2, style: style)
        }.padding(0, 1).border(title: "\(title)")
    }

    private var traffic: [ChartSeries] {
        [
            ChartSeries("served", (0...48).map { .init(Double($0), 300 + 500 * wave($0 + step, 0)) }, kind: .area),
            ChartSeries("cached", (0...48).map { .init(Double($0), 120 + 260 * wave($0 + step, 2)) }),
        ]
    }

    private var hosts: [ChartBar] {
        ["fra-1", "fra-2", "iad-1", "iad-2", "sin-1", "syd-1"].enumerated().map { index, name in
            let load = (20 + 75 * wave(step / 4, index + 1)).rounded()
            return ChartBar(name, load, style: load > 80 ? .danger : load > 60 ? .warning : .success)
        }
    }

    var view: View {
        .column {
            View.row {
                card("Requests", "\(Int(600 + 400 * wave(step, 0))) /s", "\("▲ 4 %", .success)", 0, .accent)
                card("Errors", "0.\(Int(9 * wave(step, 1))) %", "\("▼ 1 %", .success)", 1, .danger)
                card("Slowest tenth", "\(Int(80 + 90 * wave(step, 2))) ms", "\("▲ 12 %", .warning)", 2, .warning)
            }.height(5)
            View.row {
                View.chart(traffic, x: 0...48, y: 0...1_000).border(title: "Traffic", footer: "last 48 minutes")
                    .width(.growing(2))
                View.bars(hosts, upTo: 100, spacing: 1).padding(0, 1).border(title: "Load", footer: "per cent")
            }
            list.table(of: Self.deploys, columns: Self.columns).region(0).padding(0, 1).border(title: "Deploys")
                .height(9)
        }
    }

    mutating func handle(_ input: Input) -> Outcome { list.handle(input.at(0), table: Self.deploys) }
}
