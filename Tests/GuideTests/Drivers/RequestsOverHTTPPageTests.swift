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
    }
}
