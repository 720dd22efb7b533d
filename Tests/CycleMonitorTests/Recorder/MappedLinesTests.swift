import Cycle
import CycleMonitor
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("Recorder(keeping:leavingIn:)")
struct MappedLinesTests {
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
}
