import CycleDrivers
import CycleNetwork
import CycleScreens

/// Whether some addresses answer, and how quickly.
struct Uptime: Screen, Equatable {
    struct Site: Equatable, Identifiable {
        var id: String
        /// Milliseconds of each request, the newest last; `nil` where it failed.
        var times: [Double?] = []
        var attempt = 0
        var isWaiting = true
        /// The tick in which it was asked.
        var start = 0
        var failures = 0
        var status = "–"

        /// Twice as long after each failure, up to five minutes.
        var pause: Duration { .seconds(min(300, 10 << min(failures, 8))) }
        var isUp: Bool { times.last.map { $0 != nil } ?? true }
    }

    var size: Size?
    var isDone = false
    var sites: [Site]
    var list = ListState<String>()
    var sorting = ListSorting(column: 0)
    var log = PersistenceDriver.LineLog("uptime.log")
    var problem: String?
    /// Hundredths of a second, while somebody waits.
    var ticks = 0

    init(_ addresses: [String]) {
        sites = addresses.map { Site(id: $0) }
    }

    static let columns = [
        ListColumn<Site>("Address", width: .growing(2), sortedBy: \.id) { site in
            "\(site.isUp ? "●" : "✗", site.isUp ? .green : .red) \(site.id)"
        },
        ListColumn<Site>("Status", width: .growing(1), sortedBy: \.status),
        ListColumn<Site>("ms", width: .fixed(6), alignment: .end) { site in
            site.times.last.flatMap { $0 }.map { "\(Int($0))" } ?? "\("–", .dim)"
        },
    ]

    var rows: [Site] { sorting.sorted(sites, by: Self.columns) }
    var selected: Site? { list.element(in: rows) }

    var view: View {
        .column {
            list.table(of: rows, columns: Self.columns, sorting: sorting, empty: "uptime http://…").region(0)
            if let selected, size != nil {
                View.sparkline(selected.times, rows: 4, style: selected.isUp ? .green : .red)
                    .border(title: "\(selected.id)", footer: "\(selected.times.count) requests").height(6)
            }
            if let problem { "\(problem, .red)" }
            View.help([.init(["r"], "ask now"), .init([.up, .down], "choose"), .init(["q"], "quit")])
        }
    }

    /// Of a pipe, a line for each site that has changed.
    var plain: String { log.lines.last ?? "" }

    mutating func handle(_ input: Input) -> Outcome {
        // Without a terminal it goes on when nobody types any more.
        if input.event == .ended, size == nil { return .changed }
        switch input.key {
        case "q": isDone = true
        case "r": for index in sites.indices where !sites[index].isWaiting { ask(index) }
        default: return sorting.handle(input.at(0)).otherwise { list.handle(input.at(0), table: rows) }
        }
        return .changed
    }

    // MARK: Requests

    mutating func ask(_ index: Int) {
        sites[index].attempt += 1
        (sites[index].isWaiting, sites[index].start) = (true, ticks)
    }

    mutating func answered(_ address: String, _ status: String, isUp: Bool) {
        guard let index = sites.firstIndex(where: { $0.id == address }) else { return }
        let milliseconds = isUp ? Double(max(1, 10 * (ticks - sites[index].start))) : nil
        let wasUp = sites[index].isUp || sites[index].times.isEmpty
        sites[index].isWaiting = false
        sites[index].status = status
        sites[index].failures = milliseconds == nil ? sites[index].failures + 1 : 0
        sites[index].times = sites[index].times.suffix(299) + [milliseconds]
        if wasUp != sites[index].isUp || sites[index].times.count == 1 { log.append("\(address) \(status)") }
    }
}
