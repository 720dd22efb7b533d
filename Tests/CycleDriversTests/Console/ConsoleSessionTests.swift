import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// The session of a console, without a loop, a terminal or a device.
@Suite("ConsoleSession")
struct ConsoleSessionTests {
    typealias Input = ConsoleSession.Input
    typealias Model = ConsoleDriver.Model

    @Test("a key becomes an event, and the model that follows becomes a write")
    func plain() {
        var world = ConsoleWorld()
        #expect(world.receive(.model(.screen("a", input: .keys))) == ["raw", "prepare", "write", "resized", "read"])
        #expect(world.receive(.device(.bytes([0x6b]))) == ["event key"])
        #expect(world.receive(.model(.screen("b", input: .keys))) == [])
        // The terminal is still busy: the newest screen follows.
        #expect(world.receive(.device(.written)) == ["write"])
        #expect(world.receive(.device(.written)) == [])
        #expect(world.receive(.device(.bytes([0x1b]))) == ["arm key"])
        #expect(world.receive(.timePassed(.key)) == ["event key"])
        #expect(world.receive(.cancelled) == ["prepare", "write", "cooked", "close"])
        #expect(world.receive(.device(.bytes([0x6b]))) == [])
    }

    @Test("a program starts once the reader has stopped and everything is written")
    func lending() {
        var world = ConsoleWorld()
        _ = world.receive(.model(.screen("a", input: .keys)))
        var model = Model.screen("a", input: .keys)
        model.program = .init("editor")
        #expect(world.receive(.model(model)).contains("stop reading"))
        #expect(world.receive(.device(.readerStopped)) == [])
        #expect(world.receive(.device(.written)) == ["prepare", "start editor"])
        #expect(
            world.receive(.device(.programEnded(.exited(0)))) == ["programEnded", "raw", "prepare", "write", "read"])
    }

    @Test("another program that the model wants before the first one starts runs in its place")
    func otherProgram() {
        var world = ConsoleWorld()
        var model = Model.screen("a", input: .keys)
        _ = world.receive(.model(model))
        _ = world.receive(.device(.written))
        model.program = .init("editor")
        _ = world.receive(.model(model))
        model.program = .init("pager")
        _ = world.receive(.model(model))
        _ = world.receive(.device(.written))
        #expect(world.receive(.device(.readerStopped)) == ["start pager"])
    }

    @Test("the second Ctrl-C in one piece ends the session, and the rest of the piece is dropped")
    func interruption() {
        var world = ConsoleWorld()
        _ = world.receive(.model(.screen("a", input: .keys)))
        #expect(
            world.receive(.device(.bytes([3, 3, 0x6b])))
                == ["interrupted", "prepare", "write", "cooked", "close", "interrupt"])
    }

    @Test("a line without an end becomes keys when the model reads keys")
    func unfinishedLine() {
        for ends in [ConsoleWorld.terminal, ConsoleWorld.pipes] {
            var world = ConsoleWorld(ends)
            _ = world.receive(.model(.lines("line", input: .lines)))
            #expect(world.receive(.device(.bytes([0x6b, 0x6b]))) == [])
            #expect(world.receive(.model(.lines("line", input: .keys))).filter { $0 == "event key" }.count == 2)
            #expect(world.receive(.device(.ended)).filter { $0.hasPrefix("event") } == ["event ended"])
        }
    }

    @Test("whole lines of one read are one event, and the same lines however their bytes are cut")
    func wholeLines() {
        let text = "one\r\n\ntwo é\n\u{85}\r\r\nlast"
        var lines: [String] = []
        var single = TypingDecoder()
        single.append(Array(text.utf8))
        single.decode(.lines) { lines += $0.lines }
        single.finish { lines += $0.lines }
        #expect(lines == ["one", "", "two é", "\u{85}\r", "last"])
        for seed in FuzzSeeds(50) {
            var chance = SeededChance(seed: seed)
            var decoder = TypingDecoder()
            var events: [ConsoleDriver.Event] = []
            for piece in chance.pieces(of: Array(text.utf8)) {
                decoder.append(Array(piece))
                let count = events.count
                decoder.decode(.wholeLines) { events.append($0) }
                #expect(events.count <= count + 1, "seed \(seed)")
            }
            decoder.finish { events.append($0) }
            #expect(events.flatMap(\.lines) == lines, "seed \(seed)")
        }
        #expect(ConsoleDriver.Event.key("a").lines.isEmpty)
    }

    @Test("after the last model the driver ends with its input, and at once where it reads none")
    func lastModel() {
        for (input, isReading) in [(ConsoleDriver.Input.keys, true), (.none, false)] {
            var world = ConsoleWorld(isSlow: false)
            _ = world.receive(.model(.screen("a", input: input)))
            #expect(world.receive(.modelEnded).contains("end") == !isReading)
            #expect(world.receive(.device(.ended)).contains("end") == isReading)
        }
    }

    /// `CYCLE_SEEDS` sets the number of seeds.
    @Test("random inputs, also those that no device reports, keep the promises to the terminal and the application")
    func randomInputs() {
        let seeds = TestSupport.seedCount(30)
        for seed in 0..<seeds * 20 {
            var random = SplitMix(seed: seed)
            let ends = [ConsoleWorld.terminal, ConsoleWorld.pipes, ConsoleWorld.pipedInput]
            var world = ConsoleWorld(ends[Int(seed % 3)], isSlow: seed % 2 == 0)
            for _ in 0..<60 {
                world.now += .milliseconds(Int.random(in: 0...40, using: &random))
                let input = Self.inputs.randomElement(using: &random) ?? .cancelled
                if seed % 5 != 0, !world.canHappen(input) { continue }
                world.receive(input)
                if world.broken != nil { break }
            }
            #expect(world.broken == nil, "seed \(seed)")
        }
    }

    @Test("all orders of five inputs keep the promises to the terminal and the application")
    func allOrders() {
        let seen = TestSupport.allOrders(
            from: [ConsoleWorld()], depth: 5, of: { world in Self.inputs.filter(world.canHappen) }
        ) { world, input in
            world.receive(input)
        } check: { world, input, _ in
            if let broken = world.broken { Issue.record("\(broken) after \(input)") }
        }
        #expect(seen.count > 1_000)
    }

    private static let inputs: [Input] = {
        var lines = Model.fullScreen("b", input: .keys)
        lines.lines = ["line"]
        (lines.paste, lines.background) = (true, true)
        var program = Model.screen("a", input: .keys)
        program.program = .init("editor")
        program.title = "title"
        return [
            .model(.screen("a", input: .keys)), .model(lines), .model(program), .model(.lines("line", input: .lines)),
            .model(Model()), .modelEnded, .sized(.init(columns: 3, rows: 2)), .processStopped, .cancelled,
            .device(.bytes([0x6b, 0x6b])), .device(.bytes([0x1b])), .device(.bytes([3])), .device(.bytes([0x1a])),
            .device(.failed(.input(code: 5))), .device(.ended), .device(.written),
            .device(.outputFailed(.outputClosed)), .device(.readerStopped), .device(.resized), .device(.resumed),
            .device(.programEnded(.exited(0))), .device(.programFailed(.program(code: 2))), .timePassed(.key),
            .timePassed(.suspension), .timePassed(.screen),
        ]
    }()
}

/// A session, and what a terminal, a device and an application have seen of it.
private struct ConsoleWorld: Hashable {
    static let terminal = ConsoleEnds(isInputTerminal: true, isOutputTerminal: true)
    static let pipes = ConsoleEnds(isInputTerminal: false, isOutputTerminal: false)
    static let pipedInput = ConsoleEnds(isInputTerminal: false, isOutputTerminal: true)

    var session: ConsoleSession
    var now = Duration.zero
    private(set) var broken: String?
    private let ends: ConsoleEnds
    /// Whether the device takes nothing until the test says `written`.
    private let isSlow: Bool
    private var isUnwritten = false
    private var hasFailed = false
    private var prepared = ""
    /// The modes that are set on the terminal, or will be, as the sequences that undo them.
    private var set: Set<String> = []
    private var isRaw = false
    private var isReading = false
    private var isStopping = false
    private var isProgramRunning = false
    private var armed: Set<ConsoleSession.Deadline> = []
    private var isClosed = false
    private var hasEnded = false

    /// The sequences that set something, and those that undo it.
    private static let pairs = [
        ("\u{1b}[?1049h", "\u{1b}[?1049l"), ("\u{1b}[?7l", "\u{1b}[?7h"), ("\u{1b}[?25l", "\u{1b}[?25h"),
        ("\u{1b}[?2004h", "\u{1b}[?2004l"), ("\u{1b}[22;2t", "\u{1b}[23;2t"),
    ]

    init(_ ends: ConsoleEnds = ConsoleWorld.terminal, isSlow: Bool = true) {
        self.ends = ends
        self.isSlow = isSlow
        session = ConsoleSession(ends, .all, ConsoleOptions())
        var none: [ConsoleSession.Action] = []
        session.receive(.sized(.init(columns: 4, rows: 2)), at: .zero, into: &none)
    }

    /// Whether a device, a loop or a clock would bring this input now.
    func canHappen(_ input: ConsoleSession.Input) -> Bool {
        switch input {
        case .model, .modelEnded, .sized, .processStopped, .cancelled: true
        case .timePassed(let deadline): armed.contains(deadline)
        case .device(.bytes), .device(.failed), .device(.ended), .device(.resized), .device(.resumed): isReading
        case .device(.written), .device(.outputFailed): isUnwritten
        case .device(.readerStopped): isStopping
        case .device(.programEnded), .device(.programFailed): isProgramRunning
        }
    }

    @discardableResult
    mutating func receive(_ input: ConsoleSession.Input) -> [String] {
        notice(input)
        var actions: [ConsoleSession.Action] = []
        let wasOver = session.isOver
        session.receive(input, at: now, into: &actions)
        if !session.isWhole { broken = "inconsistent after \(input)" }
        if wasOver, !actions.isEmpty { broken = "an action after the end" }
        for action in actions { check(action) }
        if session.isOver != isClosed { broken = "an end without a close" }
        var words = actions.map(text)
        if !isSlow, isUnwritten { words += receive(.device(.written)) }
        return words
    }

    private mutating func notice(_ input: ConsoleSession.Input) {
        switch input {
        case .device(.written): isUnwritten = false
        case .device(.outputFailed): (isUnwritten, hasFailed) = (false, true)
        case .device(.readerStopped): if isStopping { (isReading, isStopping) = (false, false) }
        case .device(.ended): (isReading, isStopping) = (false, false)
        case .device(.programEnded), .device(.programFailed): isProgramRunning = false
        case .timePassed(let deadline): armed.remove(deadline)
        case .processStopped: set = []
        case .model, .modelEnded, .sized, .cancelled, .device(.bytes), .device(.failed), .device(.resized),
            .device(.resumed):
            break
        }
    }

    private mutating func check(_ action: ConsoleSession.Action) {
        if isClosed, action != .interruptProcess, action != .end { broken = "\(action) after the close" }
        switch action {
        case .prepareLeaving(let bytes, _): prepared = String(decoding: bytes, as: UTF8.self)
        case .write(let bytes): write(String(decoding: bytes, as: UTF8.self))
        case .waitForOutput: isUnwritten = false
        case .setRaw(let isRaw):
            if isRaw == self.isRaw || !ends.isInputTerminal { broken = "raw twice, or without a terminal" }
            self.isRaw = isRaw
        case .startReading:
            if isReading || isProgramRunning { broken = "two readers" }
            isReading = true
        case .stopReading:
            if !isReading || isStopping { broken = "a stop of no reader" }
            isStopping = true
        case .start:
            if isReading || isUnwritten || isProgramRunning || isRaw { broken = "a program on a terminal in use" }
            if !set.isEmpty, !hasFailed { broken = "a program on a terminal with modes \(set)" }
            isProgramRunning = true
        case .stopProgram: if !isProgramRunning { broken = "a stop of no program" }
        case .arm(let deadline, _): armed.insert(deadline)
        case .disarm(let deadline): if armed.remove(deadline) == nil { broken = "a disarm of nothing" }
        case .awaitAnswers: if !isReading || isStopping { broken = "a wait for answers that nobody reads" }
        case .report, .suspendProcess, .interruptProcess: break
        case .close:
            if isRaw { broken = "a raw terminal after the close" }
            if !set.isEmpty, !hasFailed { broken = "modes after the close: \(set)" }
            isClosed = true
        case .end:
            if !isClosed || hasEnded { broken = "an end before the close, or twice" }
            hasEnded = true
        }
    }

    private mutating func write(_ text: String) {
        if hasFailed { broken = "a write after a failure" }
        if isProgramRunning { broken = "a write while a program has the terminal" }
        if text.isEmpty { broken = "a write of nothing" }
        // A pipe gets its lines at once; a terminal gets nothing but what gives it back.
        if isUnwritten, ends == ConsoleWorld.terminal, session.terminal == .ours { broken = "a screen while busy" }
        isUnwritten = true
        for (setting, undoing) in ConsoleWorld.pairs {
            let (last, undone) = (text.ranges(of: setting).last, text.ranges(of: undoing).last)
            if last != nil, set.isEmpty || !set.contains(undoing), !prepared.contains(undoing),
                (last?.lowerBound ?? text.startIndex) > (undone?.lowerBound ?? text.startIndex)
            {
                broken = "\(setting.dropFirst()) is written before its farewell is prepared"
            }
            if let undone, undone.lowerBound > last?.lowerBound ?? text.startIndex || last == nil {
                set.remove(undoing)
            } else if last != nil {
                set.insert(undoing)
            }
        }
    }

    private func text(_ action: ConsoleSession.Action) -> String {
        switch action {
        case .prepareLeaving: "prepare"
        case .write: "write"
        case .waitForOutput: "wait"
        case .setRaw(let isRaw): isRaw ? "raw" : "cooked"
        case .startReading: "read"
        case .stopReading: "stop reading"
        case .start(let program): "start \(program.name)"
        case .stopProgram: "stop program"
        case .arm(let deadline, _): "arm \(deadline)"
        case .disarm(let deadline): "disarm \(deadline)"
        case .report(.key): "event key"
        case .report(.interrupted): "interrupted"
        case .report(.resized): "resized"
        case .report(.programEnded): "programEnded"
        case .report(let event): "event \(event)"
        case .suspendProcess: "suspend"
        case .interruptProcess: "interrupt"
        case .awaitAnswers: "await answers"
        case .close: "close"
        case .end: "end"
        }
    }
}
