import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import Testing

@Suite("Responses that a program streams to another one")
struct StreamsOfProgramsTests {
    private struct News: Hashable {
        var titles: [String] = []
        var listening: [ServerRequest.ID] = []
        var isComplete: Bool { titles.count == 2 }
    }

    private static func news() -> CycledLens<some Any, News> {
        CycledLens(startingWith: News()) { frames in
            frames.keys { $0.titles.append(String($1)) }
            frames.lens(
                driver: ServerDriver<String>(), label: "web",
                frameFilter: { news in
                    let events = SocketOutput(
                        news.titles.map { ServerSentEvent($0, type: "news").bytes }, isComplete: news.isComplete)
                    return .init(
                        [.init("web", at: .host("", port: 80))],
                        news.listening.map { .stream($0, events, headers: ServerSentEvent.headers) })
                },
                eventFilter: { news, event in
                    switch event {
                    case .request(_, let request): news.listening.append(request.id)
                    case .sent(let id), .gone(let id, _): news.listening.removeAll { $0 == id }
                    default: break
                    }
                })
        }
    }

    private struct Reader: Hashable {
        var events = ServerSentEvents()
        var status: Int?
        var titles: [String] = []
        var end: String?
    }

    /// - Parameter delivery: How it wants the response.
    private static func reader(_ delivery: HTTP.Delivery) -> CycledLens<some Any, Reader> {
        CycledLens(startingWith: Reader()) { frames in
            frames.lens(
                driver: NetworkDriver<String>(), label: "network",
                frameFilter: { reader in
                    var request = NetworkDriver<String>.Request(id: "news", get: "http://server/news")
                    request.delivery = delivery
                    return .init(reader.end == nil ? [request] : [])
                },
                eventFilter: { reader, event in
                    switch event {
                    case .head(_, let head): reader.status = head.body.isEmpty ? head.status : nil
                    case .chunk(_, let bytes): reader.titles += reader.events.read(bytes).map(\.data)
                    case .response(_, let response): reader.end = "\(response.byteCount) \(response.text)"
                    case .failed(_, let failure): reader.end = "\(failure)"
                    case .progress: break
                    }
                })
        }
    }

    private struct Both: Hashable {
        let news: News
        let reader: Reader
    }

    private func system(
        _ laws: [Law<Both>], _ delivery: HTTP.Delivery = .streamed,
        _ describe: @escaping @Sendable (World, ExploredProgram<News>) -> Void = { _, _ in }
    ) -> Scenario<Both> {
        Scenario(laws: laws) { world in
            let server = world.program("server") { world in
                world.console.keys("ab", atMost: 2)
                return Self.news()
            }
            let ann = world.program("ann") { _ in Self.reader(delivery) }
            describe(world, server)
            return Programs(in: world) { Both(news: server.frame, reader: ann.frame) }
        }
    }

    private var bounds: Bounds {
        var bounds = Bounds()
        bounds.timePasses = false
        return bounds
    }

    @Test("come piece by piece, with a head before and an end behind all")
    func pieces() throws {
        let inOrder = Law<Both>.always("the reader has the titles of the server") {
            $0.news.titles.starts(with: $0.reader.titles) && ($0.reader.titles.isEmpty || $0.reader.status == 200)
        }
        let all = Law<Both>.atRest("all is read while somebody listens") {
            $0.reader.titles == $0.news.titles || $0.reader.end != nil
        }
        let early = Law<Both>.sometimes("a piece comes before the end") {
            $0.reader.titles.count == 1 && $0.reader.end == nil
        }
        let late = Law<Both>.sometimes("the end has no text") { $0.reader.end == "42 " && $0.reader.titles.count == 2 }
        let seen = try system([inOrder, all, early, late]).explore(bounds)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("end where the server is killed between two pieces")
    func killed() throws {
        let cut = Law<Both>.sometimes("it is cut off behind a piece") {
            $0.reader.titles == ["a"] && $0.reader.end == "disconnected"
        }
        try system([cut]) { $1.mayCrash(atMost: 1) }.explore(bounds)
    }

    @Test("into a file are an error that names what to say instead")
    func file() {
        guard case .failure(let failure) = system([], .file(path: "news", resumes: false)).result(bounds) else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.law.hasSuffix("comes into no file: say delivery: .whole or .streamed"), "\(failure.law)")
    }
}
