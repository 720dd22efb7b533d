import CCurl

/// The certificates that a run trusts, when there are others than the system's. Confined to the thread of libcurl.
final class CurlTrust {
    /// Where systems keep theirs: libcurl takes one list, so that an addition has to contain it.
    private static let systemPaths = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]
    private static let sizeLimit = 16 << 20

    let certificates: [UInt8]

    init(additionPath: String) throws(HTTP.Failure) {
        guard let addition = SmallFile.read(additionPath, upTo: CurlTrust.sizeLimit) else {
            throw .unreadable(path: additionPath)
        }
        let system = CurlTrust.systemPaths.lazy.compactMap { SmallFile.read($0, upTo: CurlTrust.sizeLimit) }.first
        certificates = addition + (system.map { [10] + $0 } ?? [])
    }

    /// - Returns: Whether this libcurl can.
    func apply(to easy: UnsafeMutableRawPointer) -> Bool {
        certificates.withUnsafeBytes { bytes in
            bytes.baseAddress.map { cycle_curl_set_certificates(easy, $0, bytes.count) == 0 } ?? true
        }
    }
}
