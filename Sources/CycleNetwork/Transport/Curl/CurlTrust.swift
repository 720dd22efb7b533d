import Foundation

/// The certificates that a run trusts, when there are others than the system's. Confined to the thread of libcurl.
final class CurlTrust {
    /// Where systems keep theirs: libcurl takes one list, so that an addition has to contain it.
    private static let systemPaths = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]

    private let additionPath: String?
    private var loaded: Data?

    init(additionPath: String?) {
        self.additionPath = additionPath
    }

    /// - Returns: `nil` for the system's.
    func certificates() throws(HTTP.Failure) -> Data? {
        guard let additionPath else { return nil }
        if let loaded { return loaded }
        guard var all = FileManager.default.contents(atPath: additionPath) else {
            throw .unreadable(path: additionPath)
        }
        let system = CurlTrust.systemPaths.lazy.compactMap { FileManager.default.contents(atPath: $0) }.first
        if let system {
            all.append(10)
            all.append(system)
        }
        loaded = all
        return all
    }
}
