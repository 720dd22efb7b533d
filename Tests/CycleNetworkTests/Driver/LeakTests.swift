import Cycle
import CycleNetwork
import CycleTesting
import Testing

@Suite("Redirects")
struct LeakTests {
    /// Where the request is sent, and where its servers send it on to.
    private func headers(at elsewhere: String, keepsCookies: Bool = false) async -> HTTP.Headers? {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { message in
            message.address.description == "http://a:8000/a"
                ? .response(302, ["Location": elsewhere, "Set-Cookie": "c=d; Path=/"]) : .response()
        }
        let request = NetworkDriver<Int>.Request(
            id: 1, .get, "http://a:8000/a",
            headers: [
                "Authorization": "Bearer secret", "Cookie": "secret", "X-Api-Key": "secret", "X-Anything": "secret",
                "Proxy-Authorization": "secret", "Accept": "text/plain", "User-Agent": "test",
            ])
        let driver = NetworkDriver<Int>(transport: network, keepsCookies: keepsCookies, seed: 1)
        _ = await virtualOutcomes(from: Outcomes(requests: [request]), driver, time)
        return network.messages.count == 2 ? network.messages.last?.headers : nil
    }

    @Test("within an origin keep all headers")
    func sameOrigin() async {
        #expect(await headers(at: "/b")?.fields.count == 7)
    }

    @Test(
        "to another origin carry nothing that could be a secret",
        arguments: ["http://b:8000/a", "http://a:8001/a", "http://a.b:8000/a", "https://a:8000/b", "//b/x"])
    func otherOrigin(_ location: String) async {
        #expect(
            await headers(at: location, keepsCookies: true)?.fields.map(\.name).sorted() == ["Accept", "User-Agent"])
    }

    @Test("do not come back with the secrets that they left behind")
    func thereAndBack() async {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { message in
            switch message.address.description {
            case "http://a/1": .response(302, ["Location": "http://b/2"])
            case "http://b/2": .response(302, ["Location": "http://a/3"])
            default: .response()
            }
        }
        let request = NetworkDriver<Int>.Request(id: 1, .get, "http://a/1", headers: ["Authorization": "secret"])
        let driver = NetworkDriver<Int>(transport: network, seed: 1)
        _ = await virtualOutcomes(from: Outcomes(requests: [request]), driver, time)
        #expect(network.messages.map { $0.headers["Authorization"] } == ["secret", nil, nil])
    }

    @Test("to another origin ask for a part only where that was asked for without a condition")
    func parts() async {
        for condition in [nil, "\"a\""] {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { message in
                message.address.origin.host == "a" ? .response(302, ["Location": "http://b/"]) : .response()
            }
            var request = NetworkDriver<Int>.Request(id: 1, .get, "http://a/", headers: ["Range": "bytes=5-"])
            request.headers["If-Range"] = condition
            let driver = NetworkDriver<Int>(transport: network, seed: 1)
            _ = await virtualOutcomes(from: Outcomes(requests: [request]), driver, time)
            #expect(network.messages.last?.headers["Range"] == (condition == nil ? "bytes=5-" : nil))
            #expect(network.messages.last?.headers["If-Range"] == nil)
        }
    }

    @Test("from https to http are not followed")
    func downgrade() async {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { _ in .response(302, ["Location": "http://a/"]) }
        let driver = NetworkDriver<Int>(transport: network, seed: 1)
        let last = await virtualOutcomes(
            from: Outcomes(requests: [.init(id: 1, get: "https://a/")]), driver, time)
        #expect(last[1]?.failure == .insecureRedirect)
    }
}
