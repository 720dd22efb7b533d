import CycleDrivers

/// The connections of a port, each joined to one of its own to another address.
struct Forwarder: Equatable {
    enum Name: Hashable {
        case port
        /// The two sides of a link, by its number.
        case client(Int), target(Int)
    }

    /// The bytes on their way to one side of a link.
    struct Way: Equatable {
        private var pieces: [[UInt8]] = []
        private var first = 0
        private(set) var byteCount = 0
        /// Whether no more will come.
        var isComplete = false
        private(set) var writtenCount = 0

        /// The bytes that may wait for a side that is slow; the other side is not read any more.
        static let limit = 1 << 20

        var output: SocketOutput { SocketOutput(pieces, from: first, isComplete: isComplete) }
        var isFull: Bool { byteCount >= Self.limit }

        mutating func append(_ piece: [UInt8]) {
            pieces.append(piece)
            byteCount += piece.count
        }

        mutating func drop(below end: Int) {
            for piece in pieces.prefix(end - first) {
                byteCount -= piece.count
                writtenCount += piece.count
            }
            pieces.removeFirst(end - first)
            first = end
        }
    }

    struct Link: Equatable {
        let number: Int
        let connection: SocketConnection
        let from: SocketAddress
        var toClient = Way()
        var toTarget = Way()
        var isClientOver = false
        var isTargetOver = false
        /// Why a side was cut.
        var problem: String?

        /// A side whose other side is cut still gets what was on its way.
        func sockets(to target: SocketAddress) -> [SocketDriver<Name>.Socket] {
            var near = SocketDriver.Socket.accepted(Name.client(number), connection, output: toClient.output)
            near.isEnding = isTargetOver
            var far = SocketDriver.Socket.connect(Name.target(number), to: target, output: toTarget.output)
            far.isEnding = isClientOver
            near.isPaused = toTarget.isFull
            far.isPaused = toClient.isFull
            return [near, far]
        }
    }

    let address: SocketAddress
    let target: SocketAddress
    private(set) var links: [Link] = []
    private var linkCount = 0
    /// The newest line of the log, and how many there were.
    private(set) var news: [String] = []
    private(set) var lineCount = 0
    /// Why the port cannot be opened.
    private(set) var problem: String?

    init(at address: SocketAddress, to target: SocketAddress) {
        (self.address, self.target) = (address, target)
    }

    var sockets: SocketDriver<Name>.Model {
        .init([.listen(.port, at: address)] + links.flatMap { $0.sockets(to: target) })
    }

    mutating func take(_ event: SocketDriver<Name>.Event) {
        switch (event, event.id) {
        case (.ready(_, let own), _): say("\(own) is forwarded to \(target)")
        case (.accepted(_, let connection, let from), _):
            linkCount += 1
            links.append(Link(number: linkCount, connection: connection, from: from))
        case (.failed(_, let failure), .port): problem = failure.reason
        case (_, .client(let number)):
            change(number) { $0.take(event, mine: \.toClient, other: \.toTarget, \.isClientOver) }
        case (_, .target(let number)):
            change(number) { $0.take(event, mine: \.toTarget, other: \.toClient, \.isTargetOver) }
        case (_, .port): break
        }
    }

    private mutating func change(_ number: Int, _ change: (inout Link) -> Void) {
        guard let index = links.firstIndex(where: { $0.number == number }) else { return }
        change(&links[index])
        guard links[index].isClientOver, links[index].isTargetOver else { return }
        say(links.remove(at: index).summary)
    }

    private mutating func say(_ line: String) {
        news = [line]
        lineCount += 1
    }
}

extension Forwarder.Link {
    /// Takes an event of one side.
    ///
    /// - Parameters:
    ///   - mine: The way to that side.
    ///   - other: The way from it to the other side.
    mutating func take(
        _ event: SocketDriver<Forwarder.Name>.Event, mine: WritableKeyPath<Self, Forwarder.Way>,
        other: WritableKeyPath<Self, Forwarder.Way>, _ isOver: WritableKeyPath<Self, Bool>
    ) {
        switch event {
        case .received(_, let bytes): self[keyPath: other].append(bytes)
        case .written(_, let end): self[keyPath: mine].drop(below: end)
        case .inputEnded: self[keyPath: other].isComplete = true
        case .closed: self[keyPath: isOver] = true
        case .failed(_, let failure):
            problem = problem ?? failure.reason
            self[keyPath: isOver] = true
        case .ready, .accepted, .opened, .datagram, .notSent: break
        }
    }

    var summary: String {
        "\(from): \(toTarget.writtenCount) bytes there, \(toClient.writtenCount) back"
            + (problem.map { "; \($0)" } ?? "")
    }
}
