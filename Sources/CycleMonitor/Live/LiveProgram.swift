import Cycle
import CycleBase

/// The side of a program that clients look at while it runs: it tells them its moments, and obeys their commands.
///
/// Confined to the loop. While no client is attached, a moment costs its place in a ring.
final class LiveProgram<Frame> {
    private struct Client {
        var writer = LineWriter()
        /// Lines that were made and not handed on.
        var text = JSONText()
        /// Answers to commands, and what else is no moment: they wait until there is room.
        var answers = JSONText()
        /// The moments in the text.
        var momentCount = 0
        /// The moments that there was no room for, since the last one that there was.
        var lostCount = 0
        /// Whether the client knows the frame before the next moment.
        var knowsFrame = false
        /// Whether it stands still, with all waiting for it that may: nothing is made for it then.
        var isFull = false

        mutating func append(_ head: LineWriter.Head, context: JSON?, effect: JSON) {
            if lostCount > 0 {
                text.append(text: "{\"lost\":\(lostCount)}\n")
                lostCount = 0
            }
            writer.append(head, context: context, effect: effect, to: &text)
            text.append(UInt8(ascii: "\n"))
            momentCount += 1
            knowsFrame = true
        }

        /// Appends the newest of some moments that have room: where they have not, the older half is lost, as often as it takes.
        mutating func append(newest moments: [RecordedMoment], upTo byteCount: Int) {
            var rest = moments[...]
            var (writer, text) = Self.lines(of: rest)
            while text.count > byteCount {
                rest = rest.dropFirst((rest.count + 1) / 2)
                (writer, text) = Self.lines(of: rest)
            }
            if rest.count < moments.count { self.text.append(text: "{\"lost\":\(moments.count - rest.count)}\n") }
            self.text.append(contentsOf: text)
            (self.writer, momentCount, knowsFrame) = (writer, rest.count, !rest.isEmpty)
        }

        private static func lines(of moments: ArraySlice<RecordedMoment>) -> (LineWriter, JSONText) {
            var (writer, text) = (LineWriter(), JSONText())
            for moment in moments {
                writer.append(moment, to: &text)
                text.append(UInt8(ascii: "\n"))
            }
            return (writer, text)
        }
    }

    private static var batchByteCount: Int { 64 << 10 }
    /// After so many lost moments it is seen whether the client reads again; also whenever the loop is idle.
    private static var lookCount: Int { 1_024 }
    /// A client that gives commands and reads no answers loses those beyond.
    private static var answersByteCount: Int { 64 << 10 }

    private let program: MonitoredProgram<Frame>
    private let redaction: Redaction?
    /// `nil` until it serves.
    var server: (any ClientOutput)?
    private let ring: MomentRing<Frame>
    private let models: KeptModels
    private let counter = MomentCounter(first: 0)
    private let limits = RecordingLimits()
    /// Those of the latest frame that was encoded.
    private let arrays = EncodedArrays()
    private var clients: [LiveServer.ClientID: Client] = [:]
    /// Whether the program stood still when it was idle the last time, and whether its drivers were silent.
    private var (isPaused, isSilent) = (false, false)

    init(_ program: MonitoredProgram<Frame>, keeping count: Int, _ redaction: Redaction?) {
        (self.program, self.redaction) = (program, redaction)
        models = KeptModels(keeping: count)
        program.standIns.onModel = models.render
        ring = MomentRing(capacity: count, counter: counter)
    }

    /// Takes clients at a socket until the loop stops.
    ///
    /// - Returns: Cancelling it ends all connections.
    func serve(at path: String, in loop: Loop, _ onFailure: (LiveError) -> Void) -> Subscription {
        let (news, inlet) = Signal<LiveServer.News>.pipe()
        do throws(LiveError) {
            let server = try LiveServer(path: path) { inlet.send($0) }
            try server.start()
            self.server = server
            let running = news.run(in: loop, receive: { [weak self] in self?.take($0) })
            return Subscription([running, Subscription { server.stop() }])
        } catch {
            onFailure(error)
            return Subscription()
        }
    }

    // MARK: Moments

    func take(_ moment: Moment<Frame>) {
        ring.append(moment)
        models.beginMoment()
        loseMoment()
        guard clients.contains(where: { !$0.value.isFull }) else { return }
        let byteLimit = limits.valueByteCount
        let head = LineWriter.Head(
            number: counter.upcoming - 1, time: moment.time, wallTime: moment.wallTime,
            lens: redaction.text(moment.cause.lens),
            event: redaction.event(
                JSONEncoding.json(of: moment.cause.event, byteLimit: byteLimit), of: moment.cause.lens))
        let frame = { (frame: Frame) in
            self.redaction.value(JSONEncoding.json(of: frame, byteLimit: byteLimit, reusing: self.arrays))
        }
        let effect = frame(moment.effect)
        let isStart = moment.cause.lens == RecordedMoment.start
        for id in clients.keys where clients[id]?.isFull == false {
            let context = clients[id]?.knowsFrame == true || isStart ? nil : frame(moment.context)
            clients[id]?.append(head, context: context, effect: effect)
            if let count = clients[id]?.text.count, count >= Self.batchByteCount { flush(id) }
        }
        // It happens when the loop is idle already.
        if moment.cause.lens == RecordedMoment.replacement { flush() }
    }

    /// A client that stands still costs a moment no more than its number.
    private func loseMoment() {
        for (id, client) in clients where client.isFull {
            // A client that has room again gets this moment.
            if client.lostCount.isMultiple(of: Self.lookCount) { lookForRoom(id) }
            if clients[id]?.isFull == true { clients[id]?.lostCount += 1 }
        }
    }

    /// Whether a client reads again.
    private func lookForRoom(_ id: LiveServer.ClientID) {
        if server?.hasRoom(for: Self.batchByteCount, to: id) == true { clients[id]?.isFull = false }
    }

    /// The loop has nothing left to do for now.
    func becomeIdle() {
        program.becomeIdle()
        tellOverflow()
        tellSilence()
        flush()
    }

    /// Tells all clients that a pause has ended by itself.
    private func tellOverflow() {
        guard isPaused != program.isPaused else { return }
        isPaused = program.isPaused
        guard program.standIns.pausedEvents.hasOverflowed else { return }
        for id in clients.keys { answer("resumed", "\(PausedEvents.limit)", id) }
    }

    /// Tells all clients that drivers have become silent, or run again.
    private func tellSilence() {
        guard isSilent != program.isSilent else { return }
        isSilent = program.isSilent
        for id in clients.keys { answer("silent", "\(isSilent)", id) }
    }

    /// Hands on what was collected.
    private func flush() {
        for id in clients.keys { flush(id) }
    }

    private func flush(_ id: LiveServer.ClientID) {
        if clients[id]?.isFull == true { lookForRoom(id) }
        guard var client = clients[id], !client.text.isEmpty || !client.answers.isEmpty else { return }
        if server?.send(client.text + client.answers, to: id) == true {
            client.answers.removeAll(keepingCapacity: true)
        } else {
            // The client stands still. When it reads again it gets the number of moments that it has missed, and the
            // program never waits for it.
            client.lostCount += client.momentCount
            client.knowsFrame = false
            client.isFull = true
        }
        client.text.removeAll(keepingCapacity: true)
        client.momentCount = 0
        clients[id] = client
    }

    // MARK: Clients

    func take(_ news: LiveServer.News) {
        switch news {
        case .attached(let id): attach(id)
        case .detached(let id): clients[id] = nil
        case .line(let id, let line):
            server?.take(from: id)
            if !line.isEmpty { obey(line, of: id) }
        }
        flush()
    }

    /// The first lines for a client: the header, and the moments that are kept.
    private func attach(_ id: LiveServer.ClientID) {
        var client = Client()
        var header = RecordingHeader(createdBy: program.name)
        header.live = LiveCommand.version
        client.text += Array((header.line + "\n").utf8)
        // The header and answers need room, too.
        let byteCount = max(0, (server?.waitingLimit ?? 0) - 2 * Self.batchByteCount)
        client.append(newest: redaction.applied(to: ring.moments(limits: limits)), upTo: byteCount)
        clients[id] = client
        if isSilent { answer("silent", "true", id) }
    }

    private func obey(_ line: String, of id: LiveServer.ClientID) {
        do throws(InspectionCommand.Mistake) {
            let command = try LiveCommand(line: line)
            if case .wants(let number) = command { return try answerWants(number, id) }
            try obey(command)
            answer("ok", command.word.quotedJSON, id)
        } catch {
            answer("error", redaction.text(error.reason).quotedJSON, id)
        }
    }

    private func answerWants(_ number: Int, _ id: LiveServer.ClientID) throws(InspectionCommand.Mistake) {
        guard let models = models.models(after: number) else {
            throw InspectionCommand.Mistake(reason: "moment \(number) is not kept")
        }
        let fields = models.sorted { $0.key < $1.key }.map {
            JSON.Field(key: $0.key, value: redaction.value($0.value.value))
        }
        answer("wants", "\(JSON.object(fields).text),\"moment\":\(number)", id)
    }

    private func answer(_ key: String, _ json: String, _ id: LiveServer.ClientID) {
        guard let count = clients[id]?.answers.count, count < Self.answersByteCount else { return }
        clients[id]?.answers.append(text: "{\"\(key)\":\(json)}\n")
    }

    // MARK: Commands

    private func obey(_ command: LiveCommand) throws(InspectionCommand.Mistake) {
        switch command {
        case .pause: program.pause()
        case .resume: program.resume()
        case .step:
            guard program.step() else {
                throw InspectionCommand.Mistake(reason: program.isPaused ? "nothing waits" : "it is not paused")
            }
        case .inject(let lens, let event):
            do throws(Replay.Mismatch.Reason) {
                try program.inject(event, into: lens)
            } catch {
                throw InspectionCommand.Mistake(reason: error.text)
            }
        case .set(let place, let value): try set(place, value)
        case .goto(let number, let isSilent):
            guard let frame = ring.effect(of: number) else {
                throw InspectionCommand.Mistake(reason: "moment \(number) is not kept")
            }
            program.goOn(from: frame, isPaused: program.isPaused, isSilent: isSilent)
        // It has an answer of its own.
        case .wants: break
        case .record(let path):
            do throws(RecordingError) {
                let moments = redaction.applied(to: ring.moments(limits: limits))
                try Recording(header: RecordingHeader(createdBy: program.name), moments: moments).write(to: path)
            } catch {
                throw InspectionCommand.Mistake(reason: "\(error)")
            }
        }
    }

    private func set(_ place: RecordedPath, _ value: RecordedValue) throws(InspectionCommand.Mistake) {
        guard let type = Frame.self as? any Decodable.Type, let latest = ring.effect(of: counter.upcoming - 1) else {
            throw InspectionCommand.Mistake(reason: "the frame is not Codable")
        }
        do {
            let frame = try RecordedValue(latest, byteLimit: .max).replacing(
                place.description, with: value)
            guard let frame = try frame.decoded(as: type) as? Frame else { return }
            program.goOn(from: frame, isPaused: program.isPaused, isSilent: program.isSilent)
        } catch {
            throw InspectionCommand.Mistake(reason: JSONEncoding.text(of: error))
        }
    }
}
