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

    struct FileTree: Equatable {
        var files: Set<PersistenceDriver.Path> = []
    }

    func fileTree(in folder: String) -> CycledLens<some Any, FileTree> {
        CycledLens(startingWith: FileTree()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { _ in .files(.watchTree(skipping: [".git", "*.o"])) },
                eventFilter: { tree, event in
                    guard case .folderChanged(_, let change) = event else { return }
                    tree.files.formUnion(change.created)
                    tree.files.subtract(change.deleted)
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

        let disk = SimulatedFiles()
        disk[text: "a.txt"] = "1"
        disk[text: "deep/er/b.txt"] = "2"
        disk[text: "deep/b.o"] = "2"
        let tree = TestRun(fileTree(in: "/"), exhaustive: false, standIns: disk)
        tree.settle()
        #expect(tree.frame.files == ["a.txt", "deep/er/b.txt"])
        disk[text: "deep/er/b.txt"] = nil
        disk[text: "new/c.txt"] = "3"
        disk[text: ".git/index"] = "4"
        tree.settle()
        #expect(tree.frame.files == ["a.txt", "new/c.txt"])
    }

    @Test("the first event has the files that the driver has written in an earlier run, later ones do not")
    func ownFiles() {
        let files = SimulatedFiles()
        let value = StoredValue<Int>(
            "state", version: 1, encode: { [UInt8($0)] }, decode: { $0.first.map(Int.init) })
        func program() -> CycledLens<some Any, Pair> {
            CycledLens(startingWith: Pair()) { frames in
                frames.lens(
                    driver: PersistenceDriver(root: "/"),
                    frameFilter: { pair in .files(.watchFolder(), value.write(pair.number)) },
                    eventFilter: { pair, event in
                        if case .folderChanged(_, let change) = event { pair.changes.append(change) }
                        if case .saved = event, pair.number < 2 { pair.number += 1 }
                    })
            }
        }
        let first = TestRun(program(), exhaustive: false, standIns: files)
        first.settle()
        #expect(first.frame == Pair(number: 2, changes: [.init()]))
        let second = TestRun(program(), exhaustive: false, standIns: files)
        second.settle()
        #expect(second.frame.changes == [.init(created: ["state", "state.previous"])])
    }

    struct Pair: Equatable {
        var number = 0
        var changes: [PersistenceDriver.FolderChange] = []
    }
}
