import Cycle
import CycleNetwork
import CycleURLSession
import Foundation
import Testing

/// Where the bytes of a request's body come from.
enum BodySource: CaseIterable {
    case bytes, file, announcedStream, stream

    func body(_ bytes: [UInt8], in folder: String) throws -> HTTP.Body {
        let next = { @Sendable (offset: Int) in
            offset < bytes.count ? [UInt8](bytes[offset..<min(offset + 10_000, bytes.count)]) : nil
        }
        switch self {
        case .bytes: return .bytes(bytes)
        case .file:
            let path = folder + "/body"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return .file(path: path)
        case .announcedStream: return .stream(HTTP.BodyStream("a", byteCount: bytes.count, next: next))
        case .stream: return .stream(HTTP.BodyStream("a", next: next))
        }
    }
}

extension Loopback {
    @Suite("Bodies of requests")
    struct BodyTests {
        typealias Request = Outcomes.Driver.Request

        private let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

        @Test(
            "arrive with every method that has one, wherever they come from", arguments: Carrier.allCases,
            BodySource.allCases)
        func arrives(_ carrier: Carrier, _ source: BodySource) async throws {
            let server = LoopbackServer.echo()
            defer { server.stop() }
            try await inFolder { folder in
                let body = try source.body(bytes, in: folder)
                for method in [HTTP.Method.post, .put, .patch, .delete, .options] {
                    let request = Request(id: 1, method, server.url(), body: body)
                    let response = await outcome(of: request, carrier.transport)?.response
                    #expect(response?.headers["X-Method"] == method.rawValue)
                    #expect(response?.body == bytes)
                }
            }
        }

        @Test("may be empty, or none", arguments: Carrier.allCases)
        func empty(_ carrier: Carrier) async {
            let server = LoopbackServer.echo()
            defer { server.stop() }
            for body in [HTTP.Body.none, .bytes([])] {
                for method in [HTTP.Method.get, .post, .put, .patch, .delete, .options] {
                    let request = Request(id: 1, method, server.url(), body: body)
                    let response = await outcome(of: request, carrier.transport)?.response
                    #expect(response?.headers["X-Method"] == method.rawValue)
                    #expect(response?.body == [])
                }
            }
        }

        @Test("go with a GET over libcurl; URLSession refuses that, and a HEAD has none")
        func unusual() async {
            let server = LoopbackServer.echo()
            defer { server.stop() }
            let get = Request(id: 1, .get, server.url(), body: .bytes(bytes))
            #expect(await outcome(of: get, .curl)?.response?.body == bytes)
            #expect(await outcome(of: get, .urlSession)?.failure == .malformed(.body))
            let head = Request(id: 1, .head, server.url(), body: .bytes(bytes))
            #expect(await outcome(of: head)?.failure == .malformed(.body))
        }

        @Test("bodies that are not as long as announced are a failure", arguments: Carrier.allCases, [5, 50])
        func wrongLength(_ carrier: Carrier, _ announced: Int) async {
            let server = LoopbackServer.echo()
            defer { server.stop() }
            let stream = HTTP.BodyStream("a", byteCount: announced) { $0 == 0 ? [UInt8](repeating: 1, count: 10) : nil }
            let request = Request(id: 1, .put, server.url(), body: .stream(stream))
            #expect(await outcome(of: request, carrier.transport)?.failure == .malformed(.body))
        }

        @Test("cannot be files that are not there", arguments: Carrier.allCases)
        func unreadable(_ carrier: Carrier) async throws {
            let server = LoopbackServer.echo()
            defer { server.stop() }
            try await inFolder { folder in
                for path in [folder + "/missing", folder] {
                    let request = Request(id: 1, .put, server.url(), body: .file(path: path))
                    #expect(await outcome(of: request, carrier.transport)?.failure == .unreadable(path: path))
                }
            }
        }

        @Test("are sent whole again with a retry, and with a redirect that keeps them", arguments: BodySource.allCases)
        func again(_ source: BodySource) async throws {
            let log = Log()
            let server = LoopbackServer.answering { request in
                log.append("\(request.target) \(request.body.count)")
                switch log.lines.count {
                case 1: return "HTTP/1.1 503 X\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
                case 2: return "HTTP/1.1 307 X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
                default: return "HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n"
                }
            }
            defer { server.stop() }
            try await inFolder { folder in
                let request = Request(
                    id: 1, .put, server.url("/a"), body: try source.body(bytes, in: folder),
                    retry: .init(count: 1, wait: .milliseconds(1)))
                #expect(await outcome(of: request)?.response?.status == 200)
            }
            #expect(log.lines == ["/a 100000", "/a 100000", "/b 100000"])
        }
    }
}
