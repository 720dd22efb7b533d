import Cycle
import CycleNetwork
import CycleTesting
import Testing

@Suite("Cookbook: secrets")
struct SecretsTests {
    struct AuthorizedNetwork: Driver {
        let token: String

        func eventsCapturedAfterRendering(
            model: Signal<NetworkDriver<Int>.Model>
        ) -> Signal<NetworkDriver<Int>.Event> {
            NetworkDriver<Int>().eventsCapturedAfterRendering(model: model.map(authorized))
        }

        func authorized(_ model: NetworkDriver<Int>.Model) -> NetworkDriver<Int>.Model {
            .init(
                model.requests.map { request in
                    var request = request
                    request.headers["Authorization"] = "Bearer \(token)"
                    return request
                })
        }
    }

    struct Account: Equatable {
        var name: String?
    }

    func account(_ network: AuthorizedNetwork) -> CycledLens<some Any, Account> {
        CycledLens(startingWith: Account()) { frames in
            frames.lens(
                driver: network,
                frameFilter: { .init($0.name == nil ? [.init(id: 0, get: "https://api/me")] : []) },
                eventFilter: { account, event in
                    if case .response(_, let response) = event { account.name = response.text }
                })
        }
    }

    @Test("the token is in what is sent, and in no model of the application")
    func kept() {
        let network = ScriptedDriver<NetworkDriver<Int>.Model, NetworkDriver<Int>.Event>()
        let test = TestRun(account(.init(token: "s3cret")), exhaustive: false, standIns: network)
        test.settle()
        #expect(!"\(network.unaccounted)".contains("s3cret"))
        network.send(.response(0, .init(status: 200, body: Array("Ada".utf8))))
        test.settle()
        #expect(test.frame.name == "Ada")
        let sent = AuthorizedNetwork(token: "s3cret").authorized(.init([.init(id: 0, get: "https://api/me")]))
        #expect(sent.requests[0].headers["Authorization"] == "Bearer s3cret")
    }
}
