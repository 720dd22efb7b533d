import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Foundation
import Testing

private struct Sender: Equatable {
    typealias Path = PersistenceDriver.Path

    enum Step: Hashable {
        case queued, sending, pausing
    }

    struct Item: Equatable {
        var step = Step.queued
        /// In a row.
        var failureCount = 0
    }

    enum Alarm: Hashable, Sendable {
        case again(Path)
        case grace
    }

    static let atOnce = 2
    static let attemptLimit = 5
    static let memory = StoredValue<[Path]>.json(
        "sent.json", encode: JSONEncoder().encode, decode: JSONDecoder().decode)

    var address: String
    /// Send what is there now, and end.
    var isOnce = false
    /// The files that the server has; `nil` until the list was read.
    var sent: Set<Path>?
    var version = 0
    var savedVersion = 0
    var isListed = false
    var items: [Path: Item] = [:]
    var unsentCount = 0
    var isEnding = false
    var isCut = false
    var problem: String?
    var line: String?
    var lineCount = 0

    init(to address: String, isOnce: Bool = false) {
        (self.address, self.isOnce) = (address, isOnce)
    }

    var isDone: Bool {
        if problem != nil || isCut { return true }
        return (isEnding || isOnce && isListed) && items.isEmpty && version == savedVersion
    }

    var exitCode: Int32 {
        problem != nil || isOnce && (isEnding || unsentCount > 0) ? 1 : 0
    }

    func paths(_ step: Step) -> [Path] { items.filter { $0.value.step == step }.keys.sorted() }

    /// 1, 2, 4 … seconds, and a minute at most.
    func pause(_ path: Path) -> Duration { .seconds(min(60, 1 << min((items[path]?.failureCount ?? 1) - 1, 6))) }

    mutating func say(_ line: String) {
        self.line = line
        lineCount += 1
    }

    /// As many of the queue as may run.
    mutating func fill() {
        for path in paths(.queued).prefix(max(0, Self.atOnce - paths(.sending).count)) { items[path]?.step = .sending }
    }

    /// The first change has all files that are there.
    mutating func changed(_ change: PersistenceDriver.FolderChange) {
        guard let known = sent else { return }
        for path in isListed ? change.deleted : known.subtracting(change.created).sorted() {
            items[path] = nil
            // Another file may get this name.
            if sent?.remove(path) != nil { version += 1 }
        }
        isListed = true
        guard !isEnding else { return }
        for path in change.created where !known.contains(path) { items[path] = Item() }
        fill()
    }

    mutating func answered(_ path: Path, _ response: HTTP.Response) {
        let mayHelp = response.status >= 500 || [408, 425, 429].contains(response.status)
        guard response.isSuccess else { return failed(path, "status \(response.status)", mayHelp: mayHelp) }
        items[path] = nil
        sent?.insert(path)
        version += 1
        say("\(path): sent")
        fill()
    }

    mutating func failed(_ path: Path, _ reason: String, mayHelp: Bool = true) {
        let count = (items[path]?.failureCount ?? 0) + 1
        if isEnding || !mayHelp || isOnce && count == Self.attemptLimit {
            items[path] = nil
            unsentCount += 1
            say("\(path): \(reason); not sent")
        } else {
            items[path] = Item(step: .pausing, failureCount: count)
            say("\(path): \(reason); again in \(pause(path).components.seconds) s")
        }
        fill()
    }

    mutating func rang(_ alarm: Alarm) {
        switch alarm {
        case .again(let path):
            items[path]?.step = .queued
            fill()
        case .grace:
            isCut = true
            say("\(items.count) cut off")
        }
    }

    /// The first signal lets the requests that run come to an end, the second one does not.
    mutating func end() {
        isCut = isEnding
        isEnding = true
        items = items.filter { $0.value.step == .sending }
        if !items.isEmpty { say("ending: \(items.count) under way") }
    }
}

extension Sender {
    mutating func take(_ event: StoredValue<[Path]>.Event) {
        switch event {
        case .loaded(let paths): sent = Set(paths ?? [])
        case .saved: savedVersion = version
        // It was set aside, and what was stored before it is loaded.
        case .failed(.corrupt), .failed(.tooNew): say("\(Sender.memory.path): damaged")
        case .failed(let failure): problem = "\(Sender.memory.path): \(failure.reason)"
        case .changed, .deleted: break
        }
    }
}

private func sender(in folder: String, to address: String, isOnce: Bool = false) -> CycledLens<some Any, Sender> {
    CycledLens(startingWith: Sender(to: address, isOnce: isOnce)) { frames in
        frames.lens(
            driver: SignalDriver(),
            frameFilter: { _ in .listening(to: .terminate, .interrupt) },
            eventFilter: { sender, event in
                if case .received = event { sender.end() }
            })
        frames.lens(
            driver: PersistenceDriver(root: folder),
            frameFilter: { sender in
                guard let sent = sender.sent else { return .files(Sender.memory.read) }
                return .init(
                    [.watchFolder("outbox")] + (sender.version == 0 ? [] : [Sender.memory.write(sent.sorted())]))
            },
            eventFilter: { sender, event in
                if let event = Sender.memory.event(from: event) { return sender.take(event) }
                if case .folderChanged(_, let change) = event { sender.changed(change) }
                if case .failed(let path, let failure) = event { sender.problem = "\(path): \(failure.reason)" }
            })
        frames.lens(
            driver: NetworkDriver<Sender.Path>(),
            frameFilter: { sender in
                .init(
                    sender.paths(.sending).map { path in
                        .init(
                            id: path, .put,
                            "\(sender.address)/\(HTTP.percentEncoded(bytes: path.bytes, keepsSlashes: true))",
                            body: .file(path: "\(folder)/\(path)"))
                    })
            },
            eventFilter: { sender, event in
                switch event {
                case .response(let path, let response): sender.answered(path, response)
                case .failed(let path, let failure): sender.failed(path, failure.reason)
                case .head, .chunk, .progress: break
                }
            })
        frames.lens(
            driver: TimerDriver<Sender.Alarm>(),
            frameFilter: { sender in
                .timers(
                    sender.paths(.pausing).map { .once(.again($0), after: sender.pause($0)) }
                        + (sender.isEnding ? [.once(.grace, after: .seconds(3))] : []))
            },
            eventFilter: { sender, event in sender.rang(event.id) })
        frames.lens(
            driver: ConsoleDriver(),
            frameFilter: { .lines($0.line.map { [$0] } ?? [], edition: $0.lineCount) },
            eventFilter: { sender, event in
                if case .failed = event { sender.end() }
            })
    }
}

/// Not called: it would end the process.
private func main() async {
    var words = CommandLine.arguments.dropFirst()
    let isOnce = words.first == "--once"
    if isOnce { words.removeFirst() }
    guard words.count == 2, let folder = words.first, let address = words.last, HTTP.Address(address) != nil else {
        StandardError.exit(2, "usage: sender [--once] FOLDER URL")
    }
    let last = await sender(in: folder, to: address, isOnce: isOnce).run(until: \.isDone)
    if let problem = last.problem { StandardError.print("sender: \(problem)") }
    StandardError.exit(last.exitCode)
}

@Suite("Cookbook: a daemon that sends")
struct SendingDaemonTests {
    @Test("it sends two at once, tries again, and lets what runs come to an end")
    func sends() {
        let time = VirtualTime()
        let (console, files, signals) = (SimulatedConsole(isTerminal: false), SimulatedFiles(), SimulatedSignals())
        var status = 500
        let network = SimulatedNetwork(time) { _ in .response(status, [:], [], after: .seconds(2)) }
        for name in ["a b", "c", "d"] {
            files[text: "outbox/\(name)"] = name
            network.files["/spool/outbox/\(name)"] = Array(name.utf8)
        }
        let program = sender(in: "/spool", to: "http://store")
        let test = TestRun(program, time: time, exhaustive: false, standIns: console, files, signals, network)
        test.settle()
        #expect(network.messages.map(\.address.target) == ["/outbox/a%20b", "/outbox/c"])
        test.advance(by: .seconds(2))
        status = 201
        test.advance(by: .seconds(3))
        signals.send(.terminate)
        test.settle()
        #expect(!test.frame.isDone)
        test.advance(by: .seconds(2))
        #expect(test.frame.isDone && test.frame.exitCode == 0)
        #expect(
            console.output.split(whereSeparator: \.isNewline) == [
                "outbox/a b: status 500; again in 1 s", "outbox/c: status 500; again in 1 s",
                "outbox/d: status 500; again in 1 s", "outbox/a b: sent", "ending: 2 under way", "outbox/c: sent",
                "outbox/d: sent",
            ])
        #expect(files[text: "sent.json"] == #"["outbox\/a b","outbox\/c","outbox\/d"]"#)
    }

    /// The server, the disk and the signals around the program.
    private final class Place {
        let time = VirtualTime()
        let files = SimulatedFiles()
        let signals = SimulatedSignals()
        let network: SimulatedNetwork

        init(_ answer: @escaping (HTTP.Message) -> SimulatedAnswer) {
            network = SimulatedNetwork(time, answer: answer)
        }

        func put(_ names: String...) {
            for name in names {
                files[text: "outbox/\(name)"] = name
                network.files["/spool/outbox/\(name)"] = Array(name.utf8)
            }
        }

        func run(isOnce: Bool = false) -> TestRun<Sender> {
            TestRun(
                sender(in: "/spool", to: "http://store", isOnce: isOnce), time: time, exhaustive: false,
                standIns: SimulatedConsole(isTerminal: false), files, signals, network)
        }
    }

    @Test("a request without an answer is cut off after the grace, or by a second signal, and sent at the next start")
    func cutsOff() {
        var isSilent = false
        let place = Place { _ in isSilent ? .response(after: .seconds(60)) : .response(201) }
        place.put("a")
        place.run().settle()
        isSilent = true
        place.put("b")
        let slow = place.run()
        slow.settle()
        place.signals.send(.terminate)
        slow.advance(by: .seconds(2))
        #expect(!slow.frame.isDone)
        slow.advance(by: .seconds(1))
        #expect(slow.frame.isDone && slow.frame.line == "1 cut off")
        let hurried = place.run()
        hurried.settle()
        place.signals.send(.interrupt)
        place.signals.send(.interrupt)
        hurried.settle()
        #expect(hurried.frame.isDone)
        isSilent = false
        let next = place.run()
        next.settle()
        #expect(next.frame.line == "outbox/b: sent" && next.frame.sent == ["outbox/a", "outbox/b"])
    }

    @Test("pauses double up to a minute; a status that says no is not sent again")
    func pauses() {
        var moments: [Duration] = []
        let place = Place { message in .response(message.address.target == "/outbox/no" ? 404 : 500) }
        place.put("a", "no")
        let test = place.run()
        for _ in 0..<200 {
            let count = test.frame.items["outbox/a"]?.failureCount
            test.advance(by: .seconds(1))
            if test.frame.items["outbox/a"]?.failureCount != count { moments.append(place.time.now) }
        }
        #expect(moments.map { Int($0.components.seconds) } == [1, 3, 7, 15, 31, 63, 123, 183])
        #expect(test.frame.items.keys.sorted() == ["outbox/a"])
        #expect(place.network.messages.filter { $0.address.target == "/outbox/no" }.count == 1)
    }

    @Test("once: it ends when all was sent, or five attempts were in vain, and says so by its exit code")
    func once() {
        var status = 500
        let place = Place { _ in .response(status) }
        place.put("a")
        let vain = place.run(isOnce: true)
        vain.advance(by: .seconds(14))
        #expect(!vain.frame.isDone)
        vain.advance(by: .seconds(1))
        #expect(vain.frame.isDone && vain.frame.exitCode == 1)
        status = 200
        let well = place.run(isOnce: true)
        well.settle()
        #expect(well.frame.isDone && well.frame.exitCode == 0)
        let idle = place.run(isOnce: true)
        idle.settle()
        #expect(idle.frame.isDone && idle.frame.exitCode == 0)
        #expect(place.network.messages.count == 6)
    }

    @Test("a damaged memory is set aside, and the one before it is used; one that cannot be read ends the program")
    func damaged() {
        let place = Place { _ in .response(201) }
        place.put("a")
        place.files[text: "sent.json"] = "["
        place.files[text: "sent.json.previous"] = #"["outbox/a"]"#
        let test = place.run()
        test.settle()
        #expect(test.frame.sent == ["outbox/a"] && place.network.messages.isEmpty)
        place.files.faults = .init(failing: 1)
        let broken = place.run()
        broken.settle()
        #expect(broken.frame.isDone && broken.frame.exitCode == 1)
    }

    @Test("a file that takes the name of a deleted one is sent, also when the program did not run meanwhile")
    func names() {
        let place = Place { _ in .response(201) }
        place.put("a", "b")
        let test = place.run()
        test.settle()
        place.files[text: "outbox/a"] = nil
        test.settle()
        #expect(place.files[text: "sent.json"] == #"["outbox\/b"]"#)
        place.put("a")
        test.settle()
        #expect(place.network.messages.count == 3)
        place.files[text: "outbox/b"] = nil
        place.run().settle()
        #expect(place.files[text: "sent.json"] == #"["outbox\/a"]"#)
    }
}
