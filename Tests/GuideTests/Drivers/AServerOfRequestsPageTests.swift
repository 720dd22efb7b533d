import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book's page of servers")
struct AServerOfRequestsPageTests {
    struct Notes: Equatable {
        var texts: [String] = []
        var responses: [ServerResponse] = []
        var listening: [ServerRequest.ID] = []
        /// Why it cannot listen: then it is over.
        var problem: String?

        var stream: SocketOutput {
            SocketOutput(texts.map { ServerSentEvent($0, type: "note").bytes })
        }

        mutating func answer(_ request: ServerRequest) {
            switch (request.method, request.path) {
            case ("GET", "/notes"): responses.append(.text(request.id, texts.joined(separator: "\n")))
            case ("POST", "/notes"):
                texts.append(request.text)
                responses.append(ServerResponse(request.id, 201))
            case ("GET", "/events"): listening.append(request.id)
            default: responses.append(.text(request.id, "no \(request.path) here\n", status: 404))
            }
        }
    }

    func notes(at address: SocketAddress) -> CycledLens<some Any, Notes> {
        CycledLens(startingWith: Notes()) { frames in
            frames.lens(
                driver: ServerDriver<String>(),
                frameFilter: { notes in
                    let streams = notes.listening.map { id in
                        ServerResponse.stream(id, notes.stream, headers: ServerSentEvent.headers)
                    }
                    return .init([.init("web", at: address)], notes.responses + streams)
                },
                eventFilter: { notes, event in
                    switch event {
                    case .request(_, let request): notes.answer(request)
                    case .sent(let id), .gone(let id, _):
                        notes.responses.removeAll { $0.request == id }
                        notes.listening.removeAll { $0 == id }
                    case .failed(_, let failure): notes.problem = failure.reason
                    case .ready, .written, .message, .hungUp, .closed: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let address = SocketAddress.host("", port: 8080)
        let sockets = SimulatedSockets()
        let test = TestRun(notes(at: address), exhaustive: false, standIns: sockets)
        test.settle()
        let listener = try #require(sockets.connect(to: address))
        sockets.happen(.requests("GET", "/events"), at: listener)
        let writer = try #require(sockets.connect(to: address))
        sockets.happen(.requests("POST", "/notes", "hello"), at: writer)
        sockets.happen(.requests("GET", "/nothing"), at: writer)
        test.settle()
        #expect(sockets.responses(at: writer).map(\.status) == [201, 404])
        let heard = String(decoding: sockets.received(at: listener), as: UTF8.self)
        #expect(heard.contains("event: note\ndata: hello\n\n"))
        sockets.happen(.resets, at: listener)
        test.settle()
        #expect(test.frame.listening.isEmpty)
    }
}
