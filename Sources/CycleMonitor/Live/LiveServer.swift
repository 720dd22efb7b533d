import CycleBase
import Synchronization

/// Clients at a socket: a poller takes their lines, and writes what waits for each of them.
///
/// Not the poller of all drivers: the loop waits for the end of this one, which must not come after the starts of programs, and many
/// programs would be looked at for each moment that is written.
///
/// The bytes that wait for one client are bounded: `send` says no beyond that, and never waits. So is what waits of a client: its
/// lines are read on when those before were taken, and each client has its turn.
///
/// Unchecked: what threads share is behind the mutex; the clients are the poller's.
final class LiveServer: ClientOutput, Pollable, @unchecked Sendable {
    typealias ClientID = Int

    enum News: Sendable {
        case attached(ClientID)
        case line(ClientID, String)
        case detached(ClientID)
    }

    private struct Shared {
        /// The bytes that wait to be written to each client that is attached.
        var waiting: [ClientID: [UInt8]] = [:]
        /// How many lines of each client were handed on and not taken yet.
        var handed: [ClientID: Int] = [:]
        var isStopped = false
    }

    private struct Client {
        let id: ClientID
        let file: Int32
        var input: [UInt8] = []
        /// Whether there are whole lines in the input, which wait until lines before them are taken.
        var isHeld = false
        /// The bytes for it that the system has not taken yet.
        var output: ArraySlice<UInt8> = []
    }

    let waitingLimit = 4 << 20
    private static let lineLimit = 1 << 20
    private static let clientLimit = 16
    /// So many lines of a client wait to be taken: as many as any driver may report before the others have their turns.
    private static let handedLimit = 64

    private let listening: Int32
    private let listeningPath: ListeningPath?
    private let shared = Mutex(Shared())
    private let onNews: @Sendable (News) -> Void
    private let accept: Accept
    private var clients: [Client] = []
    private var nextID = 1
    /// Until then no client is accepted.
    private var restsUntil: Duration?
    /// Written once, before it has this server.
    private var poller: Poller?

    typealias Accept = @Sendable (_ listening: Int32) throws(SystemFailure) -> Int32?

    /// - Parameters:
    ///   - path: Of the socket.
    ///   - accept: Another than the system's in tests only.
    ///   - onNews: Called on a thread of the server.
    init(
        path: String, accept: @escaping Accept = LocalSocket.accept, onNews: @escaping @Sendable (News) -> Void
    ) throws(LiveError) {
        self.accept = accept
        self.onNews = onNews
        (listening, listeningPath) = try LocalSocket.listen(at: path)
    }

    /// Begins to take clients.
    func start() throws(LiveError) {
        do {
            let poller = try Poller("Cycle monitor")
            self.poller = poller
            poller.order { [self] in poller.add(self) }
        } catch {
            stop()
            throw .system(operation: "start a thread for", code: error.code)
        }
    }

    /// Any thread. Ends all connections; returns when the thread is gone.
    func stop() {
        guard
            !shared.withLock({ shared in
                defer { shared.isStopped = true }
                return shared.isStopped
            })
        else { return }
        poller?.order { [self] in closeAll() }
        poller?.end()
        poller?.thread?.join()
        listeningPath?.remove()
        Descriptors.close(listening)
    }

    /// Any thread. A line of the client was taken, and another one may come.
    func take(from client: ClientID) {
        let hasRoom = shared.withLock { shared in
            guard let count = shared.handed[client] else { return false }
            shared.handed[client] = max(0, count - 1)
            return count == Self.handedLimit
        }
        if hasRoom { wake() }
    }

    /// Any thread. Never waits.
    ///
    /// - Returns: Whether there was room; `false` also for a client that has gone.
    func send(_ bytes: [UInt8], to client: ClientID) -> Bool {
        let hasRoom = shared.withLock { shared in
            guard let waiting = shared.waiting[client], waiting.count + bytes.count <= waitingLimit else {
                return false
            }
            shared.waiting[client]?.append(contentsOf: bytes)
            return true
        }
        if hasRoom { wake() }
        return hasRoom
    }

    /// Any thread. Whether so many bytes more may wait for a client.
    func hasRoom(for byteCount: Int, to client: ClientID) -> Bool {
        shared.withLock { shared in
            shared.waiting[client].map { $0.count + byteCount <= waitingLimit } ?? false
        }
    }

    private func wake() { poller?.order {} }

    // MARK: The poller's thread

    var deadline: Duration? { restsUntil }

    func appendRequests(to requests: inout [pollfd]) {
        requests.append(pollfd(fd: restsUntil == nil ? listening : -1, events: Int16(POLLIN), revents: 0))
        requests += clients.map { client in
            // A client whose lines wait is not even asked whether it has gone: that would be told again and again.
            let events = (client.isHeld ? 0 : POLLIN) | (client.output.isEmpty ? 0 : POLLOUT)
            return pollfd(fd: events == 0 ? -1 : client.file, events: Int16(events), revents: 0)
        }
    }

    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
        if shared.withLock({ $0.isStopped }) { return false }
        let ready = zip(clients, answers.dropFirst()).filter { $1.revents != 0 }.map(\.0.id)
        for id in clients.filter(\.isHeld).map(\.id) { takeLines(id) }
        for id in ready { attend(id) }
        takeWaiting()
        if let time = restsUntil, time <= now { restsUntil = nil }
        if let answer = answers.first, answer.revents != 0 { acceptClient(now) }
        return true
    }

    /// Behind the last lines, as far as the system takes them.
    private func closeAll() {
        takeWaiting()
        for client in clients { close(client) }
        clients = []
    }

    /// Takes what waits for clients that have been written all that was taken before.
    private func takeWaiting() {
        for index in clients.indices {
            if clients[index].output.isEmpty {
                let id = clients[index].id
                clients[index].output = shared.withLock { shared in
                    let bytes = shared.waiting[id] ?? []
                    shared.waiting[id] = []
                    return bytes[...]
                }
            }
        }
        for client in clients where !client.output.isEmpty { writeOutput(client.id) }
    }

    private func acceptClient(_ now: Duration) {
        let file: Int32?
        do throws(SystemFailure) {
            file = try accept(listening)
        } catch {
            if Sockets.NextAccept(after: error) == .afterPause { restsUntil = now.adding(Sockets.NextAccept.pause) }
            return
        }
        guard let file else { return }
        guard clients.count < Self.clientLimit else {
            Descriptors.close(file)
            return
        }
        let client = Client(id: nextID, file: file)
        nextID += 1
        clients.append(client)
        shared.withLock { ($0.waiting[client.id], $0.handed[client.id]) = ([], 0) }
        onNews(.attached(client.id))
    }

    /// Writes, and reads one piece: a client that sends without an end does not keep the thread from the others, and from its end.
    private func attend(_ id: ClientID) {
        writeOutput(id)
        guard let index = clients.firstIndex(where: { $0.id == id }), !clients[index].isHeld else { return }
        switch Descriptors.read(clients[index].file, upTo: 64 << 10) {
        case .bytes(let bytes): clients[index].input += bytes
        case .nothingYet: return
        case .end, .lost, .failed: return drop(id)
        }
        takeLines(id)
    }

    /// Hands lines on, as many as may wait.
    private func takeLines(_ id: ClientID) {
        guard let index = clients.firstIndex(where: { $0.id == id }) else { return }
        let input = clients[index].input
        var start = 0
        clients[index].isHeld = false
        while let end = input[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let hasRoom = shared.withLock { shared in
                let count = shared.handed[id] ?? 0
                guard count < Self.handedLimit else { return false }
                shared.handed[id] = count + 1
                return true
            }
            guard hasRoom else {
                clients[index].isHeld = true
                break
            }
            onNews(.line(id, String(decoding: input[start..<end], as: UTF8.self)))
            start = end + 1
        }
        clients[index].input.removeSubrange(..<start)
        if !clients[index].isHeld, clients[index].input.count > Self.lineLimit { drop(id) }
    }

    private func writeOutput(_ id: ClientID) {
        while let index = clients.firstIndex(where: { $0.id == id }), !clients[index].output.isEmpty {
            do throws(SystemFailure) {
                let count = try Sockets.write(clients[index].output, to: clients[index].file)
                if count == 0 { return }
                clients[index].output = clients[index].output.dropFirst(count)
            } catch {
                return drop(id)
            }
        }
    }

    private func drop(_ id: ClientID) {
        guard let index = clients.firstIndex(where: { $0.id == id }) else { return }
        close(clients.remove(at: index))
    }

    private func close(_ client: Client) {
        Descriptors.close(client.file)
        shared.withLock { ($0.waiting[client.id], $0.handed[client.id]) = (nil, nil) }
        onNews(.detached(client.id))
    }
}
