import CycleMonitor
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("IndexedRecording")
struct IndexedRecordingTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// A run whose frames are long enough to be written as changes: a counter, and a list of items.
    static func shop(_ count: Int, seed: UInt64 = 1) throws -> Recording {
        var random = SplitMix(seed: seed)
        var total = 0
        var items: [String] = []
        let filler = String(repeating: "x", count: 300)
        func frame() throws -> RecordedValue {
            let list = items.map { "{\"title\":\"\($0)\"}" }.joined(separator: ",")
            return try RecordedValue(json: "{\"filler\":\"\(filler)\",\"items\":[\(list)],\"total\":\(total)}")
        }
        var before = try frame()
        var moments = [
            RecordedMoment(
                number: 0, time: .zero, lens: "start", event: RecordedValue("start"), context: before, effect: before)
        ]
        for number in 1..<count {
            let lens: String
            switch random.next() % 4 {
            case 0: (lens, total) = ("keys", total + 1)
            case 1: (lens, items) = ("shop", items + ["item \(number) \"q\""])
            case 2:
                lens = "shop"
                if !items.isEmpty { items.remove(at: Int(random.next() % UInt64(items.count))) }
            default: lens = "timer"
            }
            items = items.map { $0.replacing("\"", with: "") }
            let after = try frame()
            moments.append(
                RecordedMoment(
                    number: number, time: .milliseconds(number), wallTime: .seconds(number), lens: lens,
                    event: RecordedValue("event \(number)"), context: before, effect: after,
                    isApproved: number % 7 == 3))
            before = after
        }
        return Recording(header: RecordingHeader(createdBy: "shop"), moments: moments)
    }

    @Test("has the moments that the whole recording has, in any order of looking at them", arguments: 1...5)
    func equalsRecording(seed: UInt64) throws {
        let recording = try Self.shop(200, seed: seed)
        let indexed = try IndexedRecording(path: folder.file("run.jsonl", recording.jsonLines))
        var random = SplitMix(seed: seed)
        #expect(indexed.count == 200 && indexed.faults.isEmpty && indexed.header.createdBy == "shop")
        for _ in 0..<300 {
            let index = Int(random.next() % 200)
            #expect(try indexed.moment(at: index) == recording.moments[index])
        }
        for (index, moment) in recording.moments.enumerated() {
            let summary = indexed.summary(at: index)
            #expect(summary.number == moment.number && summary.time == moment.time && summary.lens == moment.lens)
            #expect(summary.isApproved == moment.isApproved && summary.isStart == moment.isStart)
            #expect(summary.changesFrame == (moment.isStart || moment.changesFrame), "\(index)")
        }
    }

    @Test(
        "blames the moments that a look at every frame blames",
        arguments: ["total", "items[0].title", "items[title: \"item 7 q\"]", "items", ""])
    func blame(place: String) throws {
        let recording = try Self.shop(200)
        let indexed = try IndexedRecording(path: folder.file("run.jsonl", recording.jsonLines))
        let path = try #require(RecordedPath(place))
        let found = indexed.blame(of: path)
        #expect(found.reversed() == Blame(of: place, in: recording.moments).changes)
        #expect(MomentList(recording).blame(of: path) == found)
        #expect(indexed.blame(of: path, before: 100, limit: 3) == Array(found.filter { $0.number < 100 }.prefix(3)))
        #expect(!found.isEmpty)
    }

    @Test("blames the same, however lines are written and whatever the place is called", arguments: 1...2)
    func blameOfAnyLine(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let keys = ["total", "items", "a/b~c", "naïve", "7", "say \"x\""]
        let lines = (0..<150).map { Self.line($0, keys, &random) }
        let header = "{\"format\":\"cycle-recording\",\"version\":2,\"createdBy\":\"any\"}"
        let path = try folder.file("any.jsonl", ([header] + lines).joined(separator: "\n") + "\n")
        let (indexed, whole) = (try IndexedRecording(path: path), try Recording(path: path))
        let places = keys.map { "[\(RecordedValue($0).json)]" }
        for place in places
            + places.flatMap({ [$0 + "[0]", $0 + "[2].x", $0 + ".x", $0 + "[3]", $0 + "[x: 1]", $0 + "[x: 2].x"] })
        {
            let found = indexed.blame(of: try #require(RecordedPath(place)))
            #expect(found.reversed() == Blame(of: place, in: whole.moments).changes, "\(place), seed \(seed)")
        }
    }

    /// A moment with a whole frame, two of them, or a patch, in the order of the writer or in another one.
    private static func line(_ number: Int, _ keys: [String], _ random: inout SplitMix) -> String {
        func value(_ random: inout SplitMix) -> String {
            let element = "{\"x\":\(random.next() % 3)}"
            return ["1", "[]", "[1,2]", "[\(element),2,\(element),3]", element][Int(random.next() % 5)]
        }
        func frame(_ random: inout SplitMix) -> String {
            "{" + keys.map { "\(RecordedValue($0).json):\(value(&random))" }.joined(separator: ",") + "}"
        }
        let kind = number == 0 ? 0 : random.next() % 8
        let lens = kind == 0 ? "start" : "keys"
        let isSpaced = random.next() % 5 == 0
        let head = "\"seq\":\(number),\"time\":0.5,\"lens\":\"\(lens)\",\"event\":{\"\\\\\":\"\\\"}\"}"
        let content: String
        switch kind {
        case 0, 1: content = "\"effect\":\(frame(&random))"
        case 2: content = "\"context\":\(frame(&random)),\"effect\":\(frame(&random))"
        case 3: content = "\"change\":[]"
        default:
            let key = keys[Int(random.next() % UInt64(keys.count))]
            let name = RecordedValue("/" + key.replacing("~", with: "~0").replacing("/", with: "~1")).json.dropLast()
            let end = kind < 7 ? "" : ["/0", "/-", "/2/x", "/x"][Int(random.next() % 4)]
            let operation = ["add", "replace", "remove", "add"][Int(kind) - 4]
            content =
                "\"change\":[{\"op\":\"\(operation)\",\"path\":\(name)\(end)\",\"value\":\(value(&random))}]"
        }
        return isSpaced ? "{\(content), \(head)}" : "{\(head),\(content)}"
    }

    @Test("leaves out the moments that surely left a place alone, whole frames among them")
    func unchanged() throws {
        let recording = try Self.shop(2_500)
        let indexed = try IndexedRecording(path: folder.file("run.jsonl", recording.jsonLines))
        let filler = try #require(RecordedPath("filler"))
        #expect(indexed.moments(touching: filler, in: 0..<2_500) == [0])
        #expect(indexed.moments(touching: filler, in: 1..<2_500).isEmpty)
        let total = try #require(RecordedPath("total"))
        let found = Set(indexed.moments(touching: total, in: 0..<2_500))
        #expect(found.isSuperset(of: Blame(of: "total", in: recording.moments).changes.map(\.number)))
    }

    @Test("finds a text in events and changes, forwards and backwards, as a list in memory does")
    func search() throws {
        let recording = try Self.shop(200)
        let (indexed, list) = (
            try IndexedRecording(path: folder.file("run.jsonl", recording.jsonLines)), MomentList(recording)
        )
        for text in ["event 13", "item", "total", "shop", "filler", "nothing", "\"", "seq", "e"] {
            for range in [0..<200, 50..<60, 199..<200, 7..<7] {
                for isBackward in [false, true] {
                    let found = indexed.index(of: text, in: range, isBackward: isBackward)
                    #expect(found == list.index(of: text, in: range, isBackward: isBackward), "\(text) \(range)")
                }
            }
        }
    }

    @Test("opens a recording of version 1, with spaces, cut and garbled, as the reader does")
    func damaged() throws {
        let lines = """
            {"format":"cycle-recording","version":2,"createdBy":"a"}
            {"seq":0,"time":0,"lens":"start","event":"start","effect":{"n":1}}
            { "seq": 1, "time": 0.5, "lens": "a", "event": {"b": ","}, "effect": {"n":2} }
            garbage
            {"cause":{"driver":"a","event":1},"seq":2,"time":1,"context":{"n":2},"effect":{"n":3}}
            {"seq":3,"time":2.0,"lens":"a\\"b","event":"]}","change":[]}
            {"seq":4,"time":2.0,"lens":"a","ev
            """
        let path = try folder.file("run.jsonl", lines)
        let (indexed, whole) = (try IndexedRecording(path: path), try Recording(path: path))
        #expect(indexed.faults == whole.faults.filter { !$0.reason.contains("frame before") })
        #expect(indexed.count == 4 && indexed.lenses == ["start", "a", "a\"b"])
        #expect(try indexed.moment(at: 3).effect == RecordedValue(json: "{\"n\":3}"))
        #expect(indexed.faults.last?.isTorn == true)
    }

    @Test("has the last line also where no line end follows it, whoever has written it")
    func lastLine() throws {
        let moment = #"{"seq": 0, "time": 0.5, "lens": "start", "event": "start", "effect": {"a": 1}}"#
        let old = #"{"seq":0,"time":0.5,"cause":{"driver":"start","event":"start"},"context":{"a":1},"effect":{"a":1}}"#
        for (version, line) in [(2, moment), (1, old)] {
            let header = "{\"format\":\"cycle-recording\",\"version\":\(version),\"createdBy\":\"any\"}"
            let path = try folder.file("last.jsonl", header + "\n" + line)
            let (indexed, whole) = (try IndexedRecording(path: path), try Recording(path: path))
            #expect(whole.moments.count == 1 && indexed.count == 1 && indexed.faults == whole.faults, "\(line)")
            #expect(try indexed.moment(at: 0) == whole.moments[0])
        }
    }

    @Test("says what is wrong with what is no recording, too new, or has too long a line")
    func refused() throws {
        let header = "{\"format\":\"cycle-recording\",\"version\":2,\"createdBy\":\"a\"}\n"
        let cases: [(String, RecordingError.Problem)] = [
            ("", .notARecording), ("hello", .notARecording),
            ("{\"format\":\"cycle-recording\",\"version\":9}", .newerVersion(9)),
            (header + String(repeating: "x", count: 5 << 20), .tooLongALine(number: 2, limit: 4 << 20)),
        ]
        for (text, problem) in cases {
            let path = try folder.file("bad.jsonl", text)
            #expect(throws: RecordingError(path: path, problem: problem)) { try IndexedRecording(path: path) }
        }
    }

    @Test("takes 40 bytes of memory a moment at most")
    func size() {
        #expect(IndexedRecording.byteCountPerMoment <= 40)
    }

    @Test("reads whatever is damaged without a trap, and says what is wrong", arguments: 0..<TestSupport.seedCount(40))
    func randomDamage(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var bytes = Array(try Self.shop(40, seed: seed).jsonLines.utf8)
        for _ in 0...random.next() % 8 {
            let place = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 4 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: [0x1B, 0x5B, 0x32, 0x4A, 0x0A], at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 50))
            }
        }
        let path = folder.path + "/damaged.jsonl"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let indexed: IndexedRecording
        do { indexed = try IndexedRecording(path: path) } catch { return }
        var unreadable = 0
        for index in 0..<indexed.count {
            do { _ = try indexed.moment(at: index) } catch { unreadable += 1 }
        }
        var inspection = Inspection(of: .recording(path: path), in: indexed)
        for command in InspectionCommand.table.compactMap({ $0.command() }) + [.find("x"), .find("total > 1")] {
            inspection.perform(command, in: indexed)
            _ = inspection.shown(before: 5, after: 5, in: indexed)
        }
        _ = indexed.blame(of: .whole) + indexed.blame(of: try #require(RecordedPath("items[0].title")))
        let isWhole = unreadable == 0 && indexed.faults.isEmpty && indexed.count == 40
        #expect(isWhole || !indexed.faults.isEmpty || unreadable > 0 || indexed.count != 40)
    }

    @Test("lists a thousand faults, of which the last one counts those before it that are not listed")
    func manyFaults() throws {
        let lines = "{\"format\":\"cycle-recording\",\"version\":2,\"createdBy\":\"tests\"}\n"
        let path = try folder.file("faults.jsonl", lines + String(repeating: "x\n", count: 1_005))
        let faults = try IndexedRecording(path: path).faults
        #expect(faults.count == 1_000 && faults[998].line == 1_000 && faults[999].line == 1_006)
        #expect(faults[999].reason.hasSuffix("; 5 faults before this one are not listed"))
    }
}
