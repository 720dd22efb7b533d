import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book's page of requests")
struct RequestsOverHTTPPageTests {
    struct Weather: Equatable {
        var wanted = 1
        var answered = 0
        var report = ""
    }

    func weather() -> CycledLens<some Any, Weather> {
        CycledLens(startingWith: Weather()) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { weather in
                    .init(
                        (weather.answered..<weather.wanted).map { id in
                            var request = NetworkDriver<Int>.Request(id: id, get: "http://localhost/weather/\(id)")
                            request.retry = .standard
                            request.timeOuts.total = .seconds(20)
                            return request
                        })
                },
                eventFilter: { weather, event in
                    switch event {
                    case .response(_, let response):
                        weather.report = response.isSuccess ? response.text : "status \(response.status)"
                    case .failed(_, let failure): weather.report = failure.reason
                    case .head, .chunk, .progress: return
                    }
                    weather.answered += 1
                })
        }
    }

    func upload(_ name: String) -> NetworkDriver<String>.Request {
        var request = NetworkDriver<String>.Request(
            id: name, .put, "http://localhost/files/\(HTTP.percentEncoded(name))", body: .file(path: "outbox/\(name)"))
        request.headers["Content-Type"] = "text/plain"
        request.timeOuts.total = .seconds(3_600)
        return request
    }

    func uploads(_ names: [String]) -> CycledLens<some Any, [String]> {
        CycledLens(startingWith: names) { frames in
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { names in .init(names.map(upload)) },
                eventFilter: { names, event in
                    if case .response(let name, _) = event { names.removeAll { $0 == name } }
                })
        }
    }

    struct News: Equatable {
        var reader = ServerSentEvents()
        var connections = 0
        var isConnected = true
        var titles: [String] = []
    }

    func news() -> CycledLens<some Any, News> {
        CycledLens(startingWith: News()) { frames in
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { news in
                    guard news.isConnected else { return .init() }
                    let id = "\(news.connections)"
                    var request = NetworkDriver<String>.Request(id: id, get: "http://localhost/events")
                    request.headers["Accept"] = "text/event-stream"
                    request.headers["Last-Event-ID"] = news.reader.firstID.isEmpty ? nil : news.reader.firstID
                    request.delivery = .streamed
                    request.timeOuts.total = .seconds(86_400)
                    request.byteLimit = .max
                    return .init([request])
                },
                eventFilter: { news, event in
                    switch event {
                    case .chunk(_, let bytes): news.titles += news.reader.read(bytes).map(\.data)
                    case .response, .failed: news.isConnected = false
                    case .head, .progress: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { news in
                    let wait = news.reader.retry ?? .seconds(3)
                    return .timers(news.isConnected ? [] : [.once(news.connections, after: wait)])
                },
                eventFilter: { news, _ in
                    news.reader.reconnect()
                    news.connections += 1
                    news.isConnected = true
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let time = VirtualTime()
        var isDown = true
        let network = SimulatedNetwork(time) { _ in
            defer { isDown = false }
            return isDown ? .failure(.refused) : .response(200, [:], ["sunny"])
        }
        let test = TestRun(weather(), time: time, exhaustive: false, standIns: network)
        // The first answer is a refusal; the retry comes by itself.
        test.advance(by: .seconds(1))
        #expect(test.frame == Weather(wanted: 1, answered: 1, report: "sunny"))
        #expect(network.messages.count == 2)

        let other = SimulatedNetwork(time) { _ in .response(201) }
        other.files["outbox/a b.txt"] = Array("tea".utf8)
        let sending = TestRun(uploads(["a b.txt"]), time: time, exhaustive: false, standIns: other)
        sending.settle()
        #expect(sending.frame.isEmpty)
        #expect(other.messages.map(\.address.target) == ["/files/a%20b.txt"])

        let streams = ["retry: 500\nid: 1\ndata: rain\n\ndata: cut o", "id: 2\ndata: sun\n\n"]
        var count = 0
        let server = SimulatedNetwork(time) { _ in
            count += 1
            return .response(200, ["Content-Type": "text/event-stream"], [streams[(count - 1) % 2]])
        }
        let reading = TestRun(news(), time: time, exhaustive: false, standIns: server, time)
        reading.advance(by: .milliseconds(600))
        #expect(reading.frame.titles == ["rain", "sun"])
        #expect(server.messages.map { $0.headers["Last-Event-ID"] } == [nil, "1"])
    }
}
