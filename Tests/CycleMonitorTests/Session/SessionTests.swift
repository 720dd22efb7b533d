import Cycle
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Session")
struct SessionTests {
    static func recording(_ keys: String) -> Recording {
        let time = VirtualTime()
        let cycle = time.counter(keys)
        let recorder = Recorder(keeping: 1_000, createdBy: "tests")
        cycle.record(into: recorder)
        time.run(cycle, steps: keys.count)
        return recorder.recording
    }

    private let next = NextFrame(in: VirtualTime().counter(""))

    private func totals(_ session: MonitorSession) -> [String] {
        session.moments.map { "\($0.context["total"]?.json ?? "?")-\($0.effect["total"]?.json ?? "?")" }
    }

    private func value(_ json: String) throws -> RecordedValue { try RecordedValue(json: json) }

    @Test("selects a moment, stays within the ends, and selects nothing where there is nothing")
    func selection() {
        var session = MonitorSession(Self.recording("++"))
        #expect(session.selectedMoment == nil)
        session.selectNext()
        #expect(session.selection == 0)
        session.selectPrevious()
        #expect(session.selection == 0)
        session.select(99)
        #expect(session.selectedMoment?.number == 2)
        session.select(nil)
        #expect(session.selection == nil)
        var empty = MonitorSession(Recording(header: RecordingHeader(createdBy: "tests"), moments: []))
        empty.selectNext()
        #expect(empty.selection == nil)
    }

    @Test("is opened as it was written: moments, approvals and selection")
    func file() throws {
        let folder = try Folder()
        var session = MonitorSession(Self.recording("+-+"))
        session.select(2)
        session.approve()
        let path = try folder.file("session.jsonl")
        try session.write(to: path)
        let opened = try MonitorSession(path: path)
        #expect(opened.moments == session.moments)
        #expect(opened.selection == 2)
        #expect(opened.approved.moments.map(\.number) == [2])
        #expect(try Recording(path: path).moments == session.moments)
    }

    @Test("opens a recording that is no session, and one whose session says nonsense")
    func otherFiles() throws {
        let folder = try Folder()
        let lines = Self.recording("+").jsonLines
        let plain = try MonitorSession(path: folder.file("a.jsonl", lines))
        #expect(plain.selection == nil)
        let odd = lines.replacing(
            #""createdBy""#, with: #""session":{"selection":-7,"mode":[1]},"createdBy""#, maxReplacements: 1)
        let session = try MonitorSession(path: folder.file("b.jsonl", odd))
        #expect(session.selection == 0)
    }

    @Test("replaces a file as a whole, with its permissions; a new one is this user's only")
    func permissions() throws {
        let folder = try Folder()
        let path = try folder.file("session.jsonl")
        let mode = { (path: String) in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        let session = MonitorSession(Self.recording("+"))
        try session.write(to: path)
        #expect(try mode(path) == 0o600)
        #expect(chmod(path, 0o640) == 0)
        let link = folder.path + "/link"
        #expect(symlink("session.jsonl", link) == 0)
        try session.write(to: link)
        #expect(try mode(path) == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "session.jsonl"])
        #expect(throws: RecordingError.self) { try session.write(to: folder.path + "/missing/session.jsonl") }
    }

    @Test("recomputes what follows an edited event, up to the next start")
    func editedEvent() throws {
        var session = MonitorSession(Self.recording("+++"))
        var again = Self.recording("+").moments
        for index in again.indices { again[index].number += 4 }
        session = MonitorSession(Recording(header: session.recording.header, moments: session.moments + again))
        session.select(3)
        session.approve()
        session.select(1)
        session.approve()
        let mismatches = try session.editEvent(at: "key._0", to: value("\"-\""), recomputing: next)
        #expect(mismatches.isEmpty)
        #expect(totals(session) == ["0-0", "0--1", "-1-0", "0-1", "0-0", "0-1"])
        #expect(session.selectedMoment?.event.json == #"{"key":{"_0":"-"}}"#)
        // The approved moment has changed.
        #expect(session.approved.moments.isEmpty)
    }

    @Test("recomputes what follows an edited frame, and leaves the event as it was")
    func editedFrame() throws {
        var session = MonitorSession(Self.recording("+++"))
        session.select(1)
        try session.editFrame(at: "total", to: value("41"), recomputing: next)
        #expect(totals(session) == ["0-0", "0-41", "41-42", "42-43"])
        session.select(0)
        try session.editFrame(to: value(#"{"total":7}"#), recomputing: next)
        #expect(totals(session) == ["7-7", "7-8", "8-9", "9-10"])
    }

    @Test("leaves what follows as it was recorded, where nothing recomputes it")
    func editedAlone() throws {
        var session = MonitorSession(Self.recording("+++"))
        session.select(1)
        try session.editFrame(at: "total", to: value("41"))
        #expect(totals(session) == ["0-0", "0-41", "1-2", "2-3"])
    }

    @Test("tells which moments could not be recomputed, and leaves them as they were")
    func notRecomputed() throws {
        var session = MonitorSession(Self.recording("++"))
        session.select(0)
        let silent = CycledLens(startingWith: Counter()) { frames in
            frames.lens(driver: Clock(period: .seconds(1)), frameFilter: \.total)
        }
        let mismatches = try session.editFrame(
            at: "total", to: value("5"), recomputing: NextFrame(in: silent))
        #expect(mismatches.map(\.number) == [1, 2])
        #expect(mismatches.map(\.reason) == [.noLens(running: ["Clock"]), .noLens(running: ["Clock"])])
        #expect(totals(session) == ["5-5", "0-1", "1-2"])
        let broken = try session.editFrame(at: "total", to: value("\"five\""), recomputing: next)
        #expect(broken.map(\.reason) == [.undecodable("total: it is no Int")])
        #expect(totals(session) == ["\"five\"-\"five\"", "0-1", "1-2"])
    }

    @Test("a moved moment has the time of the one whose place it takes, upwards and downwards")
    func movedTimes() throws {
        func times(from index: Int, to target: Int) -> [Duration] {
            var session = MonitorSession(Self.recording("-+-+-+-+"))
            session.select(index)
            _ = session.move(to: target)
            return session.moments.map(\.time)
        }
        #expect(times(from: 0, to: 0) == [.zero, .seconds(1), .seconds(3), .seconds(5), .seconds(7)])
        #expect(times(from: 4, to: 2) == [.zero, .seconds(1), .seconds(3), .seconds(3), .seconds(5)])
        #expect(times(from: 1, to: 3) == [.zero, .seconds(3), .seconds(5), .seconds(5), .seconds(7)])
    }

    @Test("says why an edit cannot be made")
    func impossibleEdits() throws {
        var session = MonitorSession(Self.recording("+"))
        let one = try value("1")
        #expect(throws: MonitorSession.EditError.nothingSelected) { try session.editFrame(to: one) }
        session.select(0)
        #expect(throws: MonitorSession.EditError.startHasNoEvent) { try session.editEvent(to: one) }
        #expect(throws: MonitorSession.EditError.noSuchPlace("totals")) { try session.editFrame(at: "totals", to: one) }
        #expect(throws: MonitorSession.EditError.noSuchPlace("total[")) { try session.editFrame(at: "total[", to: one) }
    }
}
