import Foundation
import Testing

@testable import CycleNetwork

@Suite("CurlTrust")
struct CurlTrustTests {
    @Test("an addition does not take the place of the system's certificates")
    func addition() async throws {
        try await inFolder { folder in
            let path = folder + "/mine.pem"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            let all = try CurlTrust(additionPath: path).certificates
            let system = ["/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/cert.pem"].lazy
                .compactMap { FileManager.default.contents(atPath: $0) }.first
            #expect(all.starts(with: [UInt8]("mine\n".utf8)))
            if let system { #expect(all.count == system.count + 5) }
            #expect(throws: HTTP.Failure.unreadable(path: folder)) { try CurlTrust(additionPath: folder) }
        }
    }
}
