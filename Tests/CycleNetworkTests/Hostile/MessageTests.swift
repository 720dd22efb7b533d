import Cycle
import CycleNetwork
import Foundation
import Testing

extension Loopback {
    /// Responses that two readers could understand differently, or that do not answer the request.
    @Suite("Messages that are not as they should be")
    struct MessageTests {
        typealias Request = NetworkDriver<Int>.Request

        private func answer(
            to request: (String) -> Request, _ bytes: [UInt8]
        ) async -> Result<HTTP.Response, HTTP.Failure>? {
            let server = LoopbackServer { connection in
                _ = connection.request()
                connection.send(bytes)
                connection.shutdownSending()
                connection.waitForClose()
            }
            defer { server.stop() }
            return await outcome(of: request(server.url()))
        }

        private func answer(_ text: String) async -> Result<HTTP.Response, HTTP.Failure>? {
            await answer(to: { Request(id: 1, get: $0) }, [UInt8](text.utf8))
        }

        @Test(
            "are malformed",
            arguments: [
                "HTTP/1.1 200 X\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.0 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 X\r\nA b: c\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 X\r\nA\u{1}: c\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 X\r\nA: b\rc\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n0\r\n\r\n",
                "HTTP/1.1 200 X\r\nContent-Length: 99999999999999999999999\r\n\r\nok",
                "HTTP/1.1 200 X\r\nContent-Length: -1\r\n\r\nok",
            ])
        func malformed(_ text: String) async {
            #expect(await answer(text)?.failure == .malformed(.response))
        }

        @Test("in an encoding that nobody asked for are none", arguments: ["deflate", "br", "gzip, gzip", "zstd"])
        func encodings(_ name: String) async {
            let text = "HTTP/1.1 200 X\r\nContent-Encoding: \(name)\r\nContent-Length: 2\r\n\r\nok"
            #expect(await answer(text)?.failure == .malformed(.encoding))
            guard name != "gzip, gzip" else { return }
            for asked in [name, "x, \(name) ;q=0.5", "*"] {
                let asking = { (url: String) in Request(id: 1, .get, url, headers: ["Accept-Encoding": asked]) }
                #expect(await answer(to: asking, [UInt8](text.utf8))?.response?.text == "ok")
            }
            let other = { (url: String) in Request(id: 1, .get, url, headers: ["Accept-Encoding": "x-\(name)"]) }
            #expect(await answer(to: other, [UInt8](text.utf8))?.failure == .malformed(.encoding))
        }

        @Test("without a body may say what another would have", arguments: [204, 304])
        func bodiless(_ status: Int) async {
            for field in ["Content-Length: 5000", "Content-Length: 9000000000000000000", "Content-Encoding: br"] {
                let answer = await answer(
                    to: { Request(id: 1, .get, $0, byteLimit: 1_000) },
                    [UInt8]("HTTP/1.1 \(status) X\r\n\(field)\r\n\r\n".utf8))
                #expect(answer?.response?.status == status)
            }
        }

        @Test("in several members of gzip are one body")
        func members() async {
            let bytes = Gzip.hello + Gzip.hello
            let head = "HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n"
            let outcome = await answer(to: { Request(id: 1, get: $0) }, [UInt8](head.utf8) + bytes)
            #expect(outcome?.response?.text == "hello hello hellohello hello hello")
        }

        @Test("with zeros behind gzip are whole; other bytes there are another member, or malformed")
        func padding() async {
            let zeros = [UInt8](repeating: 0, count: 600)
            let once = "hello hello hello"
            let bodies: [(bytes: [UInt8], text: String?)] = [
                (Gzip.hello + [0], once), (Gzip.hello + zeros, once), (Gzip.hello + zeros + Gzip.hello, once + once),
                (Gzip.hello + [0, 1], nil), (Gzip.hello + [1], nil), ([0] + Gzip.hello, nil),
                (Gzip.hello + zeros + Gzip.hello.dropLast(), nil),
            ]
            for (bytes, text) in bodies {
                let head = "HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n"
                let outcome = await answer(to: { Request(id: 1, get: $0) }, [UInt8](head.utf8) + bytes)
                #expect(outcome?.response?.text == text, "\(bytes.count)")
                if text == nil { #expect(outcome?.failure == .malformed(.encoding), "\(bytes.count)") }
            }
        }

        @Test("redirect to the bytes that they name")
        func location() async {
            let log = Log()
            let server = LoopbackServer { connection in
                while let request = connection.request() {
                    log.append(request.target)
                    if request.target == "/" {
                        connection.send(
                            [UInt8]("HTTP/1.1 302 X\r\nContent-Length: 0\r\nLocation: /a".utf8) + [0xFF, 0xE9]
                                + [UInt8]("\r\n\r\n".utf8))
                    } else {
                        connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                    }
                }
            }
            defer { server.stop() }
            _ = await outcome(of: Request(id: 1, get: server.url()))
            #expect(log.lines == ["/", "/a%FF%E9"])
        }

        @Test("a header of blanks is sent as one without a value")
        func blankHeader() async {
            let log = Log()
            let server = LoopbackServer.answering { request in
                log.append(
                    request.headers.map { "\($0.name)=\($0.value)" }.filter { $0.hasPrefix("X-") }.joined(
                        separator: " "))
                return "HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n"
            }
            defer { server.stop() }
            _ = await outcome(of: Request(id: 1, .get, server.url(), headers: ["X-A": "   ", "X-B": "", "X-C": "\t"]))
            #expect(log.lines == ["X-A= X-B= X-C="])
        }

        @Test("a stream that is longer than announced is a failure, wherever its pieces end", arguments: [5, 10])
        func longStream(_ pieceSize: Int) async {
            let server = LoopbackServer.echo()
            defer { server.stop() }
            let stream = HTTP.BodyStream("long", byteCount: 10) { offset in
                offset < 20 ? [UInt8](repeating: 1, count: pieceSize) : nil
            }
            let request = Request(id: 1, .put, server.url(), body: .stream(stream))
            #expect(await outcome(of: request)?.failure == .malformed(.body))
        }
    }
}
