import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

@Suite("PersistenceDriver")
struct PersistenceDriverTests {
    let folder = TemporaryFolder()
    var driver: PersistenceDriver { PersistenceDriver(root: folder.path) }

    @Test("a file that was written is read again")
    func writesAndReads() async {
        let events = await events(of: driver, [.read("total")], [.write("total", "12")], [.read("total")])
        #expect(
            events == [
                .loaded(path: "total", bytes: nil), .saved(path: "total"),
                .loaded(path: "total", bytes: Array("12".utf8)),
            ])
        #expect(events.last?.text == "12")
        #expect(folder.names() == ["total"])
    }

    @Test("the newest of many quick writes wins, and is there when run returns")
    func newestWins() async {
        struct Frame: Equatable {
            var total = 0
            var isDone = false
        }
        let (presses, button) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(driver: driver, frameFilter: { .files(.write("total", "\($0.total)")) }),
                frames.lens(
                    get: { _ in presses },
                    set: { presses, frames in
                        presses.withLatest(from: frames).map { press, _ in Frame(total: press, isDone: press == 1_000) }
                    }))
        }
        for press in 1...1_000 { button.send(press) }
        let last = await cycle.run(on: VirtualTime(), until: \.isDone)
        #expect(last.total == 1_000)
        #expect(folder.text(of: "total") == "1000")
        #expect(folder.names() == ["total"])
    }

    @Test("the loop ends by itself when all is done, and can run again")
    func runsAgain() async {
        struct Frame: Equatable {
            var total: Int?
        }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: driver,
                frameFilter: { frame in
                    frame.total.map { .files(.write("total", "\($0)")) } ?? .files(.read("total"))
                },
                eventFilter: { frame, event in
                    guard case .loaded = event else { return }
                    frame.total = (event.text.flatMap { Int($0) } ?? 0) + 1
                })
        }
        for expected in 1...5 {
            #expect(await cycle.run(on: VirtualTime()).total == expected)
        }
        #expect(folder.text(of: "total") == "5")
    }

    @Test("folders below the root are made; a missing root is a failure")
    func makesFolders() async {
        #expect(await events(of: driver, [.write("a/b/c", "x")]) == [.saved(path: "a/b/c")])
        #expect(folder.text(of: "a/b/c") == "x")
        let lost = PersistenceDriver(root: folder.path(of: "missing"))
        #expect(
            await events(of: lost, [.read("a")], [.write("a", "x")])
                == [.failed(path: "a", .missingFolder), .failed(path: "a", .unread)])
        #expect(await events(of: lost, [.write("a", "x")]) == [.failed(path: "a", .missingFolder)])
        // The system would take what comes before the NUL for all of it.
        let cut = PersistenceDriver(root: folder.path + "\0")
        #expect(await events(of: cut, [.write("a", "x")]) == [.failed(path: "a", .missingFolder)])
    }

    @Test("deleting leaves no file, also when there was none")
    func deletes() async {
        folder.write("1", to: "a")
        #expect(
            await events(of: driver, [.delete("a"), .delete("b"), .delete("c/d")])
                == [.deleted(path: "a"), .deleted(path: "b"), .deleted(path: "c/d")])
        #expect(folder.names() == [])
    }

    @Test(
        "thousands of files at once take time that grows with their number",
        arguments: [200, exploresAll ? 2_000 : 1_000])
    func many(_ count: Int) async {
        let paths = (0..<count).map { PersistenceDriver.Path("\($0)") }
        // Read, watched and written, at once or after a delay.
        let wants =
            paths.map { .read($0) } + paths.map { .watch($0) } + paths.map { PersistenceDriver.Request.write($0, "1") }
        for delay in [Duration.zero, .milliseconds(1)] {
            let folder = TemporaryFolder()
            let driver = PersistenceDriver(root: folder.path, durability: .none, delayingWrites: delay)
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: driver, frameFilter: { $0 < 2 * count ? PersistenceDriver.Model(wants) : .none },
                    eventFilter: { frame, event in frame += 1 })
            }
            #expect(await cycle.run(until: { $0 == 2 * count }) == 2 * count)
            #expect(folder.names().count == count)
        }
    }

    @Test("a model that reads and writes a file reads first")
    func readsFirst() async {
        folder.write("old", to: "a")
        let events = await events(of: driver, [.write("a", "new"), .read("a")])
        #expect(events == [.loaded(path: "a", bytes: Array("old".utf8)), .saved(path: "a")])
    }

    @Test("a file that could not be read is not overwritten until it is deleted")
    func refusesUnread() async {
        folder.write("four", to: "a")
        let driver = PersistenceDriver(root: folder.path, readLimit: 3)
        let events = await events(
            of: driver, [.read("a")], [.write("a", "1")], [.delete("a")], [.write("a", "2", repetition: 1)])
        #expect(
            events == [
                .failed(path: "a", .tooLarge), .failed(path: "a", .unread), .deleted(path: "a"), .saved(path: "a"),
            ])
        #expect(folder.text(of: "a") == "2")
    }
}
