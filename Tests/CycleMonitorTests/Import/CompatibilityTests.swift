import Cycle
import CycleMonitor
import CycleTesting
import Testing

@Suite("Compatibility")
struct CompatibilityTests {
    private func recording() -> Recording {
        let time = VirtualTime()
        let cycle = time.counter("-+-x")
        let recorder = Recorder(keeping: 1_000, createdBy: "tests")
        cycle.record(into: recorder)
        time.run(cycle, steps: 4)
        return recorder.recording
    }

    @Test("is fine where everything reads as it was recorded")
    func fine() {
        let report = recording().compatibility(frame: Counter.self, events: [.lens("Keys", Keys.Event.self)])
        #expect(report.verdict == .fine)
        #expect(report.description == "fine: 3 of 3 moments decode")
    }

    private struct Renamed: Codable {
        var count = 0

        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .count) ?? 7
        }
    }

    @Test("is risky where something is lost, filled in, or reads otherwise")
    func risky() {
        let report = recording().compatibility(frame: Renamed.self, events: [.lens("Keys", Keys.Event.self)])
        #expect(report.verdict == .risky)
        #expect(
            report.description == """
                risky: 3 of 3 moments decode
                frame.count: was not recorded, reads as 7 (2 times, first in moment 0)
                frame.total: is not read any more (2 times, first in moment 0)
                """)
        #expect(report.momentCount == 3 && report.decodedCount == 3)
        #expect(report.findings.map(\.problem) == [.filled(RecordedValue(7)), .lost])
        #expect(report.findings.allSatisfy { $0.firstMoment == 0 && $0.count == 2 })
    }

    private struct Rounded: Codable {
        var total: Even
        struct Even: Codable {
            var number: Int
            init(from decoder: any Decoder) throws {
                number = try decoder.singleValueContainer().decode(Int.self) / 2 * 2
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(number)
            }
        }
    }

    @Test("is risky where a value reads as another, and where the type of an event is not given")
    func changed() {
        let report = recording().compatibility(frame: Rounded.self, events: [])
        #expect(
            report.description == """
                risky: 3 of 3 moments decode
                frame.total: 1 reads as 0 (once, in moment 1)
                Keys: no type was given for its events (2 times, first in moment 1)
                """)
    }

    private struct Text: Codable {
        var total: String
    }

    private struct More: Codable {
        var total: Int
        var items: [Int]
    }

    @Test("is impossible where a frame or an event does not decode, and says where and why")
    func impossible() {
        let text = recording().compatibility(frame: Text.self, events: [.lens("Keys", Int.self)])
        #expect(text.verdict == .impossible)
        #expect(
            text.description == """
                impossible: 0 of 3 moments decode
                frame.total: does not decode: it is no String (2 times, first in moment 0)
                Keys event: does not decode: it is no Int (2 times, first in moment 1)
                """)
        let more = recording().compatibility(frame: More.self, events: [.lens("Keys", Keys.Event.self)])
        #expect(
            more.description == """
                impossible: 0 of 3 moments decode
                frame: does not decode: it has no "items" (2 times, first in moment 0)
                """)
    }
}

@Suite("Differences of recorded values")
struct RecordedDifferenceTests {
    private func lines(_ old: String, _ new: String) throws -> [String] {
        try RecordedValue(json: old).differences(to: RecordedValue(json: new)).map(\.description)
    }

    @Test("are named by key paths, with the values before and after")
    func places() throws {
        #expect(
            try lines(#"{"items":[{"title":"a"}],"n":1}"#, #"{"items":[{"title":"b"}],"n":1}"#)
                == [#"frame.items[0].title: "a" -> "b""#])
        #expect(try lines(#"{"a":1}"#, #"{"a":1,"b":[2]}"#) == ["frame.b: added [2]"])
        #expect(try lines(#"{"a":1,"b c":2}"#, #"{"a":1}"#) == [#"frame["b c"]: removed 2"#])
        #expect(try lines("1", "2") == ["frame: 1 -> 2"])
        #expect(try lines("[1]", "[1]") == [])
    }

    @Test("say of a list what came and went")
    func lists() throws {
        #expect(try lines("[1,2,3]", "[2,3,4]") == ["frame[0]: removed 1", "frame[2]: added 4"])
        #expect(try lines("[1,2,3]", "[1,3]") == ["frame[1]: removed 2"])
    }

    @Test("shorten what is long")
    func long() throws {
        let line = try lines(#""a""#, "\"" + String(repeating: "x", count: 10_000) + "\"")[0]
        #expect(line.count == 300 + #"frame: "a" -> …"#.count)
    }

    @Test("values are found by their key paths")
    func keyPaths() throws {
        let value = try RecordedValue(json: #"{"items":[{"title":"a"}]}"#)
        #expect(value["items[0].title"]?.json == #""a""#)
        #expect(value["items[1].title"] == nil)
        #expect(value["items["] == nil)
    }
}
