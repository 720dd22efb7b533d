public import Cycle

import CycleBase

/// Talks to a program that is looked at while it runs: its reports are events, its orders are the model.
public struct LiveClient: Driver {
    /// The lines that the program should have received.
    public struct Model: Hashable, Sendable, Codable {
        /// The socket; `nil` for none.
        public var path: String?
        /// Lines to send, each once, in order: a longer list sends the lines behind those that were sent.
        public var lines: [String]

        /// - Parameters:
        ///   - path: The socket; `nil` for none.
        ///   - lines: Lines to send, each once.
        public init(path: String? = nil, lines: [String] = []) {
            (self.path, self.lines) = (path, lines)
        }
    }

    /// A report of the program.
    public enum Event: Hashable, Sendable, Codable {
        /// Whole lines, in order.
        case lines([String])
        /// The connection has ended, or could not be made; the reason where there is one.
        case closed(String?)
    }

    /// A driver for one connection at a time.
    public init() {}

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            var connection: LiveConnection?
            let running = model.run(
                inside: sink, finish: {},
                receive: { model in
                    if connection?.path != model.path {
                        connection?.stop()
                        connection = model.path.map { LiveConnection(to: $0, sink) }
                    }
                    connection?.send(model.lines)
                })
            return Subscription([
                running,
                Subscription {
                    connection?.stop()
                    connection = nil
                },
            ])
        }
    }
}

/// One connection, with a thread that reads; what is sent is written at once.
///
/// Unchecked: the descriptor is only closed when the thread has gone; `sentCount` is the loop's.
private final class LiveConnection: @unchecked Sendable {
    let path: String
    private let sink: Sink<LiveClient.Event>
    private var file: Int32 = -1
    private var thread: SystemThread?
    private var sentCount = 0

    init(to path: String, _ sink: Sink<LiveClient.Event>) {
        (self.path, self.sink) = (path, sink)
        do throws(LiveError) {
            file = try LocalSocket.connect(to: path)
            // A program that is slow to take commands is waited for: they are few and short.
            LocalSocket.setBlocking(file)
            let (file, inlet) = (file, sink.inlet())
            thread = try Self.start {
                LocalSocket.readLines(from: file) { inlet.send(.lines($0)) }
                inlet.send(.closed(nil))
                inlet.end()
            }
        } catch {
            sink.send(.closed("\(path): \(error)"))
        }
    }

    private static func start(_ work: @escaping @Sendable () -> Void) throws(LiveError) -> SystemThread {
        do {
            return try SystemThread("Cycle monitor", work)
        } catch {
            throw .system(operation: "start a thread for", code: error.code)
        }
    }

    func send(_ lines: [String]) {
        guard file >= 0, lines.count > sentCount else { return }
        let bytes = Array((lines[sentCount...].joined(separator: "\n") + "\n").utf8)
        sentCount = lines.count
        var rest = bytes[...]
        do throws(SystemFailure) {
            while !rest.isEmpty {
                let count = try Sockets.write(rest, to: file)
                if count == 0 { return }
                rest = rest.dropFirst(count)
            }
        } catch {
            // The thread reads the end of the connection, and says so.
        }
    }

    func stop() {
        guard file >= 0 else { return }
        _ = shutdown(file, Int32(SHUT_RDWR))
        thread?.join()
        Descriptors.close(file)
        file = -1
    }
}
