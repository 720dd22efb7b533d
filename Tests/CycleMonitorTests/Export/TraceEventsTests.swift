import Cycle
import CycleDrivers
import CycleMonitor
import CycleNetwork
import CycleTesting
import Foundation
import Testing

/// Checks a trace against the Trace Event Format, event by event.
///
/// - Source: "Trace Event Format" of the Chromium authors, whose viewers Perfetto and `about:tracing` are.
private struct TraceChecker {
    struct Flaw: Error, CustomStringConvertible {
        let description: String
    }

    private struct Track: Hashable {
        let process: Int, thread: Int
    }

    /// The fields that an event of a phase must have, and those that it may have.
    private static let fields: [String: (needed: Set<String>, allowed: Set<String>)] = [
        "M": (["ph", "name", "pid", "args"], ["tid"]),
        "X": (["ph", "name", "cat", "ts", "dur", "pid", "tid"], ["args"]),
        "C": (["ph", "name", "ts", "pid", "args"], []),
        "s": (["ph", "name", "cat", "id", "ts", "pid", "tid"], []),
        "f": (["ph", "name", "cat", "id", "ts", "pid", "tid", "bp"], []),
        "b": (["ph", "name", "cat", "id", "ts", "pid", "tid"], ["args"]),
        "n": (["ph", "name", "cat", "id", "ts", "pid", "tid"], ["args"]),
        "e": (["ph", "name", "cat", "id", "ts", "pid", "tid"], []),
    ]

    private(set) var slices: [(start: Int, end: Int, name: String)] = []
    private(set) var flowCount = 0
    private(set) var processNames: [Int: String] = [:]
    private(set) var counters: [String: [Double]] = [:]
    private var threadNames: [Track: String] = [:]
    private var slicesOfTrack: [Track: [(start: Int, end: Int)]] = [:]
    private var openFlows: [String: (time: Int, name: String)] = [:]
    /// Of requests, timers and files: those that have ended, with the number of their instants.
    private(set) var wants: [(name: String, start: Int, end: Int, instants: Int)] = []
    private var openWants: [String: (name: String, start: Int, instants: Int)] = [:]

    init(_ text: String) throws {
        guard let file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            Set(file.keys) == ["displayTimeUnit", "traceEvents"], file["displayTimeUnit"] as? String == "ms",
            let events = file["traceEvents"] as? [[String: Any]]
        else { throw Flaw(description: "it is no object with traceEvents") }
        for event in events { try check(event) }
        guard openFlows.isEmpty else { throw Flaw(description: "flows without an end: \(openFlows.keys)") }
        guard openWants.isEmpty else { throw Flaw(description: "without an end: \(openWants)") }
        guard Set(threadNames.keys.map(\.thread)).count == threadNames.count else {
            throw Flaw(description: "a thread of two processes, which Perfetto takes for one")
        }
        for slices in slicesOfTrack.values { try checkNesting(slices) }
    }

    private func number(_ name: String, _ event: [String: Any]) throws -> Int {
        guard let number = event[name] as? Int, number >= 0 else { throw Flaw(description: "\(name) of \(event)") }
        return number
    }

    private mutating func check(_ event: [String: Any]) throws {
        guard let phase = event["ph"] as? String, let fields = Self.fields[phase], let name = event["name"] as? String,
            !name.isEmpty, fields.needed.isSubset(of: event.keys),
            Set(event.keys).isSubset(of: fields.needed.union(fields.allowed))
        else { throw Flaw(description: "phase or fields of \(event)") }
        let process = try number("pid", event)
        if phase == "M" { return try checkName(event, process) }
        guard processNames[process] != nil else { throw Flaw(description: "a process without a name: \(event)") }
        let time = try number("ts", event)
        if phase == "C" { return try checkCounter(event, name) }
        let track = Track(process: process, thread: try number("tid", event))
        guard threadNames[track] != nil else { throw Flaw(description: "a thread without a name: \(event)") }
        guard event["cat"] is String else { throw Flaw(description: "category of \(event)") }
        guard phase != "X" else {
            let slice = (start: time, end: time + (try number("dur", event)))
            slicesOfTrack[track, default: []].append(slice)
            return slices.append((slice.start, slice.end, name))
        }
        if "bne".contains(phase) { return try checkWant(event, phase, time, name) }
        try checkFlow(event, phase, time, track)
    }

    /// A viewer joins the parts of a slice by process, category, identity and name.
    private mutating func checkWant(_ event: [String: Any], _ phase: String, _ time: Int, _ name: String) throws {
        guard let id = event["id"] as? String else { throw Flaw(description: "identity of \(event)") }
        let key = "\(event["pid"] ?? "") \(event["cat"] ?? "") \(id)"
        guard phase != "b" else {
            guard openWants.updateValue((name, time, 0), forKey: key) == nil else {
                throw Flaw(description: "it begins twice: \(event)")
            }
            return
        }
        guard var want = openWants[key], want.name == name, want.start <= time else {
            throw Flaw(description: "it has not begun: \(event)")
        }
        if phase == "n" { want.instants += 1 }
        openWants[key] = phase == "n" ? want : nil
        if phase == "e" { wants.append((want.name, want.start, time, want.instants)) }
    }

    private mutating func checkName(_ event: [String: Any], _ process: Int) throws {
        guard let arguments = event["args"] as? [String: String], Set(arguments.keys) == ["name"],
            let name = arguments["name"]
        else { throw Flaw(description: "arguments of \(event)") }
        switch event["name"] as? String {
        case "process_name": processNames[process] = name
        case "thread_name": threadNames[Track(process: process, thread: try number("tid", event))] = name
        default: throw Flaw(description: "metadata that is not known: \(event)")
        }
    }

    private mutating func checkCounter(_ event: [String: Any], _ name: String) throws {
        guard let arguments = event["args"] as? [String: Double], arguments.count == 1,
            let value = arguments.first?.value
        else { throw Flaw(description: "arguments of \(event)") }
        counters[name, default: []].append(value)
    }

    /// A viewer binds each end of a flow to the slice that it stands in, and looks for the end by name, category and number.
    private mutating func checkFlow(_ event: [String: Any], _ phase: String, _ time: Int, _ track: Track) throws {
        let id = "\(event["cat"] ?? "") \(event["id"] ?? "")"
        guard slicesOfTrack[track]?.contains(where: { $0.start <= time && time <= $0.end }) == true else {
            throw Flaw(description: "a flow outside of all slices: \(event)")
        }
        let name = event["name"] as? String ?? ""
        if phase == "s" {
            guard openFlows.updateValue((time, name), forKey: id) == nil else {
                throw Flaw(description: "a flow that begins twice: \(event)")
            }
        } else {
            guard let start = openFlows.removeValue(forKey: id), start.time <= time, start.name == name,
                event["bp"] as? String == "e"
            else { throw Flaw(description: "the end of a flow that has not begun: \(event)") }
            flowCount += 1
        }
    }

    /// Slices of a thread are calls: one is in another, or behind it.
    private func checkNesting(_ slices: [(start: Int, end: Int)]) throws {
        var open: [(start: Int, end: Int)] = []
        for slice in slices.sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
            while let last = open.last, last.end <= slice.start { open.removeLast() }
            if let last = open.last, last.end < slice.end { throw Flaw(description: "\(slice) overlaps \(last)") }
            open.append(slice)
        }
    }
}

@Suite("TraceEvents")
struct TraceEventsTests {
    private func trace(_ moments: [RecordedMoment]) -> String {
        var text = ""
        var events = TraceEvents { text += $0 }
        for moment in moments { events.append(moment) }
        events.end()
        return text
    }

    @Test("writes what the Trace Event Format allows, whatever was recorded", arguments: 1...20)
    func isStrict(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var (moments, time): ([RecordedMoment], Duration) = ([], .zero)
        var frame = RecordedValue("nothing")
        for number in 0..<100 {
            let isStart = number == 0 && seed % 2 == 0 || random.next() % 20 == 0
            if isStart { time = .zero }
            time += [.zero, .nanoseconds(300), .microseconds(1), .milliseconds(5)][Int(random.next() % 4)]
            let frames = ["{\"n\":\(random.next() % 3),\"x\":1e300}", "{\"a\":\"\\u0000<\\\"\"}", "[1]", "null", "7"]
            let after = try RecordedValue(json: frames[Int(random.next() % 5)])
            let lens = ["console", "a \"b\"\n", "é.files", ""][Int(random.next() % 4)]
            moments.append(
                RecordedMoment(
                    number: number, time: time, lens: isStart ? "start" : lens,
                    event: RecordedValue(random.next() % 2 == 0 ? "" : "event"), context: isStart ? after : frame,
                    effect: after))
            frame = after
        }
        let checked = try TraceChecker(trace(moments))
        #expect(checked.slices.count == 100, "seed \(seed)")
        #expect(checked.processNames.count == moments[1...].count { $0.isStart } + 1)
    }

    @Test("has a slice for each event, a counter for each number, and a flow where one lens follows another")
    func counter() throws {
        let moments = SessionTests.recording("+x+").moments
        let checked = try TraceChecker(trace(moments))
        #expect(checked.slices.count == 4 && checked.counters["total"] == [0, 1, 2])
        #expect(checked.flowCount == 1)
    }

    @Test(
        "has a slice for each request, timer and file, from the moment that asks for it to the one that does not any more"
    )
    func wants() throws {
        struct Asking: Codable, Equatable {
            var pages: [Int] = []
            var isTicking = false
            var files: [String] = []
        }
        let cycle = CycledLens(startingWith: Asking()) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(), label: "network",
                frameFilter: { frame in .init(frame.pages.map { .init(id: $0, get: "https://example.org/\($0)") }) },
                eventFilter: { _, _ in })
            frames.lens(
                driver: TimerDriver<String>(), label: "timer",
                frameFilter: { $0.isTicking ? .timers(.every("tick", .seconds(1))) : .none }, eventFilter: { _, _ in })
            frames.lens(
                driver: PersistenceDriver(root: "."), label: "files",
                frameFilter: { .init($0.files.map { .read(PersistenceDriver.Path($0)) }) }, eventFilter: { _, _ in })
        }
        let frames = [
            Asking(), Asking(pages: [1, 2]), Asking(pages: [1, 2], isTicking: true),
            Asking(pages: [2], isTicking: true), Asking(files: ["a"]), Asking(pages: [2]),
        ]
        let events = [
            "\"x\"", "\"x\"", "\"x\"", "{\"response\":{\"id\":1}}", "{\"saved\":{\"path\":\"a\"}}",
            "{\"loaded\":{\"path\":\"a\"}}",
        ]
        let lenses = ["start", "console", "console", "network", "files", "files"]
        let moments = try frames.indices.map { index in
            RecordedMoment(
                number: index, time: .milliseconds(index), lens: lenses[index],
                event: try RecordedValue(json: events[index]), context: RecordedValue(frames[max(0, index - 1)]),
                effect: RecordedValue(frames[index]))
        }
        var text = ""
        var trace = TraceEvents(through: NextFrame(in: cycle)) { text += $0 }
        for _ in 0..<2 { for moment in moments { trace.append(moment) } }
        trace.end()
        let checked = try TraceChecker(text)
        #expect(
            checked.wants.prefix(5).map { "\($0.name) \($0.start)-\($0.end) \($0.instants)" } == [
                "network: 1 1000-3000 1", "network: 2 1000-4000 0", "timer: tick 2000-4000 0",
                "files: read a 4000-5000 1", "network: 2 5000-5000 0",
            ])
        #expect(checked.wants.count == 10 && checked.processNames.count == 2)
    }
}
