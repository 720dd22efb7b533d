import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Cookbook: save in the background, and leave cleanly")
struct CleanShutdownTests {
    struct Notes: Equatable {
        var text = ""
        var version = 0
        var savedVersion = 0
        var problem: String?
        var isLeaving = false

        var isSaved: Bool { version == savedVersion }
        var isDone: Bool { isLeaving && (isSaved || problem != nil) }

        mutating func type(_ letter: Character) {
            text.append(letter)
            (version, problem) = (version + 1, nil)
        }
    }

    func notes(in folder: String) -> CycledLens<some Any, Notes> {
        CycledLens(startingWith: Notes()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.text)  \($0.problem ?? ($0.isSaved ? "saved" : "…"))", input: .keys) },
                eventFilter: { notes, event in
                    switch event {
                    case .key(.escape), .interrupted, .ended: notes.isLeaving = true
                    case .key(let key): if let letter = key.character { notes.type(letter) }
                    default: break
                    }
                })
            frames.lens(
                driver: PersistenceDriver(root: folder, delayingWrites: .milliseconds(500)),
                frameFilter: { $0.version == 0 ? .none : .files(.write("notes.txt", $0.text)) },
                eventFilter: { notes, event in
                    switch event {
                    case .saved: notes.savedVersion = notes.version
                    case .failed(_, let failure): notes.problem = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("the program leaves when the latest version is on the disk")
    func leaves() {
        let console = SimulatedConsole(columns: 40, rows: 2)
        let files = SimulatedFiles()
        let test = TestRun(notes(in: "/"), exhaustive: false, standIns: console, files)
        console.type("tea")
        test.settle()
        #expect(files[text: "notes.txt"] == nil && !test.frame.isSaved)
        test.advance(by: .milliseconds(500))
        #expect(files[text: "notes.txt"] == "tea" && test.frame.isSaved)
        console.type("s")
        console.press(.escape)
        test.settle()
        #expect(!test.frame.isDone)
        test.advance(by: .seconds(1))
        #expect(test.frame.isDone && files[text: "notes.txt"] == "teas")
    }
}
