import Cycle
import CycleNetwork
import Foundation
import Testing

private let openSSL = "/usr/bin/openssl"

#if os(Linux)
    extension Loopback {
        @Suite("TLS", .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL)))
        struct TLSTests {
            @Test("a certificate that nobody vouches for is refused, and accepted when its issuer is trusted")
            func trust() async throws {
                try await inFolder { folder in
                    let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
                    let making = try process([
                        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days",
                        "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    ])
                    making.waitUntilExit()
                    let port = freePort()
                    let server = try process(
                        [
                            "s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate, "-www",
                            "-quiet",
                        ])
                    defer { server.terminate() }
                    let request = NetworkDriver<Int>.Request(
                        id: 1, .get, "https://127.0.0.1:\(port)/",
                        // The server may need a moment to listen.
                        retry: .init(count: 30, wait: .milliseconds(100), maximumWait: .milliseconds(100)))
                    let trusting = NetworkDriver<Int>(
                        transport: .curl, options: .init(certificatesPath: certificate), retryBudget: 30)
                    #expect(await outcomes(of: [request], trusting)[1]?.response?.status == 200)
                    #expect(await outcome(of: request, .curl)?.failure == .tls)
                    let missing = NetworkDriver<Int>(transport: .curl, options: .init(certificatesPath: "/missing"))
                    #expect(await outcomes(of: [request], missing)[1]?.failure == .unreadable(path: "/missing"))
                }
            }

            private func process(_ arguments: [String]) throws -> Process {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: openSSL)
                process.arguments = arguments
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                process.standardInput = FileHandle.nullDevice
                try process.run()
                return process
            }

            private func freePort() -> Int {
                let server = LoopbackServer { _ in }
                defer { server.stop() }
                return server.port
            }
        }
    }
#endif
