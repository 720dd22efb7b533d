import Cycle
import CycleDrivers
import CycleNetwork
import RowClock

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// world-row children COUNT        microseconds of processor time a child
// world-row pipe MEGABYTES        MB a second through the pipe of a child
// world-row echo                  prints its port, and says what it hears
// world-row websockets            the same with WebSockets

/// Written at once, also to a pipe.
func say(_ port: Int) {
    let line = Array("\(port)\n".utf8)
    _ = write(1, line, line.count)
}

// MARK: Children

/// So many children, sixteen at a time.
struct Children {
    let count: Int
    var live: [Int]
    var next: Int
    var endedCount = 0

    init(_ count: Int) {
        self.count = count
        live = Array(0..<min(16, count))
        next = live.count
    }

    mutating func end(_ number: Int) {
        endedCount += 1
        guard let place = live.firstIndex(of: number) else { return }
        if next < count { live[place] = next } else { live.remove(at: place) }
        next += 1
    }
}

func children(_ count: Int) async {
    let cycle = CycledLens(startingWith: Children(count)) { frames in
        frames.lens(
            driver: ProcessDriver<Int>(),
            frameFilter: { .running($0.live.map { .init($0, .init("/bin/true")) }) },
            eventFilter: { frame, event in
                if case .ended(let number, _) = event { frame.end(number) }
            })
    }
    await cycle.run { $0.endedCount == $0.count }
}

// MARK: A pipe

func pipe(megabytes: Int) async -> Int {
    var command = ProcessCommand("head", "-c", "\(megabytes << 20)", "/dev/zero")
    command.output = .pieces
    let cycle = CycledLens(startingWith: (byteCount: 0, isDone: false)) { [command] frames in
        frames.lens(
            driver: ProcessDriver<Int>(), frameFilter: { _ in .running([.init(1, command)]) },
            eventFilter: { frame, event in
                switch event {
                case .output(_, let bytes): frame.byteCount += bytes.count
                case .ended, .failed: frame.isDone = true
                default: break
                }
            })
    }
    return await cycle.run(until: \.isDone).byteCount
}

// MARK: Echoes

struct Echo {
    struct Stream {
        let connection: SocketConnection
        var pieces: [[UInt8]] = []
        var first = 0

        mutating func drop(below end: Int) {
            pieces.removeFirst(end - first)
            first = end
        }
    }

    /// The identity of the listener; streams count from 0.
    static let port = -1

    var streams: [Int: Stream] = [:]

    var sockets: SocketDriver<Int>.Model {
        // The listener behind the streams: a sum of two arrays would be one copy more of each stream.
        var sockets = streams.map { number, stream in
            SocketDriver<Int>.Socket.accepted(
                number, stream.connection, output: .init(stream.pieces, from: stream.first))
        }
        sockets.append(.listen(Echo.port, at: .host("127.0.0.1", port: 0)))
        return .init(sockets)
    }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        switch event {
        case .ready(_, .host(_, let port)): say(port)
        case .accepted(_, let connection, _): streams[streams.count] = Stream(connection: connection)
        case .received(let number, let bytes): streams[number]?.pieces.append(bytes)
        case .written(let number, let end): streams[number]?.drop(below: end)
        default: break
        }
    }
}

func echo() async {
    let cycle = CycledLens(startingWith: Echo()) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
    }
    await cycle.run { _ in false }
}

struct EchoOfMessages {
    struct Guest {
        var messages: [WebSocketMessage] = []
        var first = 0

        mutating func drop(below end: Int) {
            messages.removeFirst(end - first)
            first = end
        }
    }

    var guests: [ServerRequest.ID: Guest] = [:]

    mutating func take(_ event: ServerDriver<Int>.Event) {
        switch event {
        case .ready(_, .host(_, let port)): say(port)
        case .request(_, let request): guests[request.id] = Guest()
        case .message(let request, let message): guests[request]?.messages.append(message)
        case .written(let request, let end):
            guests[request]?.drop(below: end)
        case .hungUp(let request, _, _), .gone(let request, _): guests[request] = nil
        default: break
        }
    }
}

func webSockets() async {
    let cycle = CycledLens(startingWith: EchoOfMessages()) { frames in
        frames.lens(
            driver: ServerDriver<Int>(),
            frameFilter: { frame in
                .init(
                    [.init(1, at: .host("127.0.0.1", port: 0))],
                    frame.guests.map { .webSocket($0, .init($1.messages, from: $1.first)) })
            },
            eventFilter: { $0.take($1) })
    }
    await cycle.run { _ in false }
}

let arguments = CommandLine.arguments
let count = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1
switch arguments.dropFirst().first {
case "children":
    await children(100)
    let before = processorTime()
    await children(count)
    print((processorTime() - before) * 1e6 / Double(count))
case "pipe":
    let start = ContinuousClock.now
    let byteCount = await pipe(megabytes: count)
    print(Double(byteCount) / (start.duration(to: .now) / .seconds(1)) / 1e6)
case "echo": await echo()
case "websockets": await webSockets()
default: print("world-row children COUNT | pipe MEGABYTES | echo | websockets")
}
