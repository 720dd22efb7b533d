import Cycle
@testable import CycleDrivers
import CycleTesting
import Testing

@Suite("PersistenceDriver: logs that grow by lines")
struct LineLogTests {
    private struct Frame: Equatable {
        var log = PersistenceDriver.LineLog("log")
        var events: [FileEvent] = []
    }

    /// Appends lines, more of them with each event, and returns what was told.
    private func run(_ driver: PersistenceDriver, _ batches: [[String]]) async -> [FileEvent] {
        var first = Frame()
        for line in batches[0] { first.log.append(line) }
        let cycle = CycledLens(startingWith: first) { frames in
            frames.lens(
                driver: driver, frameFilter: { PersistenceDriver.Model($0.log.requests) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    frame.log.take(event)
                    if frame.events.count < batches.count {
                        for line in batches[frame.events.count] { frame.log.append(line) }
                    }
                })
        }
        return await cycle.run(on: VirtualTime()).events
    }

    private static let isReal = [true, false]

    /// A driver of a disk or of memory, and what is in the log.
    private func world(isReal: Bool, _ text: String?) -> (driver: PersistenceDriver, text: () -> String?) {
        if isReal {
            let folder = TemporaryFolder()
            if let text { folder.write(text, to: "log") }
            return (PersistenceDriver(root: folder.path), { folder.text(of: "log") })
        }
        let files = SimulatedFiles()
        files[text: "log"] = text
        return (files.driver(), { files[text: "log"] })
    }

    @Test("appends each line once, in order, and tells how far it is", arguments: isReal)
    func appends(isReal: Bool) async {
        let (driver, text) = world(isReal: isReal, nil)
        let events = await run(driver, [["a", "b"], ["c"], ["d\ne", "f\0"]])
        #expect(
            events == [.appended(path: "log", end: 2), .appended(path: "log", end: 3), .appended(path: "log", end: 6)])
        #expect(text() == "a\nb\nc\nd\ne\nf\u{fffd}\n")
        _ = await run(driver, [["next run"]])
        #expect(text() == "a\nb\nc\nd\ne\nf\u{fffd}\nnext run\n")
    }

    @Test("lines that are wanted again, or more of them, are not appended twice", arguments: isReal)
    func once(isReal: Bool) async {
        let (driver, text) = world(isReal: isReal, nil)
        _ = await events(
            of: driver, [.append("log", ["a", "b"], from: 0)], [.append("log", ["a", "b", "c"], from: 0)],
            [.append("log", ["b", "c"], from: 1, repetition: 1)], [.append("log", ["d"], from: 3)])
        #expect(text() == "a\nb\nc\nd\n")
    }

    @Test("lines may have any numbers", arguments: isReal, [Int.min, .max - 1, .max])
    func numbers(isReal: Bool, _ first: Int) async {
        let (driver, text) = world(isReal: isReal, nil)
        let events = await events(
            of: driver, [.append("log", ["a", "b"], from: 0)], [.append("log", ["c", "d"], from: first)])
        #expect(events.last == .appended(path: "log", end: first < 0 ? 2 : .max))
        #expect(text() == (first < 0 ? "a\nb\n" : "a\nb\nc\nd\n"))
        var log = PersistenceDriver.LineLog("log")
        log.append("a")
        log.take(.appended(path: "log", end: .max))
        log.take(.appended(path: "log", end: .min))
        #expect(log.requests.isEmpty)
    }

    @Test(
        "a torn last line is cut off and reported, once", arguments: isReal,
        ["", "torn", "\0\0\0", String(repeating: "x", count: 200_000)])
    func torn(isReal: Bool, _ tail: String) async {
        for whole in ["", "one\ntwo\n"] {
            let (driver, text) = world(isReal: isReal, whole + tail)
            let events = await run(driver, [["a"], ["b"], ["c"]])
            let cut = tail.isEmpty ? [] : [FileEvent.tailCut(path: "log", byteCount: tail.utf8.count)]
            #expect(Array(events.prefix(cut.count)) == cut)
            #expect(events.dropFirst(cut.count).allSatisfy { if case .appended = $0 { true } else { false } })
            #expect(text()?.hasPrefix(whole + "a\nb\n") == true)
        }
    }

    @Test("a line that would be two is refused, and nothing is written", arguments: isReal)
    func invalid(isReal: Bool) async {
        let (driver, text) = world(isReal: isReal, "old\n")
        for line in ["a\nb", "\0"] {
            #expect(
                await events(of: driver, [.append("log", ["good", line], from: 0)])
                    == [.failed(path: "log", .invalidLine)])
        }
        #expect(text() == "old\n")
    }

    @Test("a call that fails appends all or nothing, and the next append goes on")
    func faults() {
        for number in 1..<25 {
            let disk = MemoryFiles(seed: 0)
            disk.put(Array("old\n".utf8), at: "log")
            let files = FaultyFiles(disk) { $0 == number ? .error(28) : nil }
            let store = FileStore(files, FileOptions(root: "/"))
            var isDone = false
            do {
                _ = try store.append(Array("new line\n".utf8), to: "log")
                isDone = true
            } catch {}
            let content = disk.content(at: "log").map { String(decoding: $0, as: UTF8.self) }
            #expect(content == (isDone ? "old\nnew line\n" : "old\n") || files.callCount < number, "call \(number)")
            #expect(disk.openCount == 0)
        }
    }

    @Test(
        "half a line at the end of a long log is cut off, and nothing else", arguments: [0, 3, 65_536, 70_000, 200_000])
    func longLog(halfCount: Int) throws {
        let disk = MemoryFiles(seed: 0)
        let whole = String(repeating: "a whole line\n", count: 20_000)
        disk.put(Array((whole + String(repeating: "h", count: halfCount)).utf8), at: "log")
        let store = FileStore(disk, FileOptions(root: "/"))
        #expect(try store.append(Array("new\n".utf8), to: "log")?.cutByteCount == halfCount)
        #expect(disk.content(at: "log").map { String(decoding: $0, as: UTF8.self) == whole + "new\n" } == true)
    }

    @Test("the half line that another driver is writing is not cut off")
    func turns() throws {
        let folder = TemporaryFolder()
        folder.write("whole\nhalf", to: "log")
        // In the midst of an append, as it takes some time for many lines.
        let other = SystemFiles()
        let root = try other.openRoot(folder.path)
        let file = try other.open("log", in: root, for: .appending(mode: 0o600))
        try other.lock(file)
        let files = FaultyFiles(SystemFiles()) { number in
            if number == 100 {
                folder.write("whole\nhalf a line\n", to: "log")
                do { try other.close(file) } catch { Issue.record(error) }
            }
            return nil
        }
        let store = FileStore(files, FileOptions(root: folder.path))
        store.lockPatience = 1_000
        #expect(try store.append(Array("new\n".utf8), to: "log")?.cutByteCount == 0)
        #expect(folder.text(of: "log") == "whole\nhalf a line\nnew\n")
        try other.close(root)
    }

    @Test("lines that a broken disk could not write, or take back, come once when they are asked for again")
    func takenBack() async {
        for number in 1..<60 {
            for isShort in [true, false] {
                let files = SimulatedFiles(seed: 0)
                files.plannedFault = { call in
                    call == number ? (isShort ? .shortWrite : .error(5)) : call == number + 1 ? .error(5) : nil
                }
                let lines = ["one", "two", "three"]
                _ = await events(
                    of: files.driver(), [.append("log", lines, from: 0)],
                    [.append("log", lines, from: 0, repetition: 1)], [.append("log", lines, from: 0, repetition: 2)])
                #expect(files[text: "log"] == "one\ntwo\nthree\n", "call \(number), \(isShort)")
            }
        }
    }

    /// Appends a text as another program does that knows nothing of locks.
    private func append(_ text: String, to name: FileName, of files: some FileSystem) throws {
        let root = try files.openRoot("/")
        let file = try files.open(name, in: root, for: .appending(mode: 0o600))
        #expect(try files.write(file, Array(text.utf8)[...]) == text.utf8.count)
        try files.close(file)
        try files.close(root)
    }

    @Test("lines that a broken disk has kept come once, also where another program has appended behind them")
    func keptBeforeOthers() async {
        for number in 1..<40 {
            let files = SimulatedFiles(seed: 0)
            files.plannedFault = { call in
                call == number ? .shortWrite : (number + 1...number + 2).contains(call) ? .error(28) : nil
            }
            let lines = ["one", "two", "three"]
            var isFailed = false
            let events = await events(
                of: files.driver(durability: .none), from: [.append("log", lines, from: 0)], count: 3
            ) { requests, count in
                do { try append("other \(count)\n", to: "log", of: files.disk) } catch { isFailed = true }
                requests = [.append("log", lines + ["four"], from: 0, repetition: count)]
            }
            let text = files[text: "log"] ?? ""
            // The half of a line that another program has completed is no line of this driver.
            let found = text.split(separator: "\n").filter { !$0.contains("other") }
            #expect(found == ["one", "two", "three", "four"] && !isFailed, "call \(number): \(text), \(events)")
        }
    }

    @Test(
        "lines of an append that could not be synced, nor taken back, come twice behind those of others rather than never"
    )
    func unsynced() async {
        var mostOften = 0
        for number in 1..<40 {
            let files = SimulatedFiles(seed: 0)
            files.plannedFault = { (number...number + 1).contains($0) ? .error(5) : nil }
            _ = await events(of: files.driver(), from: [.append("log", ["one"], from: 0)], count: 3) {
                requests, count in
                do { try append("other\n", to: "log", of: files.disk) } catch { Issue.record(error) }
                requests = [.append("log", ["one"], from: 0, repetition: count)]
            }
            let count = (files[text: "log"] ?? "").split(separator: "\n").count { $0 == "one" }
            #expect((1...2).contains(count), "call \(number)")
            mostOften = max(mostOften, count)
        }
        #expect(mostOften == 2)
    }

    @Test(
        "half a line that a program has left which was killed since the last append is cut off, and joins no other",
        arguments: isReal)
    func tornSince(isReal: Bool) async {
        let (folder, memory) = (TemporaryFolder(), SimulatedFiles())
        let driver = isReal ? PersistenceDriver(root: folder.path) : memory.driver()
        let events = await events(of: driver, from: [.append("log", ["a"], from: 0)], count: 3) { requests, count in
            requests = [.append("log", ["a", "b"], from: 0)]
            guard count == 1 else { return }
            do {
                if isReal {
                    try append("half", to: FileName(folder.path.dropFirst() + "/log"), of: SystemFiles())
                } else {
                    try append("half", to: "log", of: memory.disk)
                }
            } catch { Issue.record(error) }
        }
        #expect((isReal ? folder.text(of: "log") : memory[text: "log"]) == "a\nb\n")
        let cut = FileEvent.tailCut(path: "log", byteCount: 4)
        #expect(events == [.appended(path: "log", end: 1), cut, .appended(path: "log", end: 2)])
    }

    @Test("half a line that a broken disk does not let go of is cut off by the next append of the run")
    func halfLine() async {
        for number in 1..<80 {
            let files = SimulatedFiles(seed: 0)
            files.plannedFault = { call in
                call == number ? .shortWrite : (number + 1...number + 2).contains(call) ? .error(5) : nil
            }
            let line = "a line that is cut"
            let events = await events(
                of: files.driver(), [.append("log", ["first"], from: 0)], [.append("log", [line], from: 1)],
                [.append("log", [line], from: 1, repetition: 1)],
                [.append("log", [line, "last"], from: 1, repetition: 2)],
                [.append("log", [line, "last"], from: 1, repetition: 3)])
            let whole: Set = ["first", line, "last"]
            let lines = (files[text: "log"] ?? "").split(separator: "\n").map(String.init)
            #expect(whole.isSuperset(of: lines), "call \(number): \(lines), \(events)")
        }
    }

    @Test("after a power cut all that was told to be on disk is there, whole, and a run goes on after it")
    func powerCut() async {
        for seed in 0..<20 as Range<UInt64> {
            for count in 1..<40 {
                let files = SimulatedFiles(seed: seed)
                files[text: "log"] = "0\n"
                files.cutPower(afterCalls: count)
                let told = await events(
                    of: files.driver(), [.append("log", ["1", "2"], from: 0)], [.append("log", ["3"], from: 2)])
                files.cutPower()
                let safe = told.reduce(0) { if case .appended(_, let end) = $1 { end } else { $0 } }
                _ = await events(of: files.driver(), [.append("log", ["after"], from: 0), .read("x")])
                let lines = (files[text: "log"] ?? "").split(separator: "\n")
                #expect(lines.first == "0" && lines.last == "after", "seed \(seed), call \(count)")
                #expect(lines.dropFirst().prefix(safe) == ["1", "2", "3"].prefix(safe), "seed \(seed), call \(count)")
                #expect(lines.dropLast().allSatisfy { Int($0) != nil }, "seed \(seed), call \(count): \(lines)")
            }
        }
    }
}
