import CycleBase

#if os(Linux)
    import CCurl
    import Cycle
    import CycleDrivers
    import CycleNetwork
    import Foundation
    import Testing

    extension Loopback {
        @Suite("Loading libcurl")
        struct LoadingTests {
            @Test("does not start its LDAP, which would wait for the resolver")
            func quiet() async {
                // The library is the process's.
                await #expect(processExitsWith: .success) {
                    try await inFolder { folder in
                        let configuration = folder + "/ldap.conf"
                        try Data().write(to: URL(fileURLWithPath: configuration))
                        // The first thing that OpenLDAP does after it has looked up the name of this machine.
                        setenv("LDAPCONF", configuration, 1)
                        let watch = inotify_init1(Int32(IN_NONBLOCK))
                        #expect(inotify_add_watch(watch, configuration, UInt32(IN_OPEN)) >= 0)
                        let server = LoopbackServer.answering { _ in "HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok" }
                        defer { server.stop() }
                        #expect(await outcome(of: .init(id: 1, get: server.url()))?.response?.text == "ok")
                        var event = [UInt8](repeating: 0, count: 4_096)
                        #expect(read(watch, &event, event.count) < 0)
                        close(watch)
                    }
                }
            }

            @Test("is what wss needs: without it the failure says so")
            func encryption() async {
                await #expect(processExitsWith: .success) {
                    cycle_curl_name_library("/no/such/library")
                    let cycle = CycledLens(startingWith: [WebSocketDriver<Int>.Event]()) { events in
                        events.lens(
                            driver: WebSocketDriver<Int>(),
                            frameFilter: { _ in [WebSocketDriver<Int>.WebSocket(1, "wss://127.0.0.1:1/")] },
                            eventFilter: { $0.append($1) })
                    }
                    #expect(await cycle.run { !$0.isEmpty } == [.failed(1, .socket(.noTLS))])
                }
            }

            @Test("counts against no time-out, and no run waits for it to end")
            func slow() async {
                await #expect(processExitsWith: .success) {
                    try await inFolder { folder in
                        // Opening a pipe that nobody writes waits for a writer.
                        let library = folder + "/libcurl.so.4"
                        #expect(mkfifo(library, 0o600) == 0)
                        cycle_curl_name_library(library)
                        let exchanges = HTTP.Transport.curl.open(.init(), .init())
                        let reports = Guarded<[String]>([])
                        let port = Exchange.Port { news in reports.withLock { $0 += news.map { "\($0.event)" } } }
                        let address = try #require(HTTP.Address("http://127.0.0.1:1/"))
                        exchanges.perform([.start(HTTP.Message(address: address), number: 1, port)])
                        #expect(reports.withLock { $0 } == ["waiting"])
                        await withCheckedContinuation { continuation in exchanges.close { continuation.resume() } }
                        let writer = open(library, O_WRONLY)
                        #expect(writer >= 0)
                        close(writer)
                    }
                }
            }
        }
    }
#endif
