import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book's page of watched files and folders")
struct WatchedFoldersPageTests {
    struct Inbox: Equatable {
        var names: Set<PersistenceDriver.Path> = []
    }

    func inbox(in folder: String) -> CycledLens<some Any, Inbox> {
        CycledLens(startingWith: Inbox()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { _ in .files(.watchFolder()) },
                eventFilter: { inbox, event in
                    guard case .folderChanged(_, let change) = event else { return }
                    inbox.names.formUnion(change.created)
                    inbox.names.subtract(change.deleted)
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let files = SimulatedFiles()
        files[text: "first.txt"] = "1"
        let test = TestRun(inbox(in: "/"), exhaustive: false, standIns: files)
        test.settle()
        #expect(test.frame.names == ["first.txt"])
        files[text: "second.txt"] = "2"
        files[text: "first.txt"] = nil
        test.settle()
        #expect(test.frame.names == ["second.txt"])
    }
}
