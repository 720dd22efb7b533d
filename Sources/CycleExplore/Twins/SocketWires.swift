import CycleTesting

/// The deliveries on their way between sockets: along a stream in their order, and datagrams in any.
///
/// Wires are in the order of their places, and not of their births: a wire that has got its first delivery first is no other state.
struct SocketWires {
    /// Something on its way, and its words, which are made once: all of them, and those that a report shows.
    private struct Shipment {
        let delivery: SimulatedSockets.Delivery
        let words: String
        let shown: String

        init(_ delivery: SimulatedSockets.Delivery) {
            self.delivery = delivery
            words = ExploredSockets.words(delivery)
            shown = (ExploredSockets.wordsOfMessage(delivery) ?? words).cutInTheMiddle(to: 160)
        }
    }

    /// Deliveries along a stream, or one datagram.
    private struct Wire {
        let thing: Int
        /// `nil` for a datagram.
        let stream: SimulatedStream?
        let place: String
        /// The program to which it leads, and its number.
        let program: (name: String?, number: Int)
        /// The number of the program that it comes from; 0 where that is not explored.
        let sender: Int
        var shipments: [Shipment]

        var state: WireState {
            WireState(
                place: place, program: program, sender: sender, isStream: stream != nil, words: shipments.map(\.words),
                opensRequest: shipments.first?.delivery.opensRequest == true)
        }
    }

    /// The end of a delivery.
    enum Outcome {
        case arrives([SimulatedSockets.Delivery])
        case breaks(SimulatedStream)
    }

    private var wires: [Wire] = []
    var losses: Allowance?
    var doubles: Allowance?
    var breaks: Allowance?
    /// What may not happen to the deliveries so far.
    private(set) var notAllowed: NotAllowed = []

    /// - Parameters:
    ///   - delivery: The bytes or the end that are on their way from now on.
    ///   - thing: A number for it, if no other is on its way there.
    ///   - sender: The number of the program that it comes from.
    ///   - program: The number of the program to which it leads.
    mutating func add(_ delivery: SimulatedSockets.Delivery, thing: Int, from sender: Int, to program: Int) {
        let shipment = Shipment(delivery)
        guard case .stream(let stream, _) = delivery.place else {
            if losses == nil { notAllowed.insert(.lostDatagrams) }
            if doubles == nil { notAllowed.insert(.doubledDatagrams) }
            return add(shipment, nil, shipment.words, thing, from: sender, to: program)
        }
        if breaks == nil { notAllowed.insert(.brokenStreams) }
        if let place = wires.firstIndex(where: { $0.stream === stream }) {
            wires[place].shipments.append(shipment)
        } else {
            add(shipment, stream, "\(stream.own) \(stream.peer)", thing, from: sender, to: program)
        }
    }

    private mutating func add(
        _ shipment: Shipment, _ stream: SimulatedStream?, _ place: String, _ thing: Int,
        from sender: Int, to number: Int
    ) {
        let program = (shipment.delivery.program, number)
        wires.insert(
            Wire(
                thing: thing, stream: stream, place: place, program: program, sender: sender, shipments: [shipment]),
            inOrderOf: { $0.place })
    }

    mutating func clear() { wires = [] }

    /// Datagrams between such programs do not arrive.
    mutating func loseDatagrams(_ areApart: (Int, Int) -> Bool) {
        wires.removeAll { $0.stream == nil && areApart($0.sender, $0.program.number) }
    }

    /// The wires whose end is still open.
    private var open: [Wire] { wires.filter { $0.stream?.isGone != true } }

    /// - Parameter areApart: Whether nothing arrives from one program at another one.
    func possibilities(_ areApart: (Int, Int) -> Bool) -> [Possibility] {
        open.flatMap { wire in
            if areApart(wire.sender, wire.program.number) { return [Possibility]() }
            guard let first = wire.shipments.first else { return [Possibility]() }
            let shown = first.delivery.opensRequest ? wire.shipments.last ?? first : first
            return possibilities(shown.shown, wire.thing, of: wire.program, isStream: wire.stream != nil)
        }
    }

    private func possibilities(
        _ words: String, _ thing: Int, of program: (String?, Int), isStream: Bool
    ) -> [Possibility] {
        func possibility(_ end: String, _ outcome: Int, _ kind: Possibility.Kind) -> Possibility {
            Possibility(socketsOf: program, words + end, thing: thing, outcome: outcome, kind: kind)
        }
        return outcomes(isStream: isStream).map { outcome in
            switch outcome {
            case 0: possibility("", outcome, .due)
            case 1: possibility(isStream ? " is cut off, with its stream" : " is lost", outcome, .fault)
            default: possibility(", and will once more", outcome, .fault)
            }
        }
    }

    /// The program that has sent what a possibility is the end of, where there is one, and whether that never arrives.
    func message(of possibility: Possibility) -> (sender: String?, isLost: Bool)? {
        guard let wire = wires.first(where: { $0.thing == possibility.thing }) else { return nil }
        let sender = wire.sender == 0 ? nil : wire.shipments.first?.delivery.sender.hostName
        return (sender, possibility.outcome == 1)
    }

    /// The numbers of the ends that a delivery may have: it arrives, it is lost or cut off, it arrives once more.
    func outcomes(isStream: Bool) -> [Int] {
        if isStream { return breaks?.isLeft == true ? [0, 1] : [0] }
        return [0] + (losses?.isLeft == true ? [1] : []) + (doubles?.isLeft == true ? [2] : [])
    }

    /// All deliveries whose end is still open, in words.
    var states: [WireState] { open.map(\.state) }

    /// - Parameters:
    ///   - possibility: The happening that befalls the first delivery of a wire.
    ///   - again: Makes a number for what is on its way once more.
    /// - Returns: Its end; `nil` where it is lost.
    mutating func take(_ possibility: Possibility, again: () -> Int) -> Outcome? {
        guard let index = wires.firstIndex(where: { $0.thing == possibility.thing }) else { return nil }
        let shipment = wires[index].shipments.removeFirst()
        // A request comes with its stream.
        var rest: [SimulatedSockets.Delivery] = []
        if shipment.delivery.opensRequest {
            rest = wires[index].shipments.map(\.delivery)
            wires[index].shipments = []
        }
        let wire = wires[index]
        if wire.shipments.isEmpty || possibility.outcome == 1 { wires.remove(at: index) }
        switch possibility.outcome {
        case 0: return .arrives([shipment.delivery] + rest)
        case 1:
            guard let stream = wire.stream else {
                losses?.use()
                return nil
            }
            breaks?.use()
            return .breaks(stream)
        default:
            doubles?.use()
            add(shipment, nil, wire.place, again(), from: wire.sender, to: wire.program.number)
            return .arrives([shipment.delivery])
        }
    }

    func remember(in memory: inout Fingerprint) {
        for wire in open { for shipment in wire.shipments { memory.combine(shipment.words) } }
    }
}

extension Possibility {
    /// - Parameter program: The one whose sockets it happens to; without a name where there is one alone.
    init(
        socketsOf program: (name: String?, number: Int), _ label: String, thing: Int, outcome: Int = 0, kind: Kind
    ) {
        self.init(program.name.map { "\($0) sockets" } ?? "sockets", label, thing: thing, outcome: outcome, kind: kind)
        self.program = program.number
    }
}
