import CycleTesting
import Testing

@testable import CycleDrivers

@Suite("Names that lead to one file")
struct NameEqualityTests {
    typealias Request = PersistenceDriver.Request

    @Test("are compared by bytes, by text, or by text without its case")
    func keys() {
        let pairs: [(PersistenceDriver.Path, PersistenceDriver.Path, [NameEquality])] = [
            ("a", "a", [.bytes, .text, .textWithoutCase]), ("é", "e\u{301}", [.text, .textWithoutCase]),
            ("Notes/A", "notes/a", [.textWithoutCase]), ("ΣΟΦΟΣ", "σοφος", [.textWithoutCase]),
            ("σοφος", "σοφoς", []), ("a", "b", []), (.init(bytes: [0xff]), .init(bytes: [0xfe]), []),
        ]
        for (one, other, equal) in pairs {
            for names in [NameEquality.bytes, .text, .textWithoutCase] {
                #expect(names.areEqual(one, other) == equal.contains(names), "\(one), \(other), \(names)")
            }
        }
    }

    @Test("keep the order of their jobs: no write takes the place of one before a job for the other name")
    func jobs() {
        var byBytes = JobQueue<Int>()
        var byText = JobQueue<Int>(.textWithoutCase)
        for (number, path) in ["a", "A", "a"].enumerated() as EnumeratedSequence<[PersistenceDriver.Path]> {
            _ = byBytes.append(number, for: path, isContent: true)
            _ = byText.append(number, for: path, isContent: true)
        }
        #expect(byBytes.waiting == [2, 1])
        #expect(byText.waiting == [0, 1, 2])
        while byText.popFirst() != nil {}
        #expect(byText.append(3, for: "A", isContent: true) == nil)
        #expect(byText.append(4, for: "A", isContent: true) == 3)
    }

    private func actions(_ names: NameEquality, _ models: [Request]...) -> [FileSession.Action] {
        var session = FileSession(.init(quiet: .seconds(1)), names)
        var actions: [FileSession.Action] = []
        for model in models { session.receive(.modelChanged(.init(model)), at: .zero, into: &actions) }
        return actions.filter { if case .submit = $0 { true } else { false } }
    }

    @Test("a delayed write is made before anything is done under the other name of its file")
    func delayed() {
        let write = Request.write("a", "1")
        for other in [Request.write("A", "2"), .delete("A"), .read("A"), .append("A", ["x"], from: 0)] {
            #expect(actions(.bytes, [write], [write, other]).first != .submit(write, job: 2, isWanted: true))
            let ordered = actions(.textWithoutCase, [write], [write, other])
            guard case .submit(write, _, isWanted: true)? = ordered.first else {
                Issue.record("\(other): \(ordered)")
                continue
            }
        }
    }

    @Test("the lines of a log are not added to a job before that of its other name")
    func logs() {
        let lines = { (path: PersistenceDriver.Path, count: Int) in
            Request.append(path, (0..<count).map { "\($0)" }, from: 0)
        }
        #expect(actions(.bytes, [lines("a", 1)], [lines("a", 1), .read("A")], [lines("a", 2), .read("A")]).count == 2)
        #expect(actions(.text, [lines("a", 1)], [lines("a", 1), .read("A")], [lines("a", 2), .read("A")]).count == 2)
        #expect(
            actions(.textWithoutCase, [lines("a", 1)], [lines("a", 1), .read("A")], [lines("a", 2), .read("A")]).count
                == 3)
    }

    @Test("a folder that shows a file under another form of its name has not changed")
    func views() {
        let version = FileStatus.Version(device: 1, number: 2, byteCount: 3, seconds: 4, nanoseconds: 5)
        var view = WatchView.folder(["Notes": version])
        let other = WatchView.folder(["notes": version])
        #expect(view.differs(from: other, .bytes) && !view.differs(from: other, .textWithoutCase))
        view.note(nil, named: "notes", .textWithoutCase)
        #expect(view == .folder([:]))
        #expect(
            view.event(since: other, "", .textWithoutCase) == .folderChanged(path: "", .init(deleted: ["notes"])))
    }
}
