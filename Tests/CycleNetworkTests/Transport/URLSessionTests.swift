import CycleBase
import CycleDrivers
import Foundation
import Testing

@testable import CycleHTTP
@testable import CycleURLSession

/// The dialogue with Apple's `URLSession`, without a server.
@Suite("URLSession")
struct URLSessionTests {
    private struct Told: LocalizedError {
        let errorDescription: String?
    }

    @Test("has a code for each failure on Apple's systems, whatever the words are, and the words of libcurl on Linux")
    func failures() {
        let words = "The server “a” requires a client certificate."
        let told = { (code: URLError.Code) in URLError(code, userInfo: [NSLocalizedDescriptionKey: words]) }
        let meanings: [(URLError.Code, HTTP.Failure)] = [
            (.clientCertificateRequired, .clientCertificateRequired), (.serverCertificateUntrusted, .tls),
            (.cannotConnectToHost, .refused), (.notConnectedToInternet, .refused), (.timedOut, .timedOutConnecting),
            (.cannotFindHost, .unresolved), (.networkConnectionLost, .disconnected),
            (.dataLengthExceedsMaximum, .malformed(.body)), (.cannotDecodeRawData, .malformed(.encoding)),
        ]
        for (code, failure) in meanings { #expect(HTTP.Failure(told(code), hasCode: true) == failure) }
        #expect(HTTP.Failure(told(.unknown), hasCode: true) == .other(words))
        #expect(HTTP.Failure(told(.unknown), hasCode: false) == .tls)
        #expect(HTTP.Failure(Told(errorDescription: "chunk hex-length"), hasCode: false) == .malformed(.response))
    }

    @Test("gets the file that is sent from its beginning once more, and waits as long as the driver lets it")
    func anotherStream() throws {
        let path = NSTemporaryDirectory() + "cycle-stream-\(UUID().uuidString)"
        try Data("sent twice".utf8).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        let address = try #require(HTTP.Address("http://a/"))
        let message = HTTP.Message(method: .put, address: address, body: .file(path: path))
        let exchanges = SessionExchanges(HTTP.TransportOptions(), HTTP.Limits())
        let exchange = try SessionExchange(message, 1, Exchange.Port { _ in }, exchanges)
        let task = try exchanges.makeTask(for: exchange)
        #expect(task.originalRequest?.timeoutInterval == 86_400)
        for _ in 0..<2 {
            let texts = Guarded<[String]>([])
            exchanges.urlSession(.shared, task: task) { stream in
                let text = stream.map(Self.text(of:)) ?? "none"
                texts.withLock { $0.append(text) }
            }
            #expect(texts.withLock { $0 } == ["sent twice"])
        }
        exchanges.close {}
    }

    private static func text(of stream: InputStream) -> String {
        stream.open()
        defer { stream.close() }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = stream.read(&bytes, maxLength: bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
