/// Keeps sockets open, by identity: streams to other programs, listeners for theirs, and datagrams. Plain bytes, without TLS.
///
///     frames.lens(
///         driver: SocketDriver<String>(),
///         frameFilter: { frame in
///             [
///                 .connect(
///                     "chat", to: .host("chat.example", port: 7000),
///                     output: .init(frame.lines, from: frame.lineCount))
///             ]
///         },
///         eventFilter: { frame, event in
///             switch event {
///             case .received(_, let bytes): frame.news += frame.reader.take(bytes)
///             case .written(_, let end): frame.drop(linesBelow: end)
///             case .failed(_, let failure): frame.problem = failure
///             default: break
///             }
///         })
///
/// A socket that enters the model is opened, once: one that is closed or has failed stays as it is until it leaves the model. A socket
/// that leaves the model, or whose ``Socket/place`` changes, is closed at once, and no event of it arrives any more. A socket
/// that ``Socket/isEnding`` writes what stands in the model, waits for the other side to end, and is heard until then.
///
/// A connection that a listener accepts is an event. It belongs to the model that takes it in the turn of that event, under an identity of
/// its own: ``Socket/accepted(_:_:output:)``. A connection that is not in the model then is closed.
///
/// An application that is slow holds up the other sides: no more is read than has had its turns, but for 16 pieces of at most 64 KiB.
/// An application that passes bytes on pauses a stream whose bytes wait elsewhere: ``Socket/isPaused``. One thread of this process serves
/// all sockets of all drivers; names of hosts are looked up on threads of their own. When the loop ends, output that the system has not
/// taken yet has the patience to leave; then all is closed.
///
/// Small pieces leave at once (`TCP_NODELAY`), and connections are kept alive (`SO_KEEPALIVE`). The addresses of a host are tried one after
/// the other, each for three seconds if there are more. A path that is left over, a socket of this user without a listener, is replaced; a
/// new one has the mode ``Socket/mode``, and is removed with the listener.
public struct SocketDriver<ID: Hashable & Sendable>: Sendable {
    package let patience: Duration
    package let makeDevice: @Sendable () -> any SocketDevice

    package init(patience: Duration, _ makeDevice: @escaping @Sendable () -> any SocketDevice) {
        self.patience = patience
        self.makeDevice = makeDevice
    }
}

extension SocketDriver {
    /// The sockets that should be open.
    public struct Model: Hashable, Sendable, ExpressibleByArrayLiteral {
        /// The first of two with one identity counts.
        public var sockets: [Socket]

        /// Some sockets.
        @inlinable  // hot: a Frame-Filter may make thousands of sockets in each turn
        public init(_ sockets: [Socket] = []) {
            self.sockets = sockets
        }

        @inlinable  // hot: as above
        public init(arrayLiteral sockets: Socket...) {
            self.sockets = sockets
        }

        @inlinable  // hot: sockets of a turn before are compared by their own ==
        public static func == (one: Model, other: Model) -> Bool { one.sockets == other.sockets }

        /// No socket: all are closed.
        public static var none: Model { Model() }
    }

    /// A socket that should be open.
    public struct Socket: Hashable, Identifiable, Sendable {
        /// The kind of the socket, with its address. Another place is another socket.
        public var place: SocketPlace
        /// The pieces that a stream sends.
        public var output = SocketOutput()
        /// Whether nothing is read of a stream: once the buffers of the system are full, the other side waits. A piece that is on its way
        /// still arrives; the end of the input, or a cut, is seen when it is read again. A stream that ``isEnding`` is read.
        public var isPaused = false
        /// Whether it ends: a stream's output ends behind what stands in the model, and the stream is closed when the other side has ended
        /// its own, or fails by ``SocketFailure/timeLimit`` after the patience of the driver. A listener is closed, and so is a socket of
        /// datagrams once they are sent. One that is not open yet is opened first, within the patience. An end cannot be taken back.
        public var isEnding = false
        @usableFromInline var rare = RareSocketFields()
        // Behind the others: where those are is known without its type.
        /// The name of the socket in events.
        public let id: ID

        /// A socket of this kind.
        @inlinable  // hot: as above
        public init(_ id: ID, _ place: SocketPlace) {
            self.id = id
            self.place = place
        }

        @inlinable  // hot: as above
        public static func == (one: Socket, other: Socket) -> Bool {
            one.id == other.id && one.output == other.output && one.isEnding == other.isEnding
                && one.isPaused == other.isPaused && one.place == other.place && one.rare == other.rare
        }

        /// A stream to another program.
        @inlinable  // hot: as above
        public static func connect(
            _ id: ID, to address: SocketAddress, output: SocketOutput = .init()
        ) -> Socket {
            var socket = Socket(id, .connect(to: address))
            socket.output = output
            return socket
        }

        /// A place where other programs can connect.
        @inlinable  // hot: as above
        public static func listen(_ id: ID, at address: SocketAddress) -> Socket { Socket(id, .listen(at: address)) }

        /// A stream from another program, which a listener has accepted.
        @inlinable  // hot: as above
        public static func accepted(
            _ id: ID, _ connection: SocketConnection, output: SocketOutput = .init()
        ) -> Socket {
            var socket = Socket(id, .accepted(connection))
            socket.output = output
            return socket
        }

        /// A place where datagrams arrive, and from which they are sent.
        public static func datagrams(
            _ id: ID, at address: SocketAddress, output: DatagramOutput = .init()
        ) -> Socket {
            var socket = Socket(id, .datagrams(at: address))
            socket.datagrams = output
            return socket
        }

        var isStream: Bool {
            switch place {
            case .connect, .accepted: true
            case .listen, .datagrams: false
            }
        }

        /// Whether it is the same socket, perhaps with more output.
        func isSame(as other: Socket) -> Bool {
            place == other.place && limit == other.limit && mode == other.mode
        }
    }

    /// Something that happened to a socket.
    ///
    /// In JSON: `{"ready": {"id": 1, "at": "127.0.0.1:8080"}}`, `{"accepted": {"id": 1, "connection": 4, "from": "127.0.0.1:50311"}}`,
    /// `{"opened": {"id": 1, "at": "10.0.0.2:50311", "to": "10.0.0.1:80"}}`, `{"received": {"id": 1, "bytes": "text"}}`,
    /// `{"datagram": {"id": 1, "bytes": "text", "from": "10.0.0.1:53"}}`, `{"written": {"id": 1, "end": 2}}`,
    /// `{"notSent": {"id": 1, "number": 7, "failure": {"tooLong": {}}}}`, `{"inputEnded": {"id": 1}}`, `{"closed": {"id": 1}}`,
    /// `{"failed": {"id": 1, "failure": {"refused": {}}}}`.
    public enum Event: Hashable, Sendable {
        /// It listens, or datagrams arrive, at this address: with the port that it has got, where any was wanted.
        case ready(ID, at: SocketAddress)
        /// A listener has accepted a connection.
        case accepted(ID, SocketConnection, from: SocketAddress)
        /// A stream is open: its own address, and that of the other side.
        case opened(ID, at: SocketAddress, to: SocketAddress)
        /// A stream has brought bytes, at most 65,536. Where they were cut says nothing.
        case received(ID, [UInt8])
        /// A datagram has arrived, as it was sent: never a part of one.
        case datagram(ID, [UInt8], from: SocketAddress)
        /// All pieces, or datagrams, below this number were handed to the system. Another program that does not read holds this up.
        case written(ID, end: Int)
        /// The datagram of this number was not sent.
        case notSent(ID, number: Int, SocketFailure)
        /// The other side has ended its output: nothing more is received. It may still read.
        case inputEnded(ID)
        /// It is closed: both sides have ended, or it ``Socket/isEnding``. Its last event.
        case closed(ID)
        /// It could not be opened, or was cut. Its last event.
        case failed(ID, SocketFailure)

        /// The socket that it happened to.
        public var id: ID {
            switch self {
            case .ready(let id, _), .accepted(let id, _, _), .opened(let id, _, _), .received(let id, _),
                .datagram(let id, _, _), .written(let id, _), .notSent(let id, _, _), .inputEnded(let id),
                .closed(let id),
                .failed(let id, _):
                id
            }
        }

        /// Whether nothing follows for its socket.
        public var isLast: Bool {
            switch self {
            case .closed, .failed: true
            case .ready, .accepted, .opened, .received, .datagram, .written, .notSent, .inputEnded: false
            }
        }
    }
}

extension SocketDriver.Model: Codable where ID: Codable {}
