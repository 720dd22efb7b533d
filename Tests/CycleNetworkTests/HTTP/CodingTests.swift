import CycleBase
import CycleDrivers
import Foundation
import TestSupport
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("The JSON of requests and events")
struct CodingTests {
    typealias Driver = NetworkDriver<Int>

    @Test("is what it was, and says no more than it must")
    func form() throws {
        #expect(
            try json(Driver.Model([.init(id: 1, get: "http://a/")]))
                == #"{"requests":[{"id":1,"url":"http://a/"}],"version":1}"#)
        let request = Driver.Request(
            id: 2, .post, "http://a/b", headers: ["A": "b"], body: .bytes([0xFF, 0]),
            delivery: .file(path: "c", resumes: true), retry: .init(count: 2, statuses: [503, 429]),
            redirects: .ignored,
            progress: nil)
        #expect(
            try json(request) == """
                {"body":{"bytes":{"base64":"/wA="}},"delivery":{"file":{"path":"c","resumes":true}},"headers":[["A","b"]],\
                "id":2,"method":"POST","progress":null,"redirects":{"ignored":{}},"retry":{"count":2,\
                "maximumWait":[1,11553255926290448384],"statuses":[429,503],"wait":[0,500000000000000000]},"url":"http://a/b"}
                """)
        #expect(
            try json(
                Driver.Event.response(1, .init(status: 200, headers: ["A": "b"], body: [104, 105], url: "http://a/")))
                    == """
                    {"response":{"id":1,"response":{"body":"hi","byteCount":2,"headers":[["A","b"]],"status":200,"url":"http://a/"}}}
                    """)
        #expect(
            try json(Driver.Event.failed(1, .malformed(.header("A"))))
                == #"{"failed":{"failure":{"malformed":{"what":{"header":{"name":"A"}}}},"id":1}}"#)
        #expect(
            try json(Driver.Event.failed(1, .exhausted(.threads)))
                == #"{"failed":{"failure":{"exhausted":{"resource":"threads"}},"id":1}}"#)
        #expect(
            try json(Driver.Event.failed(1, .proxyRefused(status: 407)))
                == #"{"failed":{"failure":{"proxyRefused":{"status":407}},"id":1}}"#)
        #expect(
            try json(Driver.Event.failed(1, .clientCertificateRequired))
                == #"{"failed":{"failure":{"clientCertificateRequired":{}},"id":1}}"#)
        #expect(try json(Driver.Event.chunk(1, [0xFF])) == #"{"chunk":{"bytes":{"base64":"/w=="},"id":1}}"#)
    }

    @Test("is read as it was written, whatever the values")
    func roundTrips() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let model = Driver.Model((0..<3).map { request($0, &random) })
            #expect(try copy(model) == model, "seed \(seed)")
            let event = event(&random)
            #expect(try copy(event) == event, "seed \(seed)")
            let limits = HTTP.Limits(perHost: .random(in: 1...9, using: &random))
            #expect(try copy(limits) == limits)
        }
        let options = HTTP.TransportOptions(headerLimit: 5, certificatesPath: "a", proxy: .at("http://b"))
        #expect(try copy(options) == options)
    }

    @Test("of another version is refused, and what is not whole")
    func refused() {
        for text in [
            #"{"version":2,"requests":[]}"#, #"{"requests":[{"id":1}]}"#,
            #"{"requests":[{"id":1,"url":"a","body":{"bytes":{"base64":"a"}}}]}"#,
        ] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Driver.Model.self, from: Data(text.utf8)) }
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Driver.Event.self, from: Data("{}".utf8)) }
    }

    @Test("has a body that was made while it was sent by its name only, and that cannot be sent again")
    func streams() throws {
        let stream = HTTP.BodyStream("a", byteCount: 3) { _ in [1, 2, 3] }
        let read = try copy(HTTP.Body.stream(stream))
        #expect(read == .stream(stream))
        #expect(throws: HTTP.Failure.unreadable(path: "a")) { try Upload(read) }
    }

    @Test("of bytes is base64 as others write it")
    func base64() {
        var random = SplitMix64(seed: 1)
        for count in 0..<100 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        for text in ["a", "ab=c", "====", "a===", "ab==ab==", "ä==="] { #expect(Base64.decode(text) == nil, "\(text)") }
    }

    // MARK: Random values

    private func text(_ random: inout SplitMix64) -> String {
        String(
            (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                "aé\u{301}😀\"\\/\0\n\u{202E}".randomElement(using: &random)
            })
    }

    private func bytes(_ random: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 0...9, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    }

    private func duration(_ random: inout SplitMix64) -> Duration {
        Duration(
            secondsComponent: .random(in: -9...1 << 40, using: &random),
            attosecondsComponent: .random(in: 0..<1 << 59, using: &random))
    }

    private func headers(_ random: inout SplitMix64) -> HTTP.Headers {
        HTTP.Headers((0..<Int.random(in: 0...3, using: &random)).map { _ in .init(text(&random), text(&random)) })
    }

    private func request(_ id: Int, _ random: inout SplitMix64) -> Driver.Request {
        guard Bool.random(using: &random) else { return .init(id: id, get: text(&random)) }
        let bodies: [HTTP.Body] = [
            .none, .bytes(bytes(&random)), .file(path: text(&random)),
            .stream(.init(text(&random), byteCount: Bool.random(using: &random) ? 5 : nil) { _ in nil }),
        ]
        let deliveries: [HTTP.Delivery] = [
            .whole, .streamed, .file(path: text(&random), resumes: .random(using: &random)),
        ]
        var request = Driver.Request(
            id: id, HTTP.Method.allCases.randomElement(using: &random) ?? .get, text(&random),
            headers: headers(&random),
            body: bodies.randomElement(using: &random) ?? .none,
            delivery: deliveries.randomElement(using: &random) ?? .whole,
            timeOuts: .init(connect: duration(&random), idle: duration(&random), total: duration(&random)),
            retry: .init(
                count: .random(in: 0...9, using: &random), wait: duration(&random), maximumWait: duration(&random),
                statuses: Set((0..<3).map { _ in Int.random(in: 100...999, using: &random) })),
            redirects: Bool.random(using: &random) ? .ignored : .followed(maximum: 3),
            byteLimit: .random(in: .min ... .max, using: &random),
            progress: Bool.random(using: &random) ? nil : duration(&random))
        request.isPaused = .random(using: &random)
        return request
    }

    /// All failures.
    private static func failures(_ text: String) -> [HTTP.Failure] {
        let malformations = Array(sequence(first: HTTP.Malformation.url, next: { malformation(after: $0, text) }))
        return Array(sequence(first: HTTP.Failure.refused, next: { failure(after: $0, text) }))
            + malformations.map { .malformed($0) } + HTTP.Resource.allCases.map { .exhausted($0) }
    }

    /// All failures in a row. A `switch`, so that the compiler names this place when there is a new one.
    private static func failure(after failure: HTTP.Failure, _ text: String) -> HTTP.Failure? {
        switch failure {
        case .refused: .unresolved
        case .unresolved: .tls
        case .tls: .proxyRefused(status: 407)
        case .proxyRefused(_?): .proxyRefused(status: nil)
        case .proxyRefused(nil): .clientCertificateRequired
        case .clientCertificateRequired: .disconnected
        case .disconnected: .timedOutConnecting
        case .timedOutConnecting: .timedOutIdle
        case .timedOutIdle: .timedOut
        case .timedOut: .tooLarge
        case .tooLarge: .tooManyRedirects
        case .tooManyRedirects: .insecureRedirect
        case .insecureRedirect: .unreadable(path: text)
        case .unreadable: .unwritable(path: text)
        case .unwritable: .unavailable(text)
        case .unavailable: .other(text)
        case .other, .malformed, .exhausted: nil
        }
    }

    private static func malformation(after malformation: HTTP.Malformation, _ text: String) -> HTTP.Malformation? {
        switch malformation {
        case .url: .header(text)
        case .header: .body
        case .body: .location
        case .location: .response
        case .response: .encoding
        case .encoding: nil
        }
    }

    @Test("each failure is the same when it is read again, and has a reason")
    func failures() throws {
        let failures = Self.failures("a")
        for failure in failures { #expect(try copy(failure) == failure) }
        #expect(failures.count == 27)
        #expect(failures.allSatisfy { !$0.reason.isEmpty })
        // Three are of what a server has sent, and two have words of their own.
        let reasons = Set(failures.map { $0.reason })
        #expect(reasons.count == 24)
    }

    private func event(_ random: inout SplitMix64) -> Driver.Event {
        let id = Int.random(in: .min ... .max, using: &random)
        let response = HTTP.Response(
            status: 200, headers: headers(&random), body: bytes(&random),
            byteCount: .random(in: 0...99, using: &random),
            url: text(&random))
        let failures = Self.failures(text(&random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .head(id, response)
        case 1: return .chunk(id, bytes(&random))
        case 2:
            return .progress(
                id,
                .init(
                    receivedByteCount: .random(in: 0...9, using: &random),
                    expectedByteCount: Bool.random(using: &random) ? nil : 5, sentByteCount: 3))
        case 3: return .response(id, response)
        default: return .failed(id, failures.randomElement(using: &random) ?? .refused)
        }
    }
}
