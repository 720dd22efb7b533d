#if os(Linux)
    import CycleNetwork
    import Foundation
    import TestSupport
    import Testing

    extension Loopback {
        @Suite("The thread of downloads")
        struct DownloadThreadTests {
            @Test("is gone, and its descriptors are closed, when the run of the last download returns")
            func gone() async {
                // In a process of its own, in which nothing else downloads.
                await #expect(processExitsWith: .success) {
                    let server = LoopbackServer.echo()
                    defer { server.stop() }
                    try await inFolder { folder in
                        for round in 0..<100 {
                            let request = Outcomes.Driver.Request(
                                id: 1, .get, server.url(), delivery: .file(path: folder + "/a"))
                            #expect(await outcome(of: request)?.response?.status == 200)
                            #expect(!threadNames().contains("Cycle downloads"), "round \(round)")
                        }
                    }
                }
            }
        }
    }
#endif
