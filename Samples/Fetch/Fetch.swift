import CycleDrivers
import CycleNetwork
import CycleScreens

/// Files on their way, three at a time.
struct Fetch: Screen, Equatable {
    enum State: Equatable {
        case waiting, running, paused
        case done
        case failed(String)
    }

    struct File: Equatable, Identifiable {
        var id: String
        var state = State.waiting
        var attempt = 0
        var received = 0
        var expected: Int?

        var name: String { id.split(separator: "/").last.map { String($0) } ?? "index" }
        var fraction: Double? { expected.map { $0 > 0 ? Double(received) / Double($0) : 1 } }
    }

    static let limit = 3

    var size: Size?
    var isDone = false
    var files: [File]
    var list = ListState<String>()
    var step = 0

    init(_ addresses: [String]) {
        files = addresses.map { File(id: $0) }
        startWaiting()
    }

    var running: [File] { files.filter { $0.state == .running } }

    // MARK: View

    var view: View {
        .column {
            "\("Fetch", .bold)  \("\(files.count { $0.state == .done }) of \(files.count)", .dim)"
            list.view(of: files, empty: "fetch http://…", hasScrollBar: true) { file, row in
                View.row(spacing: 1) {
                    "\(row.pointer)\(sign(file))"
                    View.text(.init(file.name, row.isSelected ? .bold : .plain), overflow: .ellipsisInTheMiddle)
                        .width(.growing(1))
                    detail(file).width(.growing(1))
                    View.text(bytes(file.received), .dim).aligned(.end).width(9)
                }
            }.region(0)
            View.help([
                .init([" "], "pause, go on"), .init(["r"], "again"), .init([.up, .down], "choose"),
                .init(["q"], "quit"),
            ])
        }
    }

    private func sign(_ file: File) -> StyledText {
        switch file.state {
        case .waiting: "\("○", .dim)"
        case .running: "\("↓", .cyan)"
        case .paused: "\("‖", .yellow)"
        case .done: "\("✓", .green)"
        case .failed: "\("✗", .red)"
        }
    }

    private func detail(_ file: File) -> View {
        switch file.state {
        case .waiting: "\("waiting", .dim)"
        case .running: file.fraction.map { View.progress($0) } ?? View.progress(step: step)
        case .paused: "\("paused", .yellow)"
        case .done: "\("done", .green)"
        case .failed(let reason): View.text(.init(reason, .red), overflow: .ellipsis)
        }
    }

    private func bytes(_ count: Int) -> String {
        switch count {
        case 0..<1_000: "\(count) B"
        case 0..<1_000_000: "\(count / 1_000) kB"
        default: "\(count / 1_000_000).\(count / 100_000 % 10) MB"
        }
    }

    /// Of a pipe, a line for each file that is through.
    var plain: String {
        files.map { file in
            switch file.state {
            case .done: "\(file.name) done"
            case .failed(let reason): "\(file.name) failed: \(reason)"
            default: ""
            }
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: Input

    mutating func handle(_ input: Input) -> Outcome {
        // Without a terminal it goes on when nobody types any more.
        if input.event == .ended, size == nil { return .changed }
        let place = list.position(in: files)
        switch input.key {
        case "q": isDone = true
        case " ": if let place { toggle(place) }
        case "r": if let place, case .failed = files[place].state { again(place) }
        default: return list.handle(input.at(0), rows: files)
        }
        return .changed
    }

    private mutating func toggle(_ place: Int) {
        switch files[place].state {
        case .running, .waiting: files[place].state = .paused
        case .paused: files[place].state = .waiting
        case .done, .failed: break
        }
        startWaiting()
    }

    private mutating func again(_ place: Int) {
        files[place].attempt += 1
        files[place].state = .waiting
        startWaiting()
    }

    // MARK: Requests

    mutating func startWaiting() {
        for index in files.indices where files[index].state == .waiting && running.count < Self.limit {
            files[index].state = .running
        }
        // Without a terminal nobody asks for another try.
        if size == nil, files.allSatisfy({ $0.state != .running && $0.state != .waiting }) { isDone = true }
    }

    mutating func update(_ address: String, _ change: (inout File) -> Void) {
        guard let index = files.firstIndex(where: { $0.id == address }) else { return }
        change(&files[index])
        startWaiting()
    }
}
