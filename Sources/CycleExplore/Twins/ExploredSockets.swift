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

    /// The device that opens sockets for one driver, and the place of the driver's lens.
    struct Opener {
        let path: String
        let device: SimulatedSocketDevice
    }

    /// A stream that the application opens.
    struct Attempt {
        let thing: Int
        let path: String
        let device: SimulatedSocketDevice
        /// The program that opens it, and its number.
        let program: (name: String?, number: Int)
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

    unowned let world: World
    let sockets = SimulatedSockets()
    /// The devices, in the order of their paths: a program that has started first is no other state.
    private(set) var openers: [Opener] = []
    private(set) var attempts: [Attempt] = []
    private var peers: [Peer] = []
    private(set) var wires = SocketWires()
    private var count = 0
    private(set) var courses: ((SocketAddress) -> [Course])?
    private var refusals: Allowance?

    init(_ world: World) {
        self.world = world
        sockets.hold = { [unowned self] in send($0) }
        // The deeds of a course come one after the other.
        sockets.answers = { _ in [] }
    }

    // MARK: The world

    /// The courses of the programs that the application connects to: one of these each. By default they say nothing; in a system of
    /// several programs a stream to none of them is refused.
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
            "sockets", datagrams.map { "\(readableBytes($0.bytes)) from \(sender) to \($0.address)" }, atMost: count,
            isListening: { [unowned self] in sockets.receives(at: datagrams[$0].address) },
            send: { [unowned self] in sockets.arriveNow(datagrams[$0], from: sender) })
    }

    /// Datagrams of the application that are lost on their way.
    ///
    /// - Parameter count: How many in one run, beside the bound of all faults.
    public func mayLose(atMost count: Int) { wires.losses = world.faults("lost datagrams", count) }

    /// Datagrams of the application that arrive, and later once more.
    ///
    /// - Parameter count: How many in one run, beside the bound of all faults.
    public func mayDouble(atMost count: Int) { wires.doubles = world.faults("doubled datagrams", count) }

    /// Streams that are cut on their way, at both ends.
    ///
    /// - Parameter count: How many in one run, beside the bound of all faults.
    public func mayBreak(atMost count: Int) { wires.breaks = world.faults("broken streams", count) }

    // MARK: Explorable

    public var possibilities: [Possibility] {
        attempts.flatMap(possibilities) + ofPeers + wires.possibilities { [unowned self] in areApart($0, $1) }
    }

    /// What may not happen to the deliveries so far.
    var notAllowed: NotAllowed { wires.notAllowed }

    /// All that other programs may do, which are not explored.
    var ofPeers: [Possibility] { peers.compactMap(possibility) }

    private func possibilities(of attempt: Attempt) -> [Possibility] {
        if areApart(attempt.program.number, number(of: attempt.address.hostName)) { return [] }
        let (words, courses) = ("a stream to \(attempt.address)", courses(of: attempt))
        let why = isStrange(attempt) ? ": no program has that name, or listens there" : ""
        return outcomes(courses.count).map { outcome in
            if outcome < courses.count {
                return Possibility(
                    socketsOf: attempt.program, "\(words) opens\(Self.words(courses[outcome]))", thing: attempt.thing,
                    outcome: outcome, kind: .due)
            }
            return Possibility(
                socketsOf: attempt.program, "\(words) is refused\(why)", thing: attempt.thing, outcome: outcome,
                kind: courses.isEmpty ? .due : .fault)
        }
    }

    /// The numbers of the ends that an attempt may have, of which the last is that it is refused.
    func outcomes(_ courseCount: Int) -> [Int] {
        let isRefused = courseCount == 0 || refusals?.isLeft == true
        return Array(0..<courseCount) + (isRefused ? [courseCount] : [])
    }

    private func possibility(of peer: Peer) -> Possibility? {
        guard peer.course.indices.contains(peer.step), !peer.stream.isGone else { return nil }
        let words = "\(peer.stream.own) \(Self.words(peer.course[peer.step]))"
        return Possibility("sockets", words, thing: peer.thing, kind: .due)
    }

    public func happen(_ possibility: Possibility) {
        let thing = possibility.thing
        if let place = attempts.firstIndex(where: { $0.thing == thing }) {
            world.common.touches.noteAddress()
            open(attempts.remove(at: place), possibility)
        } else if let place = peers.firstIndex(where: { $0.thing == thing }) {
            peers[place].step += 1
            sockets.perform(peers[place].course[peers[place].step - 1], peers[place].stream)
        } else {
            arrive(possibility)
        }
    }

    private func send(_ delivery: SimulatedSockets.Delivery) {
        let (sender, receiver) = (number(of: delivery.sender.hostName), number(of: delivery.program))
        if case .absent(let address, _, _) = delivery.place, receiver == 0 { return noteAbsent(address) }
        if !delivery.isAlongStream, areApart(sender, receiver) { return }
        wires.add(delivery, thing: next(), from: sender, to: receiver)
    }

    /// Takes note of a datagram to a host that is no program; at this host nothing receives it.
    private func noteAbsent(_ address: SocketAddress) {
        guard let name = address.hostName, !name.isThisHost, courses == nil else { return }
        world.note("a datagram to \(address): no program has that name: say what is there, world.sockets.peers { … }")
    }

    /// Whether programs are cut off from each other.
    func areApart(_ one: Int, _ other: Int) -> Bool { world.common.cuts.areApart(one, other) }

    /// The datagrams on their way between programs that are cut off from each other are lost.
    func loseApart() { wires.loseDatagrams { [unowned self] in areApart($0, $1) } }

    /// A listener of the application says nothing by itself.
    private func courses(of attempt: Attempt) -> [Course] {
        if sockets.listener(at: attempt.address, from: attempt.device.host) != nil { return [[]] }
        return courses?(attempt.address) ?? (world.programs.isEmpty ? [[]] : [])
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

    private func arrive(_ possibility: Possibility) {
        switch wires.take(possibility, again: next) {
        case .arrives(let deliveries):
            let device = deliveries.first.flatMap { sockets.device(of: $0) }
            // Its session may start an alarm.
            if let opener = openers.first(where: { $0.device === device }) { world.common.lens = opener.path }
            for delivery in deliveries { sockets.deliver(delivery) }
        case .breaks(let stream): sockets.break(stream)
        case nil: break
        }
    }

    func number(of program: String?) -> Int {
        program.flatMap { name in world.programs.first { $0.name == name } }?.world.number ?? 0
    }

    private func next() -> Int {
        count += 1
        return count
    }

    public func remember(in memory: inout Fingerprint) {
        for attempt in attempts { memory.combine(attempt.address) }
        rememberPeers(in: &memory)
        wires.remember(in: &memory)
        for opener in openers { remember(opener.device, in: &memory) }
    }

    func rememberPeers(in memory: inout Fingerprint) {
        for peer in peers where !peer.stream.isGone {
            memory.combine(peer.stream.own)
            memory.combine(peer.course)
            memory.combine(peer.step)
        }
    }

    func remember(_ device: SimulatedSocketDevice, in memory: inout Fingerprint) {
        memory.combine(device.memory())
        memory.combine(device.newestOffer)
        for stream in device.openStreams {
            memory.combine(stream.own)
            memory.combine(stream.peer)
            memory.combine(stream.isInputEnded)
            memory.combine(stream.isOutputEnded)
            // Of a system, links say it.
            if world.programs.isEmpty { memory.combine(stream.other?.isGone) }
            for news in stream.unread { memory.combine(Self.words(.init(along: stream, news))) }
        }
    }

    public func losePower() {
        (openers, attempts, peers) = ([], [], [])
        wires.clear()
        sockets.forgetAll()
    }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any ExploredByAddress)?.explored(by: self, at: path) as? any Driver<Played.Model, Played.Event>
    }

    /// Makes the device that opens the sockets of a driver.
    ///
    /// - Parameter path: The place of the driver's lens.
    func makeDevice(at path: String) -> SimulatedSocketDevice {
        let program = world.programs.first { path.hasPrefix(Touches.key(of: $0.name)) }?.name
        let device = SimulatedSocketDevice(sockets, of: program)
        device.connects = { [unowned self] device, number, address in
            let attempt = Attempt(
                thing: next(), path: path, device: device, program: (device.host, self.number(of: device.host)),
                number: number, address: address)
            attempts.insert(attempt, inOrderOf: { $0.path })
        }
        device.onLeave = { [unowned self] device, number in
            attempts.removeAll { $0.device === device && $0.number == number }
        }
        device.onClose = { [unowned self] device in
            openers.removeAll { $0.device === device }
            attempts.removeAll { $0.device === device }
        }
        openers.insert(Opener(path: path, device: device), inOrderOf: { $0.path })
        world.common.alarms.noteLimits(of: path) { [weak device] in device?.nextLimit() }
        return device
    }
}

extension World {
    /// The sockets of the application, and the other programs to which they lead.
    ///
    /// One for all programs of a system.
    public var sockets: ExploredSockets { whole?.sockets ?? part { ExploredSockets(self) } }
}
