public import Cycle
public import CycleDrivers
import CycleNetwork
public import CycleTesting

/// The sockets of an application while it is explored, and the other programs to which they lead.
///
///     world.sockets.peers { address in [[.sends("welcome\n"), .ends], [.resets]] }
///     world.sockets.clients(of: .host("", port: 80), atMost: 2, [[.requests("GET", "/"), .resets]])
///
/// It plays each `SocketDriver`, `ServerDriver` and `WebSocketDriver`, whose own sessions run. Streams and datagrams between sockets of the
/// application itself, or of the parts of a system that is one frame, are joined by their addresses. Bytes along a stream keep their order,
/// and arrive at any time; datagrams arrive in any order. Other programs read at once.
///
/// Unchecked: as `VirtualTime`, it belongs to the isolation that explores.
public final class ExploredSockets: Explorable, StandIn, @unchecked Sendable {
    /// The deeds of another program, one after the other, from the opening of a stream on.
    public typealias Course = [SimulatedSockets.Deed]

    /// A stream that the application opens.
    private struct Attempt {
        let thing: Int
        let device: SimulatedSocketDevice
        let number: Int
        let address: SocketAddress
    }

    /// Another program at a stream.
    private struct Peer {
        let thing: Int
        let stream: SimulatedStream
        let course: Course
        var step = 0
    }

    /// Deliveries on their way along a stream, or one datagram.
    private struct Wire {
        let thing: Int
        /// `nil` for a datagram.
        let stream: SimulatedStream?
        var deliveries: [SimulatedSockets.Delivery]
    }

    private unowned let world: World
    private let sockets = SimulatedSockets()
    private var devices: [SimulatedSocketDevice] = []
    private var attempts: [Attempt] = []
    private var peers: [Peer] = []
    private var wires: [Wire] = []
    private var count = 0
    private var courses: (SocketAddress) -> [Course] = { _ in [[]] }
    private var refusals: Allowance?
    private var losses: Allowance?
    private var breaks: Allowance?

    init(_ world: World) {
        self.world = world
        sockets.hold = { [unowned self] in enqueue($0) }
        // The deeds of a course come one after the other.
        sockets.answers = { _ in [] }
    }

    // MARK: The world

    /// The courses of the programs that the application connects to: one of these each. By default they say nothing.
    ///
    /// - Parameters:
    ///   - count: How many streams are refused in one run, beside the bound of all faults.
    ///   - courses: May look at nothing but the address; an empty list where no program listens.
    public func peers(faults count: Int? = nil, _ courses: @escaping (SocketAddress) -> [Course]) {
        self.courses = courses
        refusals = count.map { world.faults("refused streams", $0) }
    }

    /// Programs that connect to an address while the application listens there.
    ///
    /// - Parameters:
    ///   - address: As in the model.
    ///   - count: How many connect in one run; `nil` for any number.
    ///   - courses: Their deeds: one of these each.
    public func clients(of address: SocketAddress, atMost count: Int? = nil, _ courses: [Course]) {
        world.addInput(
            "sockets", courses.map { "a client of \(address)\(Self.words($0))" }, atMost: count,
            isListening: { [unowned self] _ in sockets.listener(at: address) != nil },
            send: { [unowned self] index in
                if let stream = sockets.open(to: address) { take(stream, courses[index]) }
            })
    }

    /// Datagrams that arrive from other programs while the application receives there.
    public func datagrams(_ datagrams: [Datagram], from sender: SocketAddress, atMost count: Int? = nil) {
        world.addInput(
            "sockets", datagrams.map { "\(Self.readable($0.bytes)) from \(sender) to \($0.address)" }, atMost: count,
            isListening: { [unowned self] in sockets.receives(at: datagrams[$0].address) },
            send: { [unowned self] in sockets.arriveNow(datagrams[$0], from: sender) })
    }

    /// Datagrams of the application that are lost on their way.
    ///
    /// - Parameter count: How many in one run, beside the bound of all faults.
    public func mayLose(atMost count: Int) { losses = world.faults("lost datagrams", count) }

    /// Streams that are cut on their way, at both ends.
    ///
    /// - Parameter count: How many in one run, beside the bound of all faults.
    public func mayBreak(atMost count: Int) { breaks = world.faults("broken streams", count) }

    // MARK: Explorable

    /// The wires whose end is still open.
    private var openWires: [Wire] { wires.filter { $0.stream?.isGone != true } }

    public var possibilities: [Possibility] {
        attempts.flatMap(possibilities) + peers.compactMap(possibility) + openWires.flatMap(possibilities)
    }

    private func possibilities(of attempt: Attempt) -> [Possibility] {
        let (words, courses) = ("a stream to \(attempt.address)", courses(of: attempt))
        var possibilities = courses.enumerated().map { index, course in
            Possibility(
                "sockets", "\(words) opens\(Self.words(course))", thing: attempt.thing, outcome: index, kind: .due)
        }
        let isRefused = courses.isEmpty
        if isRefused || refusals?.isLeft == true {
            possibilities.append(
                Possibility(
                    "sockets", "\(words) is refused", thing: attempt.thing, outcome: courses.count,
                    kind: isRefused ? .due : .fault))
        }
        return possibilities
    }

    private func possibility(of peer: Peer) -> Possibility? {
        guard peer.course.indices.contains(peer.step), !peer.stream.isGone else { return nil }
        let words = "\(peer.stream.own) \(Self.words(peer.course[peer.step]))"
        return Possibility("sockets", words, thing: peer.thing, kind: .due)
    }

    private func possibilities(of wire: Wire) -> [Possibility] {
        guard let first = wire.deliveries.first else { return [] }
        var possibilities = [Possibility("sockets", Self.words(first), thing: wire.thing, kind: .due)]
        let allowance = wire.stream == nil ? losses : breaks
        if allowance?.isLeft == true {
            let end = wire.stream == nil ? "is lost" : "is cut off, with its stream"
            possibilities.append(
                Possibility("sockets", "\(Self.words(first)) \(end)", thing: wire.thing, outcome: 1, kind: .fault))
        }
        return possibilities
    }

    public func happen(_ possibility: Possibility) {
        let thing = possibility.thing
        if let place = attempts.firstIndex(where: { $0.thing == thing }) {
            open(attempts.remove(at: place), possibility)
        } else if let place = peers.firstIndex(where: { $0.thing == thing }) {
            peers[place].step += 1
            sockets.perform(peers[place].course[peers[place].step - 1], peers[place].stream)
        } else if let place = wires.firstIndex(where: { $0.thing == thing }) {
            arrive(place, possibility)
        }
    }

    /// A listener of the application says nothing by itself.
    private func courses(of attempt: Attempt) -> [Course] {
        sockets.listener(at: attempt.address) == nil ? courses(attempt.address) : [[]]
    }

    private func open(_ attempt: Attempt, _ possibility: Possibility) {
        let courses = courses(of: attempt)
        guard possibility.outcome < courses.count else {
            if possibility.kind == .fault { refusals?.use() }
            return attempt.device.tell(.failed(attempt.number, .refused))
        }
        let stream = sockets.connect(attempt.device, attempt.number, to: attempt.address)
        if let stream { take(stream, courses[possibility.outcome]) }
    }

    private func take(_ stream: SimulatedStream, _ course: Course) {
        peers.append(Peer(thing: next(), stream: stream, course: course))
    }

    private func arrive(_ place: Int, _ possibility: Possibility) {
        let delivery = wires[place].deliveries.removeFirst()
        let stream = wires[place].stream
        if wires[place].deliveries.isEmpty || possibility.outcome == 1 { wires.remove(at: place) }
        guard possibility.outcome == 1 else { return sockets.deliver(delivery) }
        guard let stream else { return losses?.use() ?? () }
        breaks?.use()
        sockets.break(stream)
    }

    private func enqueue(_ delivery: SimulatedSockets.Delivery) {
        guard case .stream(let stream, _) = delivery.place else {
            return wires.append(Wire(thing: next(), stream: nil, deliveries: [delivery]))
        }
        if let place = wires.firstIndex(where: { $0.stream === stream }) {
            wires[place].deliveries.append(delivery)
        } else {
            wires.append(Wire(thing: next(), stream: stream, deliveries: [delivery]))
        }
    }

    private func next() -> Int {
        count += 1
        return count
    }

    public func remember(in memory: inout Fingerprint) {
        for attempt in attempts { memory.combine(attempt.address) }
        for peer in peers where !peer.stream.isGone {
            memory.combine(peer.stream.own)
            memory.combine(peer.course)
            memory.combine(peer.step)
        }
        for wire in openWires { for delivery in wire.deliveries { memory.combine(Self.words(delivery)) } }
        for device in devices {
            memory.combine(device.memory())
            memory.combine(device.newestOffer)
            for stream in device.openStreams {
                memory.combine(stream.own)
                memory.combine(stream.peer)
                memory.combine(stream.isInputEnded)
                memory.combine(stream.isOutputEnded)
                memory.combine(stream.other?.isGone)
                for news in stream.unread { memory.combine(Self.words(.init(along: stream, news))) }
            }
        }
    }

    public func losePower() {
        (devices, attempts, peers, wires) = ([], [], [], [])
        sockets.forgetAll()
    }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any ExploredByAddress)?.explored(by: self) as? any Driver<Played.Model, Played.Event>
    }

    fileprivate func makeDevice() -> SimulatedSocketDevice {
        let device = SimulatedSocketDevice(sockets)
        device.connects = { [unowned self] device, number, address in
            attempts.append(Attempt(thing: next(), device: device, number: number, address: address))
        }
        device.onLeave = { [unowned self] device, number in
            attempts.removeAll { $0.device === device && $0.number == number }
        }
        device.onClose = { [unowned self] device in
            devices.removeAll { $0 === device }
            attempts.removeAll { $0.device === device }
        }
        devices.append(device)
        return device
    }
}

/// A driver whose identities' type its twin does not know.
private protocol ExploredByAddress {
    func explored(by sockets: ExploredSockets) -> any Driver
}

extension SocketDriver: ExploredByAddress {
    fileprivate func explored(by sockets: ExploredSockets) -> any Driver {
        SocketDriver(patience: patience) { sockets.makeDevice() }
    }
}

extension ServerDriver: ExploredByAddress {
    fileprivate func explored(by sockets: ExploredSockets) -> any Driver {
        ServerDriver(limits: limits) { sockets.makeDevice() }
    }
}

extension WebSocketDriver: ExploredByAddress {
    fileprivate func explored(by sockets: ExploredSockets) -> any Driver {
        WebSocketDriver(patience: patience, isGuessable: true) { sockets.makeDevice() }
    }
}

extension World {
    /// The sockets of the application, and the other programs to which they lead.
    public var sockets: ExploredSockets { part { ExploredSockets(self) } }
}
