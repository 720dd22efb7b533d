import CycleDrivers
import SampleSystems

/// Keeps a board for its clients. A client says how many edits it has, as `from 3`, and then its own; it hears all that follow, in one order
/// for all. An edit is on the disk before a client hears it.
struct BoardServer: Hashable {
    enum Name: Hashable {
        case port
        case client(Int)
    }

    private struct Client: Hashable {
        let number: Int
        let connection: SocketConnection
        var lines = StreamLines()
        /// How many edits it had; `nil` before it has said so.
        var first: Int?
    }

    let address: SocketAddress
    private var clients: [Client] = []
    private var clientCount = 0
    private var kept = Kept<Board>(in: "board")
    private(set) var savedCount = 0
    private(set) var problem: String?

    init(at address: SocketAddress) { self.address = address }

    var board: Board { kept.value ?? Board() }
    var isRead: Bool { kept.isRead }
    var files: PersistenceDriver.Model { kept.files }

    var sockets: SocketDriver<Name>.Model {
        guard kept.isRead else { return [] }
        let saved = board.edits.prefix(savedCount).map { "\($0)\n" }
        return .init(
            [.listen(.port, at: address)]
                + clients.map { client in
                    let news = client.first.map { saved.dropFirst($0) } ?? []
                    return .accepted(.client(client.number), client.connection, output: .init(Array(news)))
                })
    }

    mutating func take(_ event: SocketDriver<Name>.Event) {
        switch (event, event.id) {
        case (.failed(_, let failure), .port): problem = failure.reason
        case (.accepted(_, let connection, _), _):
            clientCount += 1
            clients.append(Client(number: clientCount, connection: connection))
        case (.received(_, let bytes), .client(let number)): take(bytes, of: number)
        case (.inputEnded, .client(let number)), (.closed, .client(let number)), (.failed, .client(let number)):
            clients.removeAll { $0.number == number }
        default: break
        }
    }

    private mutating func take(_ bytes: [UInt8], of number: Int) {
        guard let index = clients.firstIndex(where: { $0.number == number }) else { return }
        for line in clients[index].lines.take(bytes) {
            if let edit = Edit(line) {
                var board = board
                board.take(edit)
                if board != self.board { kept.value = board }
            } else if line.hasPrefix("from "), let count = Int(line.dropFirst(5)), count >= 0 {
                clients[index].first = clients[index].first ?? count
            }
        }
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        do throws(Unkept) {
            if try kept.take(event) { savedCount = board.edits.count }
        } catch {
            problem = error.reason
        }
    }
}
