import CycleHTTP
import Testing

@testable import CycleNetwork

@Suite("The handshake of a WebSocket")
struct WebSocketHandshakeTests {
    /// The key and the answer of RFC 6455, section 1.3.
    private let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    private var agreed: HTTP.Headers {
        ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept]
    }

    private func judge(_ headers: HTTP.Headers, _ subprotocols: [String] = []) -> Result<String?, WebSocketViolation> {
        Result { () throws(WebSocketViolation) in
            try WebSocketHandshake.agreement(headers, key: key, subprotocols: subprotocols)
        }
    }

    private func changed(_ name: String, _ value: String?) -> HTTP.Headers {
        var headers = agreed
        headers[name] = value
        return headers
    }

    @Test("a request says what RFC 6455 asks for, and the headers of the application behind it")
    func request() throws {
        let request = try WebSocketRequest(
            "ws://example.org:8080/chat?room=1", headers: ["Origin": "http://a"], subprotocols: ["a", "b"])
        let bytes = WebSocketHandshake.request(
            request.address, key: key, subprotocols: request.subprotocols, headers: request.headers)
        let lines = [
            "GET /chat?room=1 HTTP/1.1", "Host: example.org:8080", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: a, b",
            "Origin: http://a", "", "",
        ]
        #expect(String(decoding: bytes, as: UTF8.self) == lines.joined(separator: "\r\n"))
        #expect(request.host.name == "example.org" && request.host.port == 8080)
        #expect(try WebSocketRequest("ws://[::1]").host == ("::1", 80))
    }

    @Test("an answer agrees by three headers, whatever the case of their words")
    func agrees() {
        #expect(judge(agreed) == .success(nil))
        #expect(judge(changed("Upgrade", "WebSocket")) == .success(nil))
        #expect(judge(changed("Connection", "keep-alive, upgrade")) == .success(nil))
        #expect(judge(changed("Sec-WebSocket-Protocol", "b"), ["a", "b"]) == .success("b"))
    }

    @Test("an answer that does not agree is a violation with the name of its rule")
    func violations() {
        #expect(judge(changed("Upgrade", nil)) == .failure(.upgrade))
        #expect(judge(changed("Upgrade", "h2c")) == .failure(.upgrade))
        #expect(judge(changed("Connection", "close")) == .failure(.upgrade))
        #expect(judge(changed("Sec-WebSocket-Accept", nil)) == .failure(.accept))
        #expect(judge(changed("Sec-WebSocket-Accept", accept.lowercased())) == .failure(.accept))
        #expect(judge(changed("Sec-WebSocket-Extensions", "permessage-deflate")) == .failure(.extensions))
        #expect(judge(changed("Sec-WebSocket-Protocol", "b")) == .failure(.subprotocol))
        #expect(judge(changed("Sec-WebSocket-Protocol", "c"), ["a", "b"]) == .failure(.subprotocol))
    }

    @Test("a server agrees to what a client asks for, and to nothing else")
    func server() {
        let request: HTTP.Headers = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Protocol": "b, a",
        ]
        let answer = WebSocketHandshake.answer(
            to: request, subprotocols: ["a", "b"],
            headers: [
                "A": "b", "upgrade": "h2c", "Sec-WebSocket-Extensions": "permessage-deflate", "Content-Length": "5",
                "transfer-encoding": "chunked",
            ])
        #expect(
            String(decoding: answer, as: UTF8.self) == """
                HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Accept: \(accept)\r\nSec-WebSocket-Protocol: a\r\nA: b\r\n\r\n
                """)
        #expect(WebSocketHandshake.isAsked(by: request, method: "GET"))
        #expect(!WebSocketHandshake.isAsked(by: request, method: "POST"))
        for (name, value) in [
            ("Upgrade", "h2c"), ("Connection", "close"), ("Sec-WebSocket-Version", "8"), ("Sec-WebSocket-Key", "short"),
        ] {
            var request = request
            request[name] = value
            #expect(!WebSocketHandshake.isAsked(by: request, method: "GET"), "\(name)")
        }
    }

    private func failure(
        _ url: String, headers: HTTP.Headers = [:], subprotocols: [String] = []
    ) -> WebSocketFailure? {
        do throws(WebSocketFailure) {
            _ = try WebSocketRequest(url, headers: headers, subprotocols: subprotocols)
            return nil
        } catch {
            return error
        }
    }

    @Test("a request that cannot be sent is refused before, with its part")
    func malformed() {
        for url in ["", "http://a", "ws:", "ws://", "ws://a/#b", "ws://user@a/", "ws://a b/", "chat", "ws://a:99999/"] {
            #expect(failure(url) == .malformed(.url), "\(url)")
        }
        #expect(failure("wss://a/") == nil && failure("WSS://a/") == nil && failure("wss:a") == .malformed(.url))
        #expect(failure("WS://a/") == nil)
        for name in ["Host", "upgrade", "Sec-WebSocket-Key", "Content-Length", "Sec-WebSocket-Extensions", "a b"] {
            #expect(failure("ws://a/", headers: [name: "x"]) == .malformed(.header(name)), "\(name)")
        }
        #expect(failure("ws://a/", headers: ["A": "x\r\nB: y"]) == .malformed(.header("A")))
        for names in [[""], ["a b"], ["a", "b", "a"]] {
            #expect(failure("ws://a/", subprotocols: names) == .malformed(.subprotocol(names.last ?? "")))
        }
    }

    @Test("masks and keys of two connections, or of two frames, differ")
    func secrets() {
        var secrets = WebSocketSecrets.random()
        var (one, two) = (secrets.forConnection(), secrets.forConnection())
        let all = [one.mask(), one.mask(), two.mask(), two.mask()]
        #expect(Set(all).count == 4 && all.allSatisfy { $0.count == 4 })
        #expect(one.key() != two.key() && one.key().count == 24)
    }
}
