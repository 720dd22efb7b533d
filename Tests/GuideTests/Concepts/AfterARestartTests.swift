import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Foundation
import Testing

@Suite("The book: after a restart")
struct AfterARestartTests {
    struct Book: Codable, Equatable, Sendable {
        var chapters: [String] = []
        var isComplete: Bool { chapters.count == 3 }
    }

    struct Reader: Equatable {
        static let book = StoredValue<Book>.json(
            "book.json",
            encode: { book in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return try encoder.encode(book)
            }, decode: JSONDecoder().decode)

        /// `nil` until it was read.
        var book: Book?
        var problem: String?
    }

    func reader(in folder: String) -> CycledLens<some Any, Reader> {
        CycledLens(startingWith: Reader()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder), of: \.book,
                frameFilter: { book in .files(book.map { Reader.book.write($0) } ?? Reader.book.read) },
                eventFilter: { reader, event in
                    switch Reader.book.event(from: event) {
                    case .loaded(let book): reader.book = book ?? Book()
                    case .failed(let failure): reader.problem = failure.reason
                    default: break
                    }
                })
            frames.lens(optional: \.book, chapters)
        }
    }

    @LensBuilder<Book>
    func chapters(_ frames: Signal<Book>) -> MutatingLens<Signal<Book>, some Any> {
        frames.lens(
            driver: NetworkDriver<Int>(), label: "chapters",
            frameFilter: { book in
                let next = book.chapters.count
                return .init(book.isComplete ? [] : [.init(id: next, get: "http://localhost/chapters/\(next)")])
            },
            eventFilter: { book, event in
                if case .response(_, let response) = event { book.chapters.append(response.text) }
            })
    }

    @Test("a program that lost its power goes on with what was not done")
    func powerCut() {
        let files = SimulatedFiles()
        let (morning, evening) = (VirtualTime(), VirtualTime())
        func network(_ time: VirtualTime) -> SimulatedNetwork {
            SimulatedNetwork(time) { .response(200, [:], [$0.address.target], after: .seconds(1)) }
        }
        let first = TestRun(reader(in: "/"), time: morning, exhaustive: false, standIns: files, network(morning))
        first.advance(by: .milliseconds(1_500))
        #expect(first.frame.book?.chapters == ["/chapters/0"])
        files.cutPower()

        let server = network(evening)
        let second = TestRun(reader(in: "/"), time: evening, exhaustive: false, standIns: files, server)
        second.advance(by: .seconds(3))
        #expect(second.frame.book?.chapters == ["/chapters/0", "/chapters/1", "/chapters/2"])
        #expect(server.messages.count == 2)
    }
}
