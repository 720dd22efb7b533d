import CCurl
import CycleBase
import CycleDrivers

/// A stream that libcurl has connected, through a proxy where there is one, and encrypts.
///
/// Unchecked: one thread connects it, and then another one uses it.
final class CurlStream: EncryptedStream, @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer
    private(set) var descriptor: Int32 = -1

    /// Connects, and returns when the other side has proved who it is.
    init(
        _ host: String, _ port: Int, _ options: HTTP.TransportOptions, _ isUnwanted: Latch
    ) throws(SocketFailure) {
        guard cycle_curl_leaves_descriptors(0) else { throw .exhausted(code: EMFILE) }
        guard cycle_curl_load() == CYCLE_CURL_LOADED else { throw .noTLS }
        guard let handle = cycle_curl_stream_new() else { throw .exhausted(code: ENOMEM) }
        self.handle = handle
        CurlEasies.setPolicy(handle, options.proxy)
        try trust(options.certificatesPath)
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        cycle_curl_set_text(handle, Int32(CYCLE_CURL_URL), "https://\(name):\(port)/")
        var socketError: Int32 = -1
        let code = cycle_curl_stream_connect(
            handle, &socketError, Unmanaged.passUnretained(isUnwanted).toOpaque(),
            { context in
                context.map { Unmanaged<Latch>.fromOpaque($0).takeUnretainedValue().isOpen } ?? true
            })
        guard socketError < 0 else { throw .exhausted(code: socketError) }
        guard code == 0 else { throw SocketFailure(HTTP.Failure(curl: Int(code), "", isHeadDone: true)) }
        descriptor = cycle_curl_stream_socket(handle)
        guard descriptor >= 0 else { throw .reset }
    }

    deinit { cycle_curl_easy_free(handle) }

    private func trust(_ path: String?) throws(SocketFailure) {
        guard let path else { return }
        let trust: CurlTrust
        do { trust = try CurlTrust(additionPath: path) } catch { throw SocketFailure(error) }
        // An older libcurl trusts the certificates of the system only.
        guard trust.apply(to: handle) else { throw .noTLS }
    }

    func read(upTo count: Int) -> Descriptors.ReadOutcome {
        var outcome: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
            outcome = cycle_curl_stream_read(handle, buffer.baseAddress, count, &taken)
        }
        return switch Int(outcome) {
        case 0: bytes.isEmpty ? .end : .bytes(bytes)
        case CYCLE_CURL_AGAIN: .nothingYet
        default: .lost
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(SocketFailure) -> Int {
        var count = 0
        return switch Int(cycle_curl_stream_write(handle, bytes.baseAddress, bytes.count, &count)) {
        case 0: count
        case CYCLE_CURL_AGAIN: 0
        default: throw .reset
        }
    }
}

extension Encryption {
    /// By the libcurl of the system.
    static func curl(_ options: HTTP.TransportOptions) -> Encryption {
        Encryption { host, port, isUnwanted throws(SocketFailure) in
            try CurlStream(host, port, options, isUnwanted)
        }
    }
}

extension SocketFailure {
    /// The same of a request that has found no connection.
    fileprivate init(_ failure: HTTP.Failure) {
        self =
            switch failure {
            case .unresolved: .unresolved
            case .refused: .refused
            case .proxyRefused: .unreachable
            case .tls: .tls
            case .unreadable(let path): .unreadable(path: path)
            case .malformed(.url): .badAddress
            case .exhausted: .exhausted(code: ENOMEM)
            default: .reset
            }
    }
}
