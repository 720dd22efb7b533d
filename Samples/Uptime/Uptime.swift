import CycleDrivers
import CycleScreens

/// Whether some addresses answer, and how quickly.
struct Uptime: Screen, Equatable {
    struct Site: Equatable, Identifiable {
        var id: String
        /// When it was asked, by the time of the loop; `nil` while nobody waits for an answer.
        var asked: Duration? = .zero
        /// Milliseconds of each answer, the newest last; `nil` where none came.
        var times: [Double?] = []
        var status = "asking…"
        /// Since it answered last.
        var failures = 0

        var isUp: Bool { failures == 0 }
        /// Twice as long after each failure, up to five minutes.
        var pause: Duration { .seconds(min(300, 10 << min(failures, 8))) }
    }

    static let columns = [
        ListColumn<Site>("Address", width: .growing(3, min: 16), overflow: .ellipsisInTheMiddle, sortedBy: \.id) {
            "\($0.isUp ? "●" : "✗", $0.times.isEmpty ? .muted : $0.isUp ? .success : .danger) \($0.id)"
        },
        ListColumn<Site>("Status", width: .growing(2, min: 6), sortedBy: \.status),
        ListColumn<Site>("ms", width: .fixed(6), alignment: .end) { site in
            site.times.last.flatMap { $0 }.map { "\(Int($0.rounded()))" } ?? "\("–", .muted)"
        },
    ]

    var size: Size?
    var isDone = false
    var sites: [Site]
    var list = ListState<String>()
    var sorting = ListSorting(column: 0)
    /// What changes: a line whenever a site answers otherwise than before.
    var log = PersistenceDriver.LineLog("uptime.log")
    var problem: String?

    init(_ addresses: [String]) {
        sites = addresses.map { Site(id: $0) }
    }

    var asked: [Site] { sites.filter { $0.asked != nil } }
    var rows: [Site] { sorting.sorted(sites, by: Self.columns) }

    var view: View {
        .column {
            list.table(of: rows, columns: Self.columns, sorting: sorting).region(0)
            if let site = list.element(in: rows), let size, size.rows > 11 {
                View.sparkline(site.times, rows: 4, style: site.isUp ? .success : .danger)
                    .border(title: "\(site.id)", footer: "asked \(site.times.count) ×").height(6)
            }
            if let problem { "\(problem, .danger)" }
            View.help(.init(["r"], "ask now"), .init([.up, .down], "choose"), .init(["q"], "quit"))
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case "q": isDone = true
        case "r": for site in sites { ask(site.id, at: input.time) }
        default: return sorting.handle(input.at(0)).otherwise { list.handle(input.at(0), table: rows) }
        }
        return .changed
    }

    mutating func ask(_ address: String, at time: Duration) {
        guard let place = sites.firstIndex(where: { $0.id == address && $0.asked == nil }) else { return }
        sites[place].asked = time
    }

    mutating func answered(_ address: String, _ status: String, isUp: Bool, at time: Duration) {
        guard let place = sites.firstIndex(where: { $0.id == address }), let asked = sites[place].asked else { return }
        if sites[place].status != status { log.append("\(address) \(status)") }
        sites[place].asked = nil
        sites[place].status = status
        sites[place].failures = isUp ? 0 : sites[place].failures + 1
        sites[place].times = sites[place].times.suffix(299) + [isUp ? (time - asked) / .milliseconds(1) : nil]
    }
}
