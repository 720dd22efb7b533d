import Cycle
import CycleNetwork
import CycleURLSession
import Foundation
import Testing

#if os(Linux)
    extension Loopback {
        @Suite("Proxies")
        struct ProxyTests {
            private func proxy(_ status: Int = 200) -> LoopbackServer {
                LoopbackServer.answering { request in
                    let text = "\(request.method) \(request.target)"
                    return "HTTP/1.1 \(status) X\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
                }
            }

            @Test("the one that is named gets the request, whatever the environment says")
            func named() async {
                let proxy = proxy()
                defer { proxy.stop() }
                let driver = NetworkDriver<Int>(transport: .curl, options: .init(proxy: .at(proxy.url())))
                let last = await outcomes(of: [.init(id: 1, get: "http://127.0.0.1:1/a")], driver)
                #expect(last[1]?.response?.text == "GET http://127.0.0.1:1/a")
                #expect(last[1]?.response?.url == "http://127.0.0.1:1/a")
            }

            private func failure(
                of url: String = "https://a.invalid/", _ kind: String, _ proxy: LoopbackServer
            ) async -> HTTP.Failure? {
                defer { proxy.stop() }
                let url = Outcomes.Driver.Request(id: 1, get: url)
                let options = HTTP.TransportOptions(proxy: .at("\(kind)://127.0.0.1:\(proxy.port)"))
                return await outcomes(of: [url], NetworkDriver(transport: .curl, options: options))[1]?.failure
            }

            @Test(
                "a proxy that lets no request through to an encrypted server is named, with its status",
                arguments: [302, 403, 407, 502])
            func refusing(_ status: Int) async {
                #expect(await failure("http", proxy(status)) == .proxyRefused(status: status))
            }

            @Test(
                "one whose answer is not HTTP is named, without a status",
                arguments: ["garbage\r\n\r\n", "\u{0}\u{1}\u{2}", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 abc\r\n\r\n", ""])
            func junk(_ text: String) async {
                let proxy = LoopbackServer { connection in
                    _ = connection.request()
                    connection.send(text)
                }
                #expect(await failure("http", proxy) == .proxyRefused(status: nil))
            }

            @Test(
                "one whose answer is not SOCKS, or a refusal in it, is named",
                arguments: ["socks4a", "socks5h"],
                ["HTTP/1.1 400 X\r\n\r\n", "\u{5}\u{7f}", "\u{0}\u{5b}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", ""])
            func socks(_ kind: String, _ text: String) async {
                let proxy = LoopbackServer { connection in
                    _ = connection.receive()
                    connection.send(text)
                }
                #expect(await failure(of: "http://a.invalid/", kind, proxy) == .proxyRefused(status: nil))
            }

            @Test("a proxy that is not there is a refusal")
            func missing() async {
                let driver = NetworkDriver<Int>(transport: .curl, options: .init(proxy: .at("http://127.0.0.1:1")))
                let last = await outcomes(of: [.init(id: 1, get: "http://a.invalid/")], driver)
                #expect(last[1]?.failure == .refused)
            }

            @Test("the environment names one, unless told to go straight", arguments: [0, 1])
            func environment(_ index: Int) async {
                // The environment is the process's.
                await #expect(processExitsWith: .success) { [index] in
                    let carrier = Carrier.allCases[index]
                    let proxy = LoopbackServer.answering { request in
                        let text = "proxy \(request.target)"
                        return "HTTP/1.1 200 X\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
                    }
                    let server = LoopbackServer.answering { _ in "HTTP/1.1 200 X\r\nContent-Length: 6\r\n\r\nserver" }
                    defer {
                        proxy.stop()
                        server.stop()
                    }
                    setenv("http_proxy", proxy.url(), 1)
                    let outcome = { (proxy: HTTP.Proxy) in
                        let driver = NetworkDriver<Int>(transport: carrier.transport, options: .init(proxy: proxy))
                        return await outcomes(of: [.init(id: 1, get: server.url("/a"))], driver)[1]
                    }
                    #expect(await outcome(.system)?.response?.text == "proxy \(server.url("/a"))")
                    let direct = await outcome(.direct)
                    if carrier == .curl {
                        #expect(direct?.response?.text == "server")
                    } else {
                        #expect(direct?.failure?.isUnavailable == true)
                    }
                    setenv("no_proxy", "127.0.0.1", 1)
                    #expect(await outcome(.system)?.response?.text == "server")
                }
            }
        }
    }
#endif
