import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Recording")
struct RecordingTests {
    static let header = #"{"createdBy":"tests","drivers":["Keys"],"format":"cycle-recording","version":1}"#
    static func line(_ number: Int, time: String = "0.5") -> String {
        #"{"seq":\#(number),"time":\#(time),"cause":{"driver":"Keys","event":"+"},"#
            + #""context":{"total":\#(number)},"effect":{"total":\#(number + 1)},"approved":true}"#
    }

    static func line(_ number: Int, _ part: String, _ other: String) -> String {
        line(number).replacingOccurrences(of: part, with: other)
    }

    private struct Refused: Error, Equatable {
        let problem: RecordingError.Problem

        init(_ problem: RecordingError.Problem) {
            self.problem = problem
        }
    }

    private func read(_ lines: [String], end: String = "\n", limits: RecordingLimits = RecordingLimits()) throws
        -> Recording
    {
        let folder = try Folder()
        let path = try folder.file("read.jsonl", lines.joined(separator: "\n") + end)
        do { return try Recording(path: path, limits: limits) } catch { throw Refused(error.problem) }
    }

    @Test("reads what it writes, approvals too")
    func roundTrip() throws {
        let recording = try read([Self.header, Self.line(0), Self.line(1)])
        #expect(recording.faults.isEmpty)
        #expect(recording.moments.map(\.isApproved) == [true, true])
        #expect(recording.moments.map(\.time) == [.milliseconds(500), .milliseconds(500)])
        let folder = try Folder()
        let again = try Recording(path: folder.file("again.jsonl", recording.jsonLines))
        #expect(again.moments == recording.moments)
        #expect(again.header.createdBy == recording.header.createdBy)
        #expect(again.faults.isEmpty)
    }

    @Test("reports a torn last line and reads the rest, wherever it is torn")
    func torn() throws {
        let last = Self.line(1)
        for length in 1..<last.count {
            let recording = try read([Self.header, Self.line(0), String(last.prefix(length))], end: "")
            #expect(recording.moments.count == 1)
            #expect(recording.faults.map(\.description) == ["line 3: the file stops in the middle of it"])
            #expect(recording.faults.map(\.isTorn) == [true])
        }
    }

    @Test("takes a whole last line that only lacks its end")
    func unended() throws {
        let recording = try read([Self.header, Self.line(0)], end: "")
        #expect(recording.moments.count == 1)
        #expect(recording.faults.isEmpty)
    }

    @Test("takes lines that end as on Windows, and fields that a later program may add")
    func tolerant() throws {
        let more =
            Self.line(0).replacingOccurrences(of: #""approved""#, with: #""note": [{}, "ü"], "approved" "#) + "\r"
        #expect(try read([Self.header + "\r", more]).moments.count == 1)
    }

    static let hostileLines: [(String, String)] = [
        ("", "it stops in the middle"),
        ("null", "it is not a moment"),
        (line(1) + "{}", "there is more behind its end"),
        (line(1, time: "1e400"), "\"time\" is not what it should be"),
        (line(1, time: "-1"), "\"time\" is not what it should be"),
        (line(1, time: "NaN"), "a value is missing or not JSON"),
        (line(1, time: "\"NaN\""), "\"time\" is not what it should be"),
        (line(1, time: String(repeating: "9", count: 100_000)), "\"time\" is not what it should be"),
        (line(1, time: String(repeating: "[", count: 1_000_000)), "it is nested too deep"),
        (line(1, time: "1,\"time\":2"), "it says \"time\" twice"),
        (line(1, "\"seq\":1", "\"seq\":-1"), "\"seq\" is not what it should be"),
        (
            line(1, "\"seq\":1", "\"seq\":9223372036854775807"),
            "\"seq\" is not what it should be"
        ),
        (line(1, "\"Keys\"", "7"), "\"driver\" is not what it should be"),
        (line(1, "cause", "because"), "\"lens\" is missing"),
        (line(1, "\"driver\"", "\"lens\""), "\"driver\" is missing"),
        (line(1, "+", "\\u12"), "a string holds a bad escape"),
        (line(1, "+", "\u{1}"), "a string holds a control character"),
        (line(1, "true", "truth"), "a value is not JSON"),
    ]

    @Test("a change behind a line that cannot be read is a change of no frame that is known")
    func unknownFrame() throws {
        let recording = try read([
            Self.header, #"{"seq":0,"time":0,"lens":"start","event":"start","effect":{"total":1}}"#, "{\"seq\":",
            #"{"seq":1,"time":1,"lens":"a","event":1,"change":[]}"#,
        ])
        #expect(recording.moments.count == 1 && recording.faults.count == 2)
        #expect(recording.faults.last?.reason.hasPrefix("the frame before it is unknown") == true)
    }

    @Test(
        "reports a hostile line and reads the rest",
        arguments: hostileLines)
    func hostile(_ line: String, _ reason: String) throws {
        let recording = try read([Self.header, Self.line(0), line, Self.line(1)])
        #expect(recording.moments.map(\.number) == [0, 1])
        #expect(recording.faults.map(\.description) == ["line 3: \(reason)"])
    }

    @Test("reports bytes that are not UTF-8")
    func notText() throws {
        let folder = try Folder()
        let path = try folder.file("bytes.jsonl")
        let bytes = Array(Self.header.utf8) + [0x0A] + Array(Self.line(0).utf8).map { $0 == 0x2B ? 0xFF : $0 } + [0x0A]
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(try Recording(path: path).faults.map(\.description) == ["line 2: it is not UTF-8"])
    }

    @Test("reports a moment that is missing")
    func gap() throws {
        let recording = try read([Self.header, Self.line(4), Self.line(6)])
        #expect(recording.moments.map(\.number) == [4, 6])
        #expect(recording.faults.map(\.description) == ["line 3: moment 6 stands where 5 should be"])
    }

    @Test(
        "refuses what is not a recording",
        arguments: [
            "", "{}", "[]", "hello", #"{"format":"cycle-recording"}"#, #"{"format":"cycle-recording","version":0}"#,
            #"{"format":"cycle-recording","version":1}"#, #"{"format":"other","version":1}"#,
        ])
    func notARecording(_ header: String) {
        #expect(throws: Refused(.notARecording)) { try read([header], end: "") }
    }

    @Test("refuses a newer version, whatever else its header says, and names the file, the reason and the fix")
    func newer() throws {
        let folder = try Folder()
        let path = try folder.file("new.jsonl", #"{"version":3,"format":"cycle-recording","drivers":{"a":{}}}"# + "\n")
        let error = #expect(throws: RecordingError.self) { try Recording(path: path) }
        #expect(
            error?.description
                == "\(path): a recording of version 3, this program reads up to 2. Update Cycle to read it.")
    }

    @Test("refuses more than its limits before it decodes anything")
    func limits() throws {
        let lines = [Self.header, Self.line(0), Self.line(1)]
        let byteCount = lines.joined(separator: "\n").utf8.count + 1
        #expect(
            try read(lines, limits: RecordingLimits(byteCount: byteCount, lineByteCount: 200, lineCount: 3)).faults
                == [])
        #expect(throws: Refused(.tooManyBytes(limit: byteCount - 1))) {
            try read(lines, limits: RecordingLimits(byteCount: byteCount - 1))
        }
        #expect(throws: Refused(.tooLongALine(number: 2, limit: 100))) {
            try read(lines, limits: RecordingLimits(lineByteCount: 100))
        }
        #expect(throws: Refused(.tooManyLines(limit: 2))) {
            try read(lines, limits: RecordingLimits(lineCount: 2))
        }
        // Eleven a line.
        #expect(try read(lines, limits: RecordingLimits(valueCount: 22)).moments.count == 2)
        #expect(throws: Refused(.tooManyValues(limit: 21))) {
            try read(lines, limits: RecordingLimits(valueCount: 21))
        }
    }

    @Test("understands every escape of JSON, and half a surrogate pair as a replacement")
    func escapes() throws {
        let driver = #"\"\\\/\b\f\n\r\tA\u00e9\u00E9\ud83d\udc4d\ud83d!"#
        let moment = try #require(try read([Self.header, Self.line(0, "Keys", driver)]).moments.first)
        #expect(moment.lens == "\"\\/\u{8}\u{C}\n\r\tAéé👍\u{FFFD}!")
        let again = Recording(header: RecordingHeader(createdBy: "tests"), moments: [moment]).jsonLines
        #expect(try read([again], end: "").moments.first == moment)
    }

    @Test("refuses a folder, and a pipe without waiting for it")
    func notAFile() throws {
        let folder = try Folder()
        #expect(throws: RecordingError(path: folder.path, problem: .notAFile)) { try Recording(path: folder.path) }
        let pipe = try folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: RecordingError(path: pipe, problem: .notAFile)) { try Recording(path: pipe) }
    }

    @Test("survives any single byte changed")
    func mutations() throws {
        let folder = try Folder()
        let original = Array((Self.header + "\n" + Self.line(0) + "\n" + Self.line(1) + "\n").utf8)
        let path = try folder.file("mutated.jsonl")
        var random = SplitMix(seed: 2_026)
        for _ in 0..<TestSupport.seedCount(100) {
            var bytes = original
            let index = Int(random.next() % UInt64(bytes.count))
            bytes[index] = UInt8(truncatingIfNeeded: random.next())
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            do {
                let recording = try Recording(path: path)
                #expect(recording.moments.count + recording.faults.count >= 1, "seed 2026, byte \(index)")
            } catch {
                #expect(index <= Self.header.utf8.count, "seed 2026, byte \(index): \(error)")
            }
        }
    }
}
