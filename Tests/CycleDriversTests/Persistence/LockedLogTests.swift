import Cycle
import TestSupport
import Testing

@testable import CycleDrivers

/// A program that is stopped while it appends keeps its log locked.
@Suite("Logs that another program keeps locked", .waiting, .timeLimit(.minutes(60)))
struct LockedLogTests {
    @Test("a log that another program keeps locked does not hold up a thread")
    func locked() throws {
        let folder = TemporaryFolder()
        folder.write("half", to: "log")
        let other = SystemFiles()
        let root = try other.openRoot(folder.path)
        let file = try other.open("log", in: root, for: .appending(mode: 0o600))
        try other.lock(file)
        let store = FileStore(SystemFiles(), FileOptions(root: folder.path))
        store.lockPatience = 3
        #expect(try store.append(Array("new\n".utf8), to: "log") == nil)
        #expect(folder.text(of: "log") == "half")
        try other.close(file)
        try other.close(root)
    }

    private struct Frame: Equatable {
        var events: [String] = []
        var isOver = false
    }

    @Test("logs that others keep locked hold up no other file, of the same driver or another")
    func others() async throws {
        let folder = TemporaryFolder()
        let (holder, names) = (SystemFiles(), ["a", "b", "c"])
        let root = try holder.openRoot(folder.path)
        let logs = try names.map { name in
            let file = try holder.open(FileName(name), in: root, for: .appending(mode: 0o600))
            try holder.lock(file)
            return file
        }
        func wanted(_ name: String, _ frame: Frame) -> PersistenceDriver.Model {
            let other = PersistenceDriver.Request.write("of \(name)", "1")
            return .init([.append(.init(name), ["line"], from: 0)] + (frame.events.isEmpty ? [] : [other]))
        }
        func take(_ frame: inout Frame, _ event: FileEvent) {
            frame.events.append("\(event)")
            frame.isOver = frame.events.count == 7
            guard frame.events.count == 4 else { return }
            for file in logs { do { try holder.close(file) } catch { Issue.record(error) } }
        }
        // The logs stay locked until the other files are written, which takes longer than ten seconds on a busy machine.
        var options = FileOptions(root: folder.path)
        options.mostLocked = .max
        let driver = PersistenceDriver(options)
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(driver: driver, label: "a", frameFilter: { wanted("a", $0) }, eventFilter: take)
            frames.lens(driver: driver, label: "b", frameFilter: { wanted("b", $0) }, eventFilter: take)
            frames.lens(driver: driver, label: "c", frameFilter: { wanted("c", $0) }, eventFilter: take)
            frames.lens(
                driver: PersistenceDriver(root: folder.path), label: "d",
                frameFilter: { _ in .files(.write("d", "0")) }, eventFilter: take)
        }
        let events = await cycle.run(until: \.isOver).events
        #expect(events.first == "\(FileEvent.saved(path: "d"))")
        #expect(
            Set(events[1..<4]) == Set(names.map { "\(FileEvent.saved(path: PersistenceDriver.Path("of \($0)")))" }))
        #expect(
            Set(events[4...]) == Set(names.map { "\(FileEvent.appended(path: PersistenceDriver.Path($0), end: 1))" }))
        try holder.close(root)
    }
}
