import Cycle
import CycleDrivers

/// A register with a planted bug: a write is answered before it is on the disk, and only every third one gets there, to spare the disk.
///
/// `Tools/deploy` has to find the kill that loses a number.
struct HastyRegister: Equatable {
    enum Name: Hashable {
        case port
        case client(Int)
    }

    let port: Int
    private var clients: [Int: SocketConnection] = [:]
    private var answers: [Int: [[UInt8]]] = [:]
    private var begun: [Int: String] = [:]
    private var clientCount = 0
    private var value: Int?
    /// The number that is to be on the disk.
    private var saved = 0
    private var writeCount = 0
    private(set) var problem: String?

    init(at port: Int) { self.port = port }

    var sockets: SocketDriver<Name>.Model {
        // Without its number there is nothing to answer with.
        guard value != nil else { return [] }
        return .init(
            [.listen(.port, at: .host("", port: port))]
                + clients.sorted { $0.key < $1.key }.map { number, connection in
                    .accepted(.client(number), connection, output: .init(answers[number] ?? []))
                })
    }

    var files: PersistenceDriver.Model { .files(value == nil ? .read("register") : .write("register", "\(saved)")) }

    mutating func take(_ event: SocketDriver<Name>.Event) {
        switch (event, event.id) {
        case (.failed(_, let failure), .port): problem = failure.reason
        case (.accepted(_, let connection, _), _):
            clientCount += 1
            clients[clientCount] = connection
        case (.received(_, let bytes), .client(let number)):
            let lines = ((begun[number] ?? "") + String(decoding: bytes, as: UTF8.self)).split(
                separator: "\n", omittingEmptySubsequences: false)
            begun[number] = String(lines.last ?? "")
            for line in lines.dropLast() { answer(line.split(separator: " "), of: number) }
        case (.inputEnded, .client(let number)), (.closed, .client(let number)), (.failed, .client(let number)):
            (clients[number], answers[number], begun[number]) = (nil, nil, nil)
        default: break
        }
    }

    private mutating func answer(_ words: [Substring], of number: Int) {
        let new = words.count == 2 ? Int(words[1]) : nil
        answers[number, default: []].append(Array((new == nil ? "\(value ?? 0)\n" : "ok\n").utf8))
        guard let new else { return }
        (value, writeCount) = (new, writeCount + 1)
        if writeCount.isMultiple(of: 3) { saved = new }
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        switch event {
        case .loaded(_, let bytes):
            saved = bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
            value = saved
        case .failed(_, let failure): problem = failure.reason
        default: break
        }
    }
}

let words = CommandLine.arguments
let server = CycledLens(startingWith: HastyRegister(at: Int(words[1]) ?? 0)) { frames in
    frames.lens(
        driver: SocketDriver<HastyRegister.Name>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
    frames.lens(driver: PersistenceDriver(root: words[2]), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
}
if let problem = await server.run(until: { $0.problem != nil }).problem { print(problem) }
