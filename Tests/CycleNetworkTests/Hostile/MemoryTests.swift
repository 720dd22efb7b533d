import Cycle
import CycleNetwork
import Foundation
import Testing

private let isLong = ProcessInfo.processInfo.environment["CYCLE_NETWORK_LONG"] != nil

#if os(Linux)
    extension Loopback {
        /// The most memory that this process ever held, which a test can set back; Linux tells it in a file.
        @Suite("Memory")
        struct MemoryTests {
            typealias Driver = NetworkDriver<Int>
            private let size = isLong ? 1 << 30 : 128 << 20

            @Test(
                "a body beyond the limit costs the limit and little more", arguments: [HTTP.Delivery.whole, .streamed])
            func hugeBody(_ delivery: HTTP.Delivery) async throws {
                let size = size
                let server = LoopbackServer { connection in
                    _ = connection.request()
                    connection.send("HTTP/1.1 200 X\r\n\r\n")
                    let piece = [UInt8](repeating: 120, count: 65_536)
                    for _ in 0..<size / piece.count where connection.send(piece) {}
                }
                defer { server.stop() }
                let growth = try await peakGrowth {
                    let request = Driver.Request(id: 1, .get, server.url(), delivery: delivery, byteLimit: 1 << 20)
                    #expect(await outcome(of: request)?.failure == .tooLarge)
                }
                #expect(growth < (1 + 32) << 20)
            }

            @Test("a gzip bomb costs the limit and little more")
            func bomb() async throws {
                let bomb = Gzip.bomb(mebibytes: size >> 20)
                let server = LoopbackServer { connection in
                    _ = connection.request()
                    connection.send("HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
                    connection.send(bomb)
                }
                defer { server.stop() }
                let growth = try await peakGrowth {
                    let request = Driver.Request(id: 1, .get, server.url(), byteLimit: 4 << 20)
                    #expect(await outcome(of: request)?.failure == .tooLarge)
                }
                #expect(growth < (4 + 32) << 20)
            }

            @Test("a slow loop slows the server instead of filling the memory")
            func slowLoop() async throws {
                let size = 64 << 20
                let server = LoopbackServer { connection in
                    _ = connection.request()
                    connection.send("HTTP/1.1 200 X\r\nContent-Length: \(size)\r\n\r\n")
                    let piece = [UInt8](repeating: 120, count: 65_536)
                    for _ in 0..<size / piece.count where connection.send(piece) {}
                }
                defer { server.stop() }
                let cycle = CycledLens(startingWith: (count: 0, outcome: nil as Bool?)) { frames in
                    frames.lens(
                        driver: Driver(),
                        frameFilter: { _ in
                            .init([
                                .init(id: 1, .get, server.url(), delivery: .streamed, byteLimit: size, progress: nil)
                            ])
                        },
                        eventFilter: { frame, event in
                            switch event {
                            case .chunk(_, let bytes):
                                frame.count += bytes.count
                                // A frame that is dear to make.
                                usleep(100)
                            case .response: frame.outcome = true
                            case .failed: frame.outcome = false
                            default: break
                            }
                        })
                }
                let growth = try await peakGrowth {
                    let last = await cycle.run(on: RealTime()) { $0.outcome != nil }
                    #expect(last.outcome == true)
                    #expect(last.count == size)
                }
                #expect(growth < 32 << 20)
            }

            private func peakGrowth(_ work: () async -> Void) async throws -> Int {
                try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
                let before = try peak()
                await work()
                return try peak() - before
            }

            private func peak() throws -> Int {
                let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
                let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                return (line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) << 10
            }
        }
    }
#endif
