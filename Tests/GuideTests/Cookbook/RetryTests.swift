import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("Cookbook: try again")
struct RetryTests {
    struct Order: Equatable {
        var attempt = 1
        var state = "sending"
    }

    func order() -> CycledLens<some Any, Order> {
        CycledLens(startingWith: Order()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.state)   r sends again", input: .keys) },
                eventFilter: { order, event in
                    if event == .key("r"), order.state != "sending" {
                        order.attempt += 1
                        order.state = "sending"
                    }
                })
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { order in
                    guard order.state == "sending" else { return .none }
                    var request = NetworkDriver<Int>.Request(id: order.attempt, .post, "http://shop/orders")
                    // The server knows by this that it is the same order.
                    request.headers["Idempotency-Key"] = "order-1"
                    return .init([request])
                },
                eventFilter: { order, event in
                    switch event {
                    case .response(_, let response): order.state = response.isSuccess ? "sent" : "refused"
                    case .failed(_, let failure): order.state = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("a person sends the order again")
    func again() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 60, rows: 2)
        var isDown = true
        let network = SimulatedNetwork(time) { _ in isDown ? .failure(.refused) : .response(201, [:], []) }
        let test = TestRun(order(), time: time, exhaustive: false, standIns: console, network)
        test.settle()
        #expect(network.messages.count == 1)
        #expect(test.frame.state != "sending")
        isDown = false
        console.type("r")
        test.settle()
        #expect(test.frame == Order(attempt: 2, state: "sent"))
    }
}
