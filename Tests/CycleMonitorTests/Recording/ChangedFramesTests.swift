import Cycle
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

/// A to-do list whose undo list holds the items of before.
struct ToDo: Codable, Equatable {
    struct Item: Codable, Equatable {
        var id: Int
        var title: String
        var isDone = false
    }

    enum Event: Codable, Equatable, Sendable {
        case add(String), toggle(Int), remove(Int), undo
    }

    var items: [Item] = []
    var undo: [[Item]] = []
    var nextID = 0

    mutating func apply(_ event: Event, undoLimit: Int) {
        if case .undo = event {
            if let earlier = undo.popLast() { items = earlier }
            return
        }
        undo.append(items)
        if undo.count > undoLimit { undo.removeFirst() }
        switch event {
        case .add(let title):
            items.append(Item(id: nextID, title: title))
            nextID += 1
        case .toggle(let index): if items.indices.contains(index) { items[index].isDone.toggle() }
        case .remove(let index): if items.indices.contains(index) { items.remove(at: index) }
        case .undo: break
        }
    }
}

extension ToDo.Event {
    /// As somebody uses it who keeps about ten items.
    static func random(_ frame: ToDo, _ dice: inout SplitMix) -> ToDo.Event {
        let index = Int.random(in: 0..<max(1, frame.items.count), using: &dice)
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: return .undo
        case 1...4 where frame.items.count < 12: return .add("buy number \(dice.next() % 100_000)")
        case 5 where frame.items.count > 8: return .remove(index)
        default: return .toggle(index)
        }
    }
}

@Suite("Recordings of what changed")
struct ChangedFramesTests {
    static let header = #"{"format":"cycle-recording","version":2,"createdBy":"tests","lenses":[]}"#
    private let time = VirtualTime()

    /// Records a to-do list that is used at random.
    private func record(_ count: Int, seed: UInt64, to path: String, _ more: [Recorder] = []) throws -> ToDo {
        let (events, inlet) = Signal<ToDo.Event>.pipe()
        let cycle = CycledLens(startingWith: ToDo()) { frames in
            frames.lens(driver: Piped(events: events), frameFilter: \.nextID) { $0.apply($1, undoLimit: 10) }
        }
        for recorder in [try Recorder(appendingTo: path, createdBy: "tests")] + more { cycle.record(into: recorder) }
        var dice = SplitMix(seed: seed)
        cycle.start(on: time)
        cycle.drain()
        for _ in 0..<count {
            inlet.send(.random(cycle.frame, &dice))
            cycle.drain()
        }
        cycle.stop()
        return cycle.frame
    }

    @Test("have every frame as it was, in a small part of its length")
    func small() throws {
        let folder = try Folder()
        let path = try folder.file()
        let memory = Recorder(keeping: 1_000, createdBy: "tests")
        let last = try record(200, seed: 7, to: path, [memory])
        let recording = try Recording(path: path)
        #expect(recording.faults.isEmpty)
        #expect(recording.moments == memory.recording.moments)
        #expect(try recording.moments.last?.effect.decoded() == last)
        let whole = recording.moments.reduce(0) { $0 + $1.effect.json.utf8.count }
        let written = try folder.text(path).utf8.count
        #expect(written * 6 < whole, "\(written) bytes for frames of \(whole)")
        #expect(recording.jsonLines.utf8.count * 100 < written * 101)
    }

    @Test("can be read from any moment on, without what is before")
    func anywhere() throws {
        let folder = try Folder()
        let path = try folder.file()
        _ = try record(150, seed: 8, to: path)
        let all = try Recording(path: path).moments
        for number in [0, 1, 2, 50, 127, 149, 150, 151] {
            var reader = try RecordingReader(path: path, from: number)
            var moments: [RecordedMoment] = []
            while let moment = try reader.next() { moments.append(moment) }
            #expect(moments == Array(all.dropFirst(number)), "from \(number)")
            #expect(reader.faults.isEmpty)
        }
    }

    @Test("lose what hangs on a line that cannot be read, up to the next whole frame, and nothing else")
    func lostLine() throws {
        let folder = try Folder()
        let path = try folder.file()
        _ = try record(150, seed: 9, to: path)
        let all = try Recording(path: path).moments
        let lines = try folder.text(path).split(separator: "\n").map(String.init)
        for lost in [1, 40, 149] {
            var broken = lines
            broken[lost] = "{\"seq\":"
            let recording = try Recording(path: folder.file("broken.jsonl", broken.joined(separator: "\n")))
            let read = Dictionary(uniqueKeysWithValues: recording.moments.map { ($0.number, $0) })
            #expect(recording.moments.allSatisfy { all[$0.number] == $0 })
            let next = lines.indices.dropFirst(lost + 1).first { lines[$0].contains("\"effect\":") } ?? lines.count - 1
            // Of a whole frame behind a gap the one before is unknown.
            #expect((0..<all.count).filter { read[$0] == nil } == Array((lost - 1)...max(lost - 1, next - 1)))
            #expect(recording.faults.count == max(1, next - lost + 1))
            removed: do {
                broken.remove(at: lost)
                let recording = try Recording(path: folder.file("removed.jsonl", broken.joined(separator: "\n")))
                #expect(recording.moments.allSatisfy { all[$0.number] == $0 })
                if lost < lines.count - 1 { #expect(!recording.faults.isEmpty) }
            }
        }
    }

    @Test("keep the frames of two loops in one file apart")
    func twoLoops() throws {
        let folder = try Folder()
        let path = try folder.file()
        let recorder = try Recorder(appendingTo: path, createdBy: "tests")
        let memory = Recorder(keeping: 100, createdBy: "tests")
        let cycles = [time.counter("-+-+-+"), time.counter("+--+--+")]
        for cycle in cycles {
            cycle.record(into: recorder)
            cycle.record(into: memory)
            cycle.start(on: time)
            time.join(cycle) { while cycle.step() {} }
        }
        time.advance(steps: 7)
        for cycle in cycles {
            time.leave(cycle)
            cycle.stop()
        }
        let recording = try Recording(path: path)
        #expect(recording.moments.count == 8)
        #expect(recording.moments == memory.recording.moments)
        #expect(recording.faults.isEmpty)
    }

    @Test("know the frame before, where recording was interrupted and went on")
    func interrupted() throws {
        let folder = try Folder()
        let path = try folder.file()
        let recorder = try Recorder(appendingTo: path, createdBy: "tests")
        let cycle = time.counter("-+++")
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        for _ in 0..<3 {
            let recording = cycle.record(into: recorder)
            time.advance(steps: 1)
            recording.cancel()
            // A moment that is not recorded.
            time.advance(steps: 1)
        }
        time.leave(cycle)
        cycle.stop()
        recorder.flush()
        let moments = try Recording(path: path).moments.filter { !$0.isStart }
        #expect(moments.map(\.description) == ["key(+) -> total: 1", "key(+) -> total: 3"])
        #expect(moments.map(\.context.description) == ["total: 0", "total: 2"])
    }

    @Test("survive any byte changed: every moment that is read is one that was written, or says so by its JSON")
    func mutations() throws {
        let folder = try Folder()
        let path = try folder.file()
        _ = try record(30, seed: 11, to: path)
        let original = Array(try folder.text(path).utf8)
        let headerEnd = original.firstIndex(of: UInt8(ascii: "\n")) ?? 0
        var dice = SplitMix(seed: 2_027)
        for _ in 0..<TestSupport.seedCount(30) {
            var bytes = original
            let index = Int.random(in: (headerEnd + 1)..<bytes.count, using: &dice)
            bytes[index] = UInt8(truncatingIfNeeded: dice.next())
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let recording = try Recording(path: path)
            #expect(recording.moments.count + recording.faults.count >= 20, "seed 2027, byte \(index)")
            var reader = try RecordingReader(path: path, from: 15)
            while let moment = try reader.next() { #expect(moment.effect.json.utf8.count > 2) }
        }
    }

    @Test("go on in a file of the first version")
    func firstVersion() throws {
        let folder = try Folder()
        let path = try folder.file("run.jsonl", RecordingTests.header + "\n" + RecordingTests.line(0) + "\n")
        let cycle = time.counter("+")
        cycle.record(into: try Recorder(appendingTo: path, createdBy: "now"))
        time.run(cycle, steps: 1)
        let recording = try Recording(path: path)
        #expect(recording.moments.map(\.number) == [0, 1, 2])
        #expect(recording.faults.isEmpty)
        #expect(recording.header.createdBy == "now")
    }

    @Test("write the frame before where it is not the one of the line above")
    func selection() throws {
        let folder = try Folder()
        let path = try folder.file()
        _ = try record(100, seed: 10, to: path)
        var recording = try Recording(path: path)
        recording.moments.removeAll { $0.number % 7 != 3 }
        let again = try Recording(path: folder.file("some.jsonl", recording.jsonLines))
        #expect(again.moments == recording.moments)
        #expect(again.faults.isEmpty)
    }

    @Test("cannot be made to grow: a change that copies what was copied is refused")
    func growing() throws {
        let start =
            #"{"seq":0,"time":0,"lens":"start","event":"start","effect":{"a":"\#(String(repeating: "x", count: 99))"}}"#
        let lines = (1...60).map {
            #"{"seq":\#($0),"time":0,"lens":"x","event":0,"change":[{"op":"copy","from":"","path":"/b"},"#
                + #"{"op":"copy","from":"/b","path":"/c"}]}"#
        }
        let folder = try Folder()
        let recording = try Recording(
            path: folder.file("bomb.jsonl", ([Self.header, start] + lines).joined(separator: "\n")))
        #expect(recording.moments.count < 20)
        #expect(recording.faults.first?.reason == "its frame is too long")
    }

    @Test(
        "report a change that is none, or does not fit",
        arguments: [
            (#""change":7"#, "a change is no list"),
            (
                #""change":[{"op":"move","from":"/a","path":"/b"}]"#,
                "a change is not one that is known: from: /a, op: move, path: /b"
            ),
            (#""change":[{"op":"remove","path":"/b"}]"#, "a change does not fit the frame before it"),
            (#""changed":[]"#, #""effect" is missing"#),
        ])
    func hostile(_ change: String, _ reason: String) throws {
        let start = #"{"seq":0,"time":0,"lens":"start","event":"start","effect":{"a":1}}"#
        let line = #"{"seq":1,"time":0,"lens":"x","event":0,\#(change)}"#
        let folder = try Folder()
        let recording = try Recording(
            path: folder.file("run.jsonl", [Self.header, start, line].joined(separator: "\n") + "\n"))
        #expect(recording.faults.map(\.reason) == [reason])
        #expect(recording.moments.count == 1)
    }
}

/// Reports what comes through a pipe.
private struct Piped: Driver {
    let events: Signal<ToDo.Event>

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<ToDo.Event> { events }
}
