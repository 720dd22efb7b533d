import Cycle
import CycleBase
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Recorder(keeping:leavingIn:)")
struct NewestLinesTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func record(_ keys: String, keeping count: Int = 100, _ whileThere: (String) throws -> Void) throws {
        let path = folder.path + "/last.jsonl"
        let time = VirtualTime()
        let cycle = time.counter(keys)
        let recorder = try Recorder(keeping: count, leavingIn: path, createdBy: "counter")
        let recording = cycle.record(into: recorder)
        time.run(cycle, steps: keys.count)
        try whileThere(path)
        recording.cancel()
        withExtendedLifetime(recorder) {}
    }

    @Test("has every moment in the file at once, as if the program was killed now")
    func atOnce() throws {
        try record("+x+") { path in
            let copy = path + ".copy"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let left = try Recording(path: copy)
            #expect(left.moments == SessionTests.recording("+x+").moments)
            #expect(left.faults.map(\.description) == ["line 6: the program ended suddenly behind the moment before"])
            #expect(try IndexedRecording(path: copy).faults == left.faults)
        }
        let ended = try Recording(path: folder.path + "/last.jsonl")
        #expect(ended.faults.isEmpty && ended.moments.count == 4)
    }

    @Test("keeps no more than twice as many moments as wanted, in two files that begin with whole frames")
    func turnsOver() throws {
        try record(String(repeating: "+", count: 25), keeping: 10) { path in
            let (newest, older) = (try Recording(path: path), try Recording(path: path + ".older"))
            #expect(newest.moments.last?.number == 25 && older.moments.count == 10)
            #expect(older.moments.last.map { $0.number + 1 } == newest.moments.first?.number)
            #expect(newest.moments.allSatisfy { $0.context != $0.effect })
        }
    }

    struct Note: Equatable, Codable {
        var count = 0
        var text = ""
    }

    @Test(
        "keeps every moment of its two files readable, whatever the lengths of lines are",
        arguments: Seeds(200).map(\.self))
    func lengths(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        // A long line may come when there is room for short ones alone.
        let lengths = (0..<500).map { _ in chance.once(in: 60) ? 3_000 : 10 }
        let (older, newest) = try left(byNotesOf: lengths)
        #expect(older.faults.isEmpty && newest.faults.map(\.reason) == [Recording.suddenEnd], "seed \(seed)")
        let numbers = (older.moments + newest.moments).map(\.number)
        #expect(numbers == Array((501 - numbers.count)...500), "seed \(seed)")
    }

    /// The two files of 20,000 bytes while a program runs that has taken notes of some lengths.
    private func left(byNotesOf lengths: [Int]) throws -> (older: Recording, newest: Recording) {
        let path = folder.path + "/notes.jsonl"
        let (texts, inlet) = Signal<String>.pipe()
        let cycle = CycledLens(startingWith: Note()) { frames in
            frames.lens(events: texts, label: "texts") { note, text in
                note.count += 1
                note.text = text
            }
        }
        let lines = try NewestLines(path: path, keeping: .max, byteCount: 20_000) { Issue.record("\($0)") }
        let recorder = Recorder(lines, createdBy: "notes", limits: RecordingLimits())
        let recording = cycle.record(into: recorder)
        cycle.start(on: VirtualTime())
        for length in lengths { inlet.send(String(repeating: "x", count: length)) }
        cycle.drain()
        defer {
            recording.cancel()
            cycle.stop()
        }
        return (try Recording(path: path + ".older"), try Recording(path: path))
    }

    @Test("passes over a line that is longer than its file, and keeps the moments before and behind it")
    func longest() throws {
        let (older, newest) = try left(byNotesOf: [1, 1, 30_000, 1, 1])
        let moments = older.moments + newest.moments
        // The fourth says what was before it, and that is as long.
        #expect(moments.map(\.number) == [0, 1, 2, 5])
        #expect(try moments.last?.context.decoded(as: Note.self).count == 4)
    }

    private func open(_ path: String) throws -> Recorder {
        try Recorder(keeping: 10, leavingIn: path, createdBy: "counter")
    }

    private func inode(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    @Test("the second recorder of a file is refused, and leaves what the first has written")
    func second() throws {
        try record("+") { path in
            let before = try folder.text(path)
            #expect(throws: RecordingError(path: path, problem: .inUse)) { _ = try open(path) }
            #expect(throws: RecordingError(path: path, problem: .inUse)) { _ = try Recorder(appendingTo: path) }
            #expect(try folder.text(path) == before)
        }
        #expect(throws: Never.self) { _ = try open(folder.path + "/last.jsonl") }
    }

    @Test("a file that others could read is theirs no more, and a pipe or a link is refused")
    func others() throws {
        let path = try folder.file("last.jsonl", "secret")
        chmod(path, 0o644)
        let recorder = try open(path)
        #expect(try inode(path).st_mode & 0o777 == 0o600)
        withExtendedLifetime(recorder) {}
        mkfifo(folder.path + "/pipe", 0o600)
        #expect(throws: RecordingError(path: folder.path + "/pipe", problem: .notAFile)) {
            _ = try open(folder.path + "/pipe")
        }
        symlink(path, folder.path + "/link")
        #expect(throws: RecordingError(path: folder.path + "/link", problem: .system(operation: "open", code: ELOOP))) {
            _ = try open(folder.path + "/link")
        }
    }

    @Test("a full disk is found when the file is made, and none of it is taken")
    func fullDisk() throws {
        let path = folder.path + "/last.jsonl"
        let error = RecordingError(path: path, problem: .system(operation: "make room for", code: ENOSPC))
        #expect(throws: error) {
            _ = try NewestLines(path: path, keeping: 10, onFailure: { _ in }) { file, bytes, count, offset in
                guard offset < 1 << 20 else {
                    errno = ENOSPC
                    return -1
                }
                return pwrite(file, bytes, min(count, 100_000), offset)
            }
        }
        #expect(try inode(path).st_size == 0)
    }

    @Test("a failing disk ends the recording with one report, and the run goes on")
    func failingDisk() throws {
        let path = folder.path + "/last.jsonl"
        var failures: [RecordingError] = []
        var isFailing = false
        let lines = try NewestLines(path: path, keeping: 10, onFailure: { failures.append($0) }) {
            file, bytes, count, offset in
            guard isFailing else { return pwrite(file, bytes, count, offset) }
            errno = EIO
            return -1
        }
        let time = VirtualTime()
        let cycle = time.counter("++++")
        let recording = cycle.record(into: Recorder(lines, createdBy: "counter", limits: RecordingLimits()))
        cycle.observe { isFailing = $0.total > 1 }
        time.run(cycle, steps: 4)
        recording.cancel()
        #expect(failures == [RecordingError(path: path, problem: .system(operation: "write", code: EIO))])
    }

    @Test("a file that another program cuts is begun anew with whole frames, and nothing ends the program")
    func cut() throws {
        let path = folder.path + "/last.jsonl"
        let time = VirtualTime()
        let cycle = time.counter("++++")
        let recorder = try open(path)
        let recording = cycle.record(into: recorder)
        cycle.observe { if $0.total == 2 { truncate(path, 10) } }
        time.run(cycle, steps: 4)
        let left = try Recording(path: path)
        #expect(left.moments.last?.effect.json == "{\"total\":4}")
        #expect(left.faults.map(\.reason) == [Recording.suddenEnd])
        recording.cancel()
        withExtendedLifetime(recorder) {}
    }

    @Test("a folder at the place of the older file ends the recording, and stays")
    func olderFolder() throws {
        let older = folder.path + "/last.jsonl.older"
        mkdir(older, 0o700)
        var failures: [RecordingError] = []
        let path = folder.path + "/last.jsonl"
        let time = VirtualTime()
        let cycle = time.counter(String(repeating: "+", count: 25))
        let recorder = try Recorder(keeping: 10, leavingIn: path, createdBy: "counter") { failures.append($0) }
        let recording = cycle.record(into: recorder)
        time.run(cycle, steps: 25)
        recording.cancel()
        #expect(failures == [RecordingError(path: older, problem: .notAFile)])
        #expect(try Recording(path: path).moments.count == 10)
    }
}
