import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import Testing

@Suite("Guide: files")
struct FileGuideTests {
    struct Settings: Codable, Equatable, Sendable {
        var volume = 5
        var name = "me"
        var isMuted = false
    }

    struct App: Equatable {
        static let settings = StoredValue<Settings>.json(
            "config/settings.json",
            encode: { settings in
                let encoder = JSONEncoder()
                // Without it keys come in any order: another text each time, which each frame would write.
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
                return try encoder.encode(settings)
            }, decode: JSONDecoder().decode)

        var settings: Settings?
        var problem: String?
        var unread: [PersistenceDriver.Path] = []
        var changes = 0
        var notes = PersistenceDriver.LineLog("notes")
        var journal = PersistenceDriver.LineLog("journal.txt")
    }

    private let files = SimulatedFiles()

    @Test("a value of one's own is read, and then written")
    func storedValue() throws {
        let home = "/home/me"
        let cycle = CycledLens(startingWith: App()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: home, delayingWrites: .milliseconds(500)), label: "settings",
                frameFilter: { frame in .files(frame.settings.map { App.settings.write($0) } ?? App.settings.read) },
                eventFilter: { frame, event in
                    switch App.settings.event(from: event) {
                    case .loaded(let settings): frame.settings = settings ?? Settings()
                    // And no more: after a damaged file the generation before is still to come.
                    case .failed(let failure): frame.problem = "settings: \(failure.reason)"
                    default: break
                    }
                })
        }
        files[text: "config/settings.json"] = #"{"volume":7,"name":"me","isMuted":true}"#
        let test = TestRun(cycle, exhaustive: false, standIns: files)
        try test.expect { $0.settings = Settings(volume: 7, isMuted: true) }
    }

    @Test("an equal value is the same want, and not written again")
    func sameBytes() {
        let wanted = App.settings.write(Settings())
        // A dictionary's order hangs on where in memory it is.
        var others: [[Int]] = []
        for count in 0..<100 {
            #expect(App.settings.write(Settings()) == wanted)
            others.append(Array(0..<count))
        }
    }

    @Test("lines are appended to a file, each once")
    func journal() {
        let folder = "."
        let (ticks, inlet) = Signal<String>.pipe()
        let cycle = CycledLens(startingWith: App()) { frames in
            frames.lens(events: ticks, label: "lines") { frame, line in frame.journal.append(line) }
            frames.lens(
                driver: PersistenceDriver(root: folder), label: "journal",
                frameFilter: { .init($0.journal.requests) },
                eventFilter: { frame, event in frame.journal.take(event) })
        }
        let test = TestRun(cycle, exhaustive: false, standIns: files)
        for line in ["started", "stopped"] {
            inlet.send(line)
            test.settle()
        }
        #expect(files[text: "journal.txt"] == "started\nstopped\n")
        #expect(test.frame.journal.lines.isEmpty)
    }

    @Test("a file is written once when it is wanted as it was read")
    func writesOnce() {
        struct Note: Equatable {
            var text: String?
            var savedCount = 0
        }
        let cycle = CycledLens(startingWith: Note()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: "."),
                frameFilter: { note in .files(note.text.map { .write("note.txt", $0) } ?? .read("note.txt")) },
                eventFilter: { note, event in
                    if case .loaded = event { note.text = event.text ?? "" }
                    if case .saved = event { note.savedCount += 1 }
                })
        }
        files[text: "note.txt"] = "one"
        let test = TestRun(cycle, exhaustive: false, standIns: files)
        test.settle()
        #expect(test.frame == Note(text: "one", savedCount: 1))
    }

    @Test("a folder is watched, its files are read, and lines are appended to one of them")
    func folder() throws {
        let folder = "."
        let cycle = CycledLens(startingWith: App()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder), label: "logs",
                frameFilter: { frame in
                    .init(
                        [.watchFolder()] + frame.unread.map { .read($0, repetition: frame.changes) }
                            + frame.notes.requests)
                },
                eventFilter: { frame, event in
                    frame.notes.take(event)
                    switch event {
                    case .folderChanged(_, let change):
                        frame.unread += change.created + change.changed
                        frame.changes += 1
                    case .loaded(let path, let bytes):
                        frame.unread.removeAll { $0 == path }
                        if let bytes { frame.notes.append("\(path) has \(bytes.count) bytes") }
                    case .failed(let path, _): frame.unread.removeAll { $0 == path }
                    default: break
                    }
                })
        }
        files[text: "a.log"] = "one\n"
        let test = TestRun(cycle, exhaustive: false, standIns: files)
        test.settle()
        files[text: "a.log"] = "one\ntwo\n"
        test.settle()
        #expect(files[text: "notes"] == "a.log has 4 bytes\na.log has 8 bytes\n")
        #expect(test.frame.unread.isEmpty)
    }
}
