import CycleDrivers
import CycleNetwork
import CycleScreens

/// Files on their way, three at a time.
struct Fetch: Screen, Equatable {
    enum State: Equatable {
        case waiting, running, paused, done
        case failed(String)
    }

    struct File: Equatable, Identifiable {
        var id: String
        var name: String
        var state = State.waiting
        var received = 0
        var expected: Int?
        var fraction: Double? { expected.map { $0 > 0 ? Double(received) / Double($0) : 1 } }

        /// The sign before it, the words beside it, and their style.
        var look: (sign: String, words: String, style: Style) {
            switch state {
            case .waiting: ("○", "waiting", .muted)
            case .running: ("↓", "", .accent)
            case .paused: ("‖", "paused", .warning)
            case .done: ("✓", "done", .success)
            case .failed(let reason): ("✗", reason, .danger)
            }
        }
    }

    var size: Size?
    var isDone = false
    var files: [File] = []
    var list = ListState<String>()
    /// A line for each file that is through.
    var news: [String] = []
    /// Turns the bar of a file whose length is not known.
    var step = 0

    init(_ addresses: [String]) {
        for address in addresses where !files.contains(where: { $0.id == address }) {
            let name = address.split(separator: "/").last.map { String($0) } ?? "index"
            let isTaken = files.contains { $0.name == name }
            files.append(File(id: address, name: isTaken ? "\(files.count)-\(name)" : name))
        }
        start()
    }

    var running: [File] { files.filter { $0.state == .running } }

    var view: View {
        .column {
            "\("Fetch", .bold)  \("\(files.count { $0.state == .done }) of \(files.count)", .muted)"
            list.view(of: files, hasScrollBar: true) { file, row in
                let look = file.look
                return View.row(spacing: 1) {
                    "\(row.pointer)\(look.sign, look.style)"
                    View.text(file.name, .plain, overflow: .ellipsisInTheMiddle)
                        .width(.growing())
                    if let size, size.columns > 40 {
                        (file.state == .running ? bar(file) : View.text(look.words, look.style, overflow: .ellipsis))
                            .width(.growing())
                    }
                    View.text("\(bytes: file.received, .muted)").aligned(.end).width(7)
                }
            }.region(0)
            View.help(
                .init([" "], "pause, go on"), .init(["r"], "again"), .init([.up, .down], "choose"), .init(["q"], "quit")
            )
        }
    }

    private func bar(_ file: File) -> View { file.fraction.map { .progress($0) } ?? .progress(step: step) }

    mutating func handle(_ input: Input) -> Outcome {
        let place = list.position(in: files)
        switch (input.key, place.map { files[$0].state }) {
        case ("q", _): isDone = true
        case (" ", .running), (" ", .waiting): if let place { files[place].state = .paused }
        case (" ", .paused), ("r", .failed): if let place { files[place].state = .waiting }
        default: return list.handle(input.at(0), rows: files)
        }
        return .changed
    }

    /// A rule calls it when a file has come to another state.
    mutating func start() {
        for place in files.indices where files[place].state == .waiting && running.count < 3 {
            files[place].state = .running
        }
        // Without a terminal nobody asks for another try.
        if size == nil, running.isEmpty { isDone = true }
    }

    mutating func take(_ event: NetworkDriver<String>.Event) {
        switch event {
        case .progress(let id, let progress):
            change(id) { ($0.received, $0.expected) = (progress.receivedByteCount, progress.expectedByteCount) }
        case .response(let id, let response) where (200..<300).contains(response.status):
            change(id) { ($0.state, $0.received) = (.done, response.byteCount) }
        case .response(let id, let response): change(id) { $0.state = .failed("status \(response.status)") }
        case .failed(let id, let failure): change(id) { $0.state = .failed(failure.reason) }
        case .head, .chunk: break
        }
    }

    private mutating func change(_ id: String, _ change: (inout File) -> Void) {
        guard let place = files.firstIndex(where: { $0.id == id }) else { return }
        change(&files[place])
        let file = files[place]
        if file.state == .done { news.append(("\(file.name) \(bytes: file.received)" as StyledText).text) }
        if case .failed(let reason) = file.state { news.append("\(file.name) failed: \(reason)") }
    }
}
