import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book's page of files")
struct FilesOnDiskPageTests {
    struct Note: Equatable {
        /// `nil` until it was read.
        var text: String?
        var isSaved = false
        var problem: String?
    }

    func note(in folder: String) -> CycledLens<some Any, Note> {
        CycledLens(startingWith: Note()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { note in .files(note.text.map { .write("note.txt", $0) } ?? .read("note.txt")) },
                eventFilter: { note, event in
                    switch event {
                    case .loaded: note.text = (event.text ?? "") + "read\n"
                    case .saved: note.isSaved = true
                    case .failed(_, let failure): note.problem = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let files = SimulatedFiles()
        files[text: "note.txt"] = "milk\n"
        let test = TestRun(note(in: "/"), exhaustive: false, standIns: files)
        test.settle()
        #expect(test.frame == Note(text: "milk\nread\n", isSaved: true))
        #expect(files[text: "note.txt"] == "milk\nread\n")

        let fullDisk = SimulatedFiles()
        fullDisk.faults = .init(full: 1)
        let other = TestRun(note(in: "/"), exhaustive: false, standIns: fullDisk)
        other.settle()
        #expect(other.frame.problem == PersistenceDriver.Failure.full.reason)
    }
}
