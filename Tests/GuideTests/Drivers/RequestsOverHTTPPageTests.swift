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
    }
}
