import CycleNetwork
import Testing

@Suite("A request")
struct RequestTests {
    typealias Request = NetworkDriver<Int>.Request

    @Test("shows its identity, its URL, and what is not as usual")
    func shown() {
        #expect("\(Request(id: 1, get: "http://a/"))" == #"Request(id: 1, url: "http://a/")"#)
        let request = Request(id: 1, .put, "http://a/", byteLimit: 5)
        #expect(Mirror(reflecting: request).children.map(\.label) == ["id", "url", "method", "byteLimit"])
        let secret = Request(id: 1, .get, "http://a/", headers: ["Authorization": "secret"])
        #expect("\(secret)" == #"Request(id: 1, url: "http://a/", headers: ["Authorization"])"#)
    }

    @Test("is in no model that is none")
    func none() {
        #expect(NetworkDriver<Int>.Model.none == .init())
        #expect(NetworkDriver<Int>.Model.none.requests.isEmpty)
    }

    @Test("is the same as one that was made alike, and another with anything changed")
    func sameness() {
        let request = Request(id: 1, .get, "http://a/")
        #expect(request == Request(id: 1, get: "http://a/"))
        #expect(request.hashValue == Request(id: 1, get: "http://a/").hashValue)
        for other in changed(request) { #expect(request != other) }
    }

    /// Each in one thing.
    private func changed(_ request: Request) -> [Request] {
        func with<Value>(_ place: WritableKeyPath<Request, Value>, _ value: Value) -> Request {
            var other = request
            other[keyPath: place] = value
            return other
        }
        return [
            with(\.id, 2), with(\.url, "http://b/"), with(\.method, .head), with(\.headers, ["a": "b"]),
            with(\.body, .bytes([1])), with(\.delivery, .streamed), with(\.timeOuts, .init(total: .seconds(1))),
            with(\.retry, .init(count: 1)), with(\.redirects, .ignored), with(\.byteLimit, 1), with(\.progress, nil),
            with(\.isPaused, true),
        ]
    }
}
