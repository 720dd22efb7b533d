import CycleBase
import Cycle
import CycleDrivers
import CycleNetwork
import Foundation
import Testing

extension Loopback {
    /// A server that goes on speaking after its answer: what it says must never be taken for the answer to a later request.
    @Suite("Bytes that come on a kept connection while nobody asks")
    struct PoisonTests {
        typealias Request = NetworkDriver<Int>.Request

        /// The complete answer to the first request, and what follows it.
        struct Shape: CustomTestStringConvertible, Sendable {
            let testDescription: String
            var method = HTTP.Method.get
            var answer = "HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok"
            var poison = "HTTP/1.1 200 X\r\nContent-Length: 4\r\n\r\nevil"
            /// Whether it comes when the first request is over, or with the answer.
            var isLater = true
        }

        static let evil = "HTTP/1.1 200 X\r\nContent-Length: 4\r\n\r\nevil"
        static let shapes: [Shape] = [
            Shape(testDescription: "an answer, later"),
            Shape(testDescription: "an answer, with the first", isLater: false),
            Shape(testDescription: "many answers", poison: String(repeating: evil, count: 20)),
            Shape(
                testDescription: "many answers at once", poison: String(repeating: evil, count: 2_000), isLater: false),
            Shape(testDescription: "a head without its body", poison: "HTTP/1.1 200 X\r\nContent-Length: 4\r\n\r\n"),
            Shape(testDescription: "half a head", poison: "HTTP/1.1 200 X\r\nX-Evil: "),
            Shape(testDescription: "one byte", poison: "H"),
            Shape(testDescription: "a line break", poison: "\r\n"),
            Shape(testDescription: "a line break and an answer", poison: "\r\n" + evil),
            Shape(testDescription: "garbage", poison: "evil evil evil"),
            Shape(testDescription: "an interim answer", poison: "HTTP/1.1 100 Continue\r\n\r\n"),
            Shape(testDescription: "an early hint and an answer", poison: "HTTP/1.1 103 X\r\nLink: a\r\n\r\n" + evil),
            Shape(
                testDescription: "chunks",
                poison: "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nevil\r\n0\r\n\r\n"),
            Shape(
                testDescription: "a redirect", poison: "HTTP/1.1 302 X\r\nLocation: /evil\r\nContent-Length: 0\r\n\r\n"),
            Shape(testDescription: "a body without an end", poison: "HTTP/1.1 200 X\r\n\r\nevil"),
            Shape(
                testDescription: "a time-out of the server", poison: "HTTP/1.1 408 X\r\nContent-Length: 4\r\n\r\nevil"),
            Shape(testDescription: "a lot", poison: evil + String(repeating: "x", count: 300_000)),
            Shape(
                testDescription: "after chunks",
                answer: "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
            Shape(
                testDescription: "after chunks, with them",
                answer: "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", isLater: false),
            Shape(
                testDescription: "after a trailer",
                answer: "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nA: b\r\n\r\n"),
            Shape(testDescription: "after a 204", answer: "HTTP/1.1 204 X\r\n\r\n"),
            Shape(testDescription: "after a 204, with it", answer: "HTTP/1.1 204 X\r\n\r\n", isLater: false),
            Shape(testDescription: "after a 304", answer: "HTTP/1.1 304 X\r\n\r\n"),
            Shape(testDescription: "after nothing", answer: "HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n"),
            Shape(
                testDescription: "the body of a HEAD", method: .head,
                answer: "HTTP/1.1 200 X\r\nContent-Length: 4\r\n\r\n",
                poison: "evil" + evil),
            Shape(
                testDescription: "the body of a HEAD, with it", method: .head,
                answer: "HTTP/1.1 200 X\r\nContent-Length: 4\r\n\r\n", poison: "evil" + evil, isLater: false),
        ]

        @Test("are the answer to nothing, whatever their shape", arguments: shapes)
        func poisoned(_ shape: Shape) async {
            #expect(Self.shapes.count >= 20)
            let log = Log()
            let (isOver, isPoisoned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let server = LoopbackServer { connection in
                while let request = connection.request() {
                    guard request.target == "/first" else {
                        log.append(request.target)
                        connection.send(
                            "HTTP/1.1 200 X\r\nContent-Length: \(request.target.count)\r\n\r\n\(request.target)")
                        continue
                    }
                    connection.send(shape.answer + (shape.isLater ? "" : shape.poison))
                    isOver.wait()
                    if shape.isLater { connection.send(shape.poison) }
                    connection.waitForArrival()
                    isPoisoned.signal()
                }
            }
            defer { server.stop() }
            // The poison is there before the second request, and the third follows at once.
            var first = Outcomes(requests: [Request(id: 1, shape.method, server.url("/first"))])
            first.isChanging = { frame in
                guard frame.ends[1] != nil, frame.requests.count == frame.ends.count, frame.requests.count < 4 else {
                    return
                }
                if frame.requests.count == 1 {
                    isOver.signal()
                    isPoisoned.wait()
                }
                let id = frame.requests.count + 1
                frame.requests.append(Request(id: id, get: server.url("/\(id)")))
            }
            let last = await outcomes(from: first, .init())
            #expect(last[1]?.response != nil)
            for id in 2...4 { #expect(last[id]?.response?.text == "/\(id)") }
            #expect(log.lines == ["/2", "/3", "/4"])
            server.waitUntilAlone()
        }

        #if os(Linux)
            @Test("are the answer to nothing, also when the next request is under way but cannot have arrived")
            func early() async {
                let isOver = DispatchSemaphore(value: 0)
                let connectionCount = Guarded(0)
                // It reads nothing of its first connection: the second request on it stays on the way.
                let server = LoopbackServer(hasLittleRoom: true) { connection in
                    let isFirst = connectionCount.withLock { count in
                        count += 1
                        return count == 1
                    }
                    if isFirst {
                        connection.send("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok")
                        isOver.wait()
                        connection.waitForClose(atMost: 0.05)
                        connection.send(Self.evil)
                        while !connection.waitForClose(atMost: 60) {}
                        return
                    }
                    while let request = connection.request() {
                        let target = request.target
                        connection.send("HTTP/1.1 200 X\r\nContent-Length: \(target.utf8.count)\r\n\r\n\(target)")
                    }
                }
                defer { server.stop() }
                let filling = HTTP.Headers([.init("X-Filling", String(repeating: "x", count: 20_000))])
                var first = Outcomes(requests: [Request(id: 1, .get, server.url("/1"), headers: filling)])
                first.isChanging = { frame in
                    guard frame.ends[1] != nil, frame.requests.count == 1 else { return }
                    isOver.signal()
                    frame.requests.append(Request(id: 2, get: server.url("/2")))
                }
                let last = await outcomes(from: first, .init())
                #expect(last[1]?.response?.text == "ok")
                #expect(last[2]?.response?.text == "/2")
                #expect(connectionCount.withLock { $0 } == 2)
            }
        #endif
    }
}
