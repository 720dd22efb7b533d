import CycleDrivers
import SampleSystems

/// A number that clients read and write: a line for each call, and one for each answer. A write is answered when it is on the disk.
struct RegisterServer: Codable, Equatable {
    enum Name: Codable, Hashable {
        case port
        case client(Int)
    }

    private struct Client: Codable, Equatable {
        let number: Int
        let connection: SocketConnection
        var lines = StreamLines()
        var answers: [[UInt8]] = []
        /// Whether it makes no more calls.
        var hasEnded = false
    }

    private struct Call: Codable, Equatable {
        let client: Int
        let words: [String]
    }

    let address: SocketAddress
    private var clients: [Client] = []
    private var clientCount = 0
    /// In the order in which they have come; the first is under way.
    private var calls: [Call] = []
    /// As it is on the disk; `nil` until it is read.
    private(set) var value: Int?
    /// The number that is being written.
    private var coming: Int?
    /// Why it cannot serve any more.
    private(set) var problem: String?

    init(at address: SocketAddress) { self.address = address }

    var sockets: SocketDriver<Name>.Model {
        .init(
            [.listen(.port, at: address)]
                + clients.map { client in
                    var socket = SocketDriver.Socket.accepted(
                        Name.client(client.number), client.connection, output: .init(client.answers))
                    socket.isEnding = client.hasEnded && !calls.contains { $0.client == client.number }
                    return socket
                })
    }

    var files: PersistenceDriver.Model {
        if value == nil { return .files(.read("register")) }
        return coming.map { .files(.write("register", "\($0)")) } ?? .none
    }

    mutating func take(_ event: SocketDriver<Name>.Event) {
        switch (event, event.id) {
        case (.failed(_, let failure), .port): problem = failure.reason
        case (.accepted(_, let connection, _), _):
            clientCount += 1
            clients.append(Client(number: clientCount, connection: connection))
        case (.received(_, let bytes), .client(let number)): take(bytes, of: number)
        case (.inputEnded, .client(let number)): change(number) { $0.hasEnded = true }
        case (.closed, .client(let number)), (.failed, .client(let number)):
            clients.removeAll { $0.number == number }
        default: break
        }
    }

    private mutating func take(_ bytes: [UInt8], of number: Int) {
        var said: [String] = []
        change(number) { said = $0.lines.take(bytes) }
        calls += said.map { Call(client: number, words: $0.split(separator: " ").map(String.init)) }
        work()
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        switch event {
        case .loaded(_, let bytes): value = bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        case .saved:
            value = coming
            coming = nil
        case .failed(_, let failure): problem = failure.reason
        default: break
        }
        work()
    }

    /// Answers calls, one after the other, up to one that waits for the disk.
    private mutating func work() {
        while let value, coming == nil, let call = calls.first {
            if call.words.count == 2, call.words[0] == "write", let new = Int(call.words[1]) {
                if new == value { answer("ok") } else { coming = new }
            } else {
                answer(call.words == ["read"] ? "\(value)" : "say read, or write and a number")
            }
        }
    }

    private mutating func answer(_ text: String) {
        change(calls.removeFirst().client) { $0.answers.append(Array("\(text)\n".utf8)) }
    }

    private mutating func change(_ number: Int, _ change: (inout Client) -> Void) {
        if let index = clients.firstIndex(where: { $0.number == number }) { change(&clients[index]) }
    }
}
