import CycleDrivers
import SampleSystems

/// Shows a board, and edits it by lines, also while the server is not there. An edit stays until the server has told it to all.
struct BoardClient: Hashable, Codable {
    let number: Int
    let address: SocketAddress
    /// How long it waits before it connects again.
    var pause = Duration.seconds(1)
    /// The board that the server has told.
    private(set) var board = Board()
    /// The edits that the server has not told.
    var own: [Edit] = []
    private(set) var editCount = 0
    private(set) var isOnline = false
    /// The lines that it has said since it is online.
    private var said: [String] = []
    private var lines = StreamLines()
    private var hasEnded = false

    /// - Parameters:
    ///   - number: No other client has it.
    ///   - address: That of the server.
    init(_ number: Int, of address: SocketAddress) {
        (self.number, self.address) = (number, address)
        connect()
    }

    /// The board with its own edits.
    var shown: Board {
        var shown = board
        for edit in own { shown.take(edit) }
        return shown
    }

    /// Whether there is no more input, and the server has all of it.
    var isDone: Bool { hasEnded && own.isEmpty }

    /// Why a board is not the one of this client; `nil` where the client has said and seen nothing else.
    func contradiction(to kept: Board) -> String? {
        if !kept.edits.starts(with: board.edits) {
            return "it has seen \(board.edits.count) edits that are not kept so"
        }
        let count = kept.edits.count { $0.client == number }
        return isDone && count < editCount ? "it has made \(editCount) edits, of which \(count) are kept" : nil
    }

    var sockets: SocketDriver<Int>.Model { isOnline ? [.connect(0, to: address, output: .init(said))] : [] }
    var timers: TimerDriver<Int>.Model { isOnline ? .none : .timers(.once(0, after: pause)) }
    var console: ConsoleDriver.Model {
        let notes = zip(1..., shown.notes).map { number, note in
            let text = if case .add(let text) = note.change { text } else { "" }
            return "\(number) \(text)\(own.contains(note) ? " …" : "")"
        }
        return .lines(["--"] + notes, input: hasEnded ? .none : .lines)
    }

    mutating func take(_ event: ConsoleDriver.Event) {
        switch event {
        case .line(let line):
            guard let change = change(line) else { return }
            editCount += 1
            let edit = Edit(client: number, number: editCount, change: change)
            own.append(edit)
            if isOnline { said.append("\(edit)\n") }
        case .ended: hasEnded = true
        default: break
        }
    }

    /// `-2` removes the second note, and any other line is one.
    private func change(_ line: String) -> Edit.Change? {
        guard line.hasPrefix("-"), let place = Int(line.dropFirst()) else { return line.isEmpty ? nil : .add(line) }
        let notes = shown.notes
        return notes.indices.contains(place - 1) ? .remove(note: notes[place - 1].name) : nil
    }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        switch event {
        case .received(_, let bytes):
            for edit in lines.take(bytes).compactMap({ Edit($0) }) {
                board.take(edit)
                own.removeAll { $0.name == edit.name }
            }
        case .inputEnded, .closed, .failed: isOnline = false
        default: break
        }
    }

    mutating func take(_ event: TimerDriver<Int>.Event) { connect() }

    private mutating func connect() {
        (isOnline, lines) = (true, StreamLines())
        said = ["from \(board.edits.count)\n"] + own.map { "\($0)\n" }
    }
}
