import Cycle
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Recorder")
struct RecorderTests {
    let time = VirtualTime()

    @Test("writes a versioned header, then one JSON value a line")
    func file() throws {
        let folder = try Folder()
        let path = try folder.file()
        let cycle = time.counter("-+x", clock: .seconds(2))
        cycle.record(into: try Recorder(appendingTo: path, createdBy: "tests"))
        time.run(cycle, steps: 2)
        #expect(
            try folder.text(path) == """
                {"format":"cycle-recording","version":2,"createdBy":"tests"}
                {"seq":0,"time":0.0,"wallTime":1767225600.0,"lens":"start","event":"start","effect":{"total":0}}
                {"seq":1,"time":1.0,"wallTime":1767225601.0,"lens":"Keys","event":{"key":{"_0":"+"}},"effect":{"total":1}}
                {"seq":2,"time":2.0,"wallTime":1767225602.0,"lens":"Clock","event":"tick 1","effect":{"total":2}}
                {"seq":3,"time":2.0,"wallTime":1767225602.0,"lens":"Keys","event":{"key":{"_0":"x"}},"change":[]}

                """)
    }

    @Test("has everything on disk whenever the loop sleeps")
    func idle() throws {
        let folder = try Folder()
        let path = try folder.file()
        let cycle = time.counter("++-+")
        cycle.record(into: try Recorder(appendingTo: path))
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .zero)
        #expect(try Recording(path: path).moments.map(\.description) == ["start -> total: 0", "key(+) -> total: 1"])
        time.advance(steps: 1)
        #expect(try Recording(path: path).moments.count == 3)
        time.leave(cycle)
        cycle.stop()
    }

    @Test("continues a recording that is there, also behind a torn line")
    func continues() throws {
        let folder = try Folder()
        let path = try folder.file()
        for _ in 1...2 {
            let cycle = time.counter("+")
            cycle.record(into: try Recorder(appendingTo: path))
            time.run(cycle, steps: 1)
            try folder.text(path).appending(#"{"seq":9,"ti"#).write(toFile: path, atomically: true, encoding: .utf8)
        }
        let recording = try Recording(path: path)
        #expect(recording.moments.map(\.number) == [0, 1, 2, 3])
        #expect(recording.faults.map(\.line) == [4, 7])
        #expect(recording.faults.map(\.isTorn) == [false, true])
    }

    @Test("appends nothing to a file that is not a recording")
    func otherFile() throws {
        let folder = try Folder()
        let path = try folder.file("main.swift", "print(1)\n")
        #expect(throws: RecordingError(path: path, problem: .notARecording)) { try Recorder(appendingTo: path) }
        #expect(try folder.text(path) == "print(1)\n")
    }

    @Test("keeps the newest moments, in order, with their numbers")
    func ring() {
        let cycle = time.counter("++++++")
        let recorder = Recorder(keeping: 3, createdBy: "tests")
        cycle.record(into: recorder)
        time.run(cycle, steps: 6)
        #expect(recorder.recording.moments.map(\.number) == [4, 5, 6])
        #expect(recorder.recording.moments.map(\.effect.description) == ["total: 4", "total: 5", "total: 6"])
        #expect(recorder.recording.header.createdBy == "tests")
    }

    @Test("keeps fewer moments than it may as they came")
    func halfFullRing() {
        let cycle = time.counter("+")
        let recorder = Recorder(keeping: 3)
        cycle.record(into: recorder)
        time.run(cycle, steps: 1)
        #expect(recorder.recording.moments.map(\.number) == [0, 1])
    }

    @Test("records nothing after its subscription was cancelled")
    func cancelled() {
        let cycle = time.counter("+++")
        let recorder = Recorder(keeping: 9)
        let recording = cycle.record(into: recorder)
        time.run(cycle, steps: 1)
        recording.cancel()
        time.run(cycle, steps: 1)
        #expect(recorder.recording.moments.count == 3)
    }

    @Test("describes frames and events that are not Encodable")
    func descriptions() {
        struct Opaque: Equatable, CustomStringConvertible {
            var description = "\"an\n opaque\" frame"
        }
        let cycle = CycledLens(startingWith: Opaque()) { frames in
            frames.lens(driver: Clock(period: .seconds(1)), frameFilter: { _ in 0 }) { frame, tick in
                frame.description = "after \(tick)"
            }
        }
        let recorder = Recorder(keeping: 9)
        cycle.record(into: recorder)
        time.run(cycle, steps: 1)
        let moments = recorder.recording.moments
        #expect(moments.map(\.effect.json) == [#""\"an\n opaque\" frame""#, #""after tick 1""#])
        #expect(moments.map(\.event.json) == [#""start""#, #""tick 1""#])
    }

    @Test("ends at its limits, says so once, and leaves a file that can be read")
    func limits() throws {
        let folder = try Folder()
        let path = try folder.file()
        var failures: [RecordingError] = []
        let limits = RecordingLimits(lineCount: 4)
        let recorder = try Recorder(appendingTo: path, limits: limits) { failures.append($0) }
        let cycle = time.counter("+++++++")
        cycle.record(into: recorder)
        time.run(cycle, steps: 7)
        #expect(failures == [RecordingError(path: path, problem: .tooManyLines(limit: 4))])
        #expect(recorder.failure == failures.first)
        #expect(cycle.frame.total == 7)
        #expect(try Recording(path: path, limits: limits).moments.count == 3)
    }

    @Test("the lines that were in the file before count towards its limit")
    func limitOfSeveralRuns() throws {
        let folder = try Folder()
        let path = try folder.file()
        let limits = RecordingLimits(lineCount: 6)
        var failures: [RecordingError] = []
        for _ in 0..<2 {
            let time = VirtualTime()
            let cycle = time.counter("++")
            let recorder = try Recorder(appendingTo: path, limits: limits) { failures.append($0) }
            let recording = cycle.record(into: recorder)
            time.run(cycle, steps: 2)
            recording.cancel()
            withExtendedLifetime(recorder) {}
        }
        #expect(failures == [RecordingError(path: path, problem: .tooManyLines(limit: 6))])
        #expect(try folder.text(path).utf8.count { $0 == 0x0A } == 6)
    }

    @Test("refuses a device")
    func device() {
        #expect(throws: RecordingError(path: "/dev/null", problem: .notAFile)) {
            try Recorder(appendingTo: "/dev/null")
        }
    }

    @Test("tells that the disk is full, once, and the loop goes on")
    func fullDisk() throws {
        let folder = try Folder()
        let path = try folder.file()
        var failures: [RecordingError] = []
        var roomLeft = 150
        let file = try RecordingFile(
            appendingTo: path, limits: RecordingLimits(), onFailure: { failures.append($0) },
            write: { file, bytes, count in
                guard roomLeft > 0 else {
                    errno = ENOSPC
                    return -1
                }
                let written = write(file, bytes, min(count, roomLeft))
                roomLeft -= written
                return written
            })
        let cycle = time.counter("+++")
        cycle.record(into: Recorder(file, createdBy: "tests", limits: RecordingLimits()))
        time.run(cycle, steps: 3)
        #expect(failures == [RecordingError(path: path, problem: .system(operation: "write", code: ENOSPC))])
        #expect(cycle.frame.total == 3)
        let recording = try Recording(path: path)
        #expect(recording.moments.isEmpty)
        #expect(recording.faults.map(\.isTorn) == [true])
    }

    @Test("says once why recording ends, where the disk is full when the limit is reached")
    func fullDiskAtTheLimit() throws {
        let folder = try Folder()
        let path = try folder.file()
        let limits = RecordingLimits(lineCount: 1)
        var failures: [RecordingError] = []
        let file = try RecordingFile(
            appendingTo: path, limits: limits, onFailure: { failures.append($0) },
            write: { _, _, _ in
                errno = ENOSPC
                return -1
            })
        let cycle = time.counter("+++")
        cycle.record(into: Recorder(file, createdBy: "tests", limits: limits))
        time.run(cycle, steps: 3)
        #expect(failures.count == 1)
    }

    @Test("closes a file that is refused, once")
    func refusedFile() throws {
        let folder = try Folder()
        let path = try folder.file("main.swift", "print(1)\n")
        var closed: [Int32] = []
        #expect(throws: RecordingError.self) {
            try RecordingFile(
                appendingTo: path, limits: RecordingLimits(), onFailure: { _ in },
                close: {
                    closed.append($0)
                    return close($0)
                })
        }
        #expect(closed.count == 1)
    }

    @Test("says why a file cannot be made", arguments: [("missing/run.jsonl", ENOENT), ("", EISDIR)])
    func unusablePath(_ name: String, _ code: Int32) throws {
        let folder = try Folder()
        let path = try folder.file(name)
        #expect(throws: RecordingError(path: path, problem: .system(operation: "open", code: code))) {
            try Recorder(appendingTo: path)
        }
    }

    @Test("leaves a note in place of a frame that is too long for a line")
    func longFrame() throws {
        let folder = try Folder()
        let path = try folder.file()
        let limits = RecordingLimits(lineByteCount: 2_000)
        let cycle = CycledLens(startingWith: String(repeating: "x", count: 5_000)) { frames in
            frames.lens(driver: Clock(period: .seconds(1)), frameFilter: { _ in 0 }) { frame, _ in frame = "short" }
        }
        cycle.record(into: try Recorder(appendingTo: path, limits: limits))
        time.run(cycle, steps: 1)
        let moments = try Recording(path: path, limits: limits).moments
        #expect(
            moments.map(\.effect.description) == ["left out: 5002 bytes, a recording holds 325 of one value", "short"])
    }

    @Test("keeps the newest moments of all loops that it records, each frame and event as it was")
    func severalLoops() {
        let recorder = Recorder(keeping: 4, createdBy: "tests")
        let counter = time.counter("++")
        let texts = CycledLens(startingWith: ["a"]) { frames in
            frames.lens(driver: Clock(period: .seconds(1)), frameFilter: { _ in 0 }) { frame, _ in frame.append("b") }
        }
        counter.record(into: recorder)
        texts.record(into: recorder)
        time.run(counter, steps: 2)
        time.run(texts, steps: 1)
        #expect(recorder.recording.moments.map(\.number) == [1, 2, 3, 4])
        #expect(
            recorder.recording.moments.map { "\($0.context) \($0.event) \($0.effect)" } == [
                "total: 0 key(+) total: 1", "total: 1 key(+) total: 2", "[a] start [a]", "[a] tick 1 [a, b]",
            ])
    }

    @Test("keeps the newest moments of a loop that has gone")
    func goneLoop() {
        let recorder = Recorder(keeping: 3)
        for keys in ["++++", "+"] {
            let cycle = time.counter(keys)
            cycle.record(into: recorder)
            time.run(cycle, steps: 4)
        }
        let next = time.counter("")
        next.record(into: recorder)
        #expect(recorder.recording.moments.map(\.number) == [4, 5, 6])
        for _ in 0..<9 {
            let cycle = time.counter("++++")
            cycle.record(into: recorder)
            time.run(cycle, steps: 4)
        }
        // Those of the two newest loops are kept, and those of the one that may go on.
        #expect((Mirror(reflecting: recorder).descendant("kept") as? [Any])?.count == 3)
    }

    @Test("continues a file in which a session was saved, without a header of its own")
    func savedSession() throws {
        let folder = try Folder()
        let path = try folder.file()
        for isFirst in [true, false] {
            let cycle = time.counter("+")
            cycle.record(into: try Recorder(appendingTo: path, createdBy: "tests"))
            time.run(cycle, steps: 1)
            guard isFirst else { continue }
            var session = try MonitorSession(path: path)
            session.select(1)
            try session.write(to: path)
        }
        #expect(try MonitorSession(path: path).selection == 1)
        #expect(try IndexedRecording(path: path).count == 4)
    }

    @Test("goes on to keep the moments of a loop that stood still for longer than it keeps")
    func restingLoop() {
        let recorder = Recorder(keeping: 3)
        func start(_ keys: String) -> CycledLens<some Any, Counter> {
            let cycle = time.counter(keys)
            cycle.record(into: recorder)
            cycle.start(on: time)
            time.join(cycle) { while cycle.step() {} }
            return cycle
        }
        let resting = start("-------+")
        let busy = start("-+++++")
        time.advance(steps: 6)
        let newest = start("-")
        time.advance(steps: 2)
        #expect(recorder.recording.moments.map(\.number) == [6, 7, 8])
        #expect(recorder.recording.moments.map(\.effect.description) == ["total: 5", "total: 0", "total: 1"])
        for cycle in [resting, busy, newest] {
            time.leave(cycle)
            cycle.stop()
        }
    }

    @Test("writes what it keeps: a file has the same moments as the memory")
    func sameMoments() throws {
        struct Frame: Codable, Equatable {
            var total = 0, texts = ["z": 1.5, "a": -2]
        }
        let folder = try Folder()
        let path = try folder.file()
        let cycle = CycledLens(startingWith: Frame()) { [time] frames in
            MutatingLens.zip(
                frames.lens(driver: Keys(time: time, timeline: "-+++-"), frameFilter: \.total) { frame, _ in
                    frame.total += 1
                    frame.texts["k\(frame.total)"] = 1 / Double(frame.total)
                },
                frames.lens(driver: Clock(period: .seconds(1.25)), frameFilter: \.total) { frame, _ in frame.total -= 1
                })
        }
        let recorder = Recorder(keeping: 100)
        cycle.record(into: recorder)
        cycle.record(into: try Recorder(appendingTo: path))
        time.run(cycle, steps: 6)
        let written = try Recording(path: path)
        #expect(written.moments.count == 8)
        #expect(written.moments == recorder.recording.moments)
        #expect(written.faults.isEmpty)
    }

    @Test(
        "writes times to the nanosecond",
        arguments: [(0, "0.0"), (1_500_000_000, "1.5"), (1_000_000_001, "1.000000001"), (70, "0.00000007")])
    func times(_ nanoseconds: Int, _ text: String) throws {
        let value = RecordedValue(0)
        let moment = RecordedMoment(
            number: 7, time: .nanoseconds(nanoseconds), lens: "a \"b\"", event: value, context: value, effect: value,
            isApproved: true)
        let folder = try Folder()
        let lines = Recording(header: RecordingHeader(createdBy: "tests"), moments: [moment]).jsonLines
        #expect(
            lines.split(separator: "\n").last ?? ""
                == #"{"seq":7,"time":\#(text),"lens":"a \"b\"","event":0,"context":0,"change":[],"approved":true}"#)
        #expect(try Recording(path: folder.file("run.jsonl", lines)).moments == [moment])
    }

    @Test("the second program that appends to a recording is refused, and what the first writes can be read")
    func second() throws {
        let folder = try Folder()
        let path = try folder.file()
        let cycle = time.counter("++")
        let recording = cycle.record(into: try Recorder(appendingTo: path))
        #expect(throws: RecordingError(path: path, problem: .inUse)) { _ = try Recorder(appendingTo: path) }
        time.run(cycle, steps: 2)
        recording.cancel()
        let read = try Recording(path: path)
        #expect(read.faults == [] && read.moments.count == 3)
    }
}
