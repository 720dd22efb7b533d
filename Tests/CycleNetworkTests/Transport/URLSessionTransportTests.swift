import Cycle
import CycleNetwork
import Testing

@Suite("URLSessionTransport")
struct URLSessionTransportTests {
    @Test("a response is an event whatever its status")
    func reportsEveryStatus() async {
        let server = LoopbackServer { connection in
            while let request = connection.request() {
                let status = request.target.dropFirst()
                connection.send("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\nX-Test: a\r\n\r\n42")
            }
        }
        defer { server.stop() }
        let all = await outcomes(
            of: [200, 404, 500].map { .init(id: $0, get: server.url("/\($0)")) }, .init(transport: .urlSession))
        for status in [200, 404, 500] {
            #expect(all[status]?.response?.status == status)
            #expect(all[status]?.response?.text == "42")
            #expect(all[status]?.response?.headers["x-test"] == "a")
        }
    }

    @Test("nobody there is a refusal")
    func refused() async {
        #expect(await outcome(of: .init(id: 1, get: "http://127.0.0.1:1/"), .urlSession)?.failure == .refused)
    }

    @Test("a 401 is answered, not waited for")
    func unauthorized() async {
        let server = LoopbackServer { connection in
            _ = connection.request()
            connection.send(
                "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 2\r\n\r\nno")
            connection.waitForClose()
        }
        defer { server.stop() }
        #expect(await outcome(of: .init(id: 1, get: server.url()), .urlSession)?.response?.status == 401)
    }

    @Test("a redirect is followed by the driver")
    func redirect() async {
        let server = LoopbackServer { connection in
            while let request = connection.request() {
                if request.target == "/a" {
                    connection.send("HTTP/1.1 302 X\r\nLocation: b\r\nContent-Length: 0\r\n\r\n")
                } else {
                    connection.send(
                        "HTTP/1.1 200 X\r\nContent-Length: \(request.target.count)\r\n\r\n\(request.target)")
                }
            }
        }
        defer { server.stop() }
        #expect(await outcome(of: .init(id: 1, get: server.url("/a")), .urlSession)?.response?.text == "/b")
    }

    @Test("a body is sent")
    func post() async {
        let server = LoopbackServer { connection in
            while let request = connection.request() {
                connection.send("HTTP/1.1 200 X\r\nContent-Length: \(request.body.count)\r\n\r\n")
                connection.send(request.body)
            }
        }
        defer { server.stop() }
        let request = Outcomes.Driver.Request(id: 1, .post, server.url(), body: .bytes([1, 2, 3]))
        #expect(await outcome(of: request, .urlSession)?.response?.body == [1, 2, 3])
    }
}
