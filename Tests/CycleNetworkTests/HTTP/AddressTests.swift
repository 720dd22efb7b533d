import CycleBase
import CycleDrivers
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("HTTP.Address")
struct AddressTests {
    @Test(
        "takes a URL apart",
        arguments: [
            ("http://a.b", "http", "a.b", 80, "/"),
            ("HTTPS://A.B:8443/x/../y?q=1#f", "https", "a.b", 8_443, "/y?q=1"),
            ("http://[::1]:80/%7e", "http", "[::1]", 80, "/%7e"),
            ("http://a?b", "http", "a", 80, "/?b"),
            ("http://a/ü {x}", "http", "a", 80, "/%C3%BC%20%7Bx%7D"),
        ])
    func parses(_ text: String, _ scheme: String, _ host: String, _ port: Int, _ target: String) throws {
        let address = try #require(HTTP.Address(text))
        #expect(address.origin.scheme.rawValue == scheme)
        #expect(address.origin.host == host)
        #expect(address.origin.port == port)
        #expect(address.target == target)
    }

    @Test(
        "refuses what readers could understand differently",
        arguments: [
            "", "a", "/a", "http:/a", "http://", "http:///a", "ftp://a", "file:///etc/passwd", "http://a:b@c/",
            "http://a\\@b/", "http://a b/", "http://a:0/", "http://a:65536/", "http://a:x/", "http://[::1/",
            "http://a%2eb/", "http://ä.de/", "http://a/\r\nX: y", "http://a/\0", "javascript:alert(1)", "http://a\t/",
            "http://[::1]]/", "http://:80/",
        ])
    func refuses(_ text: String) {
        #expect(HTTP.Address(text) == nil)
    }

    @Test("reads what is plain as it reads all else")
    func plain() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<5_000 {
            let rest = String(
                (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in
                    "aZ0./:?=&-%2e#@ü[]_\\ ".randomElement(using: &random)
                })
            let text =
                ["http://a", "https://", "http://a.b:80/", "HTTP://a/"][Int.random(in: 0..<4, using: &random)] + rest
            #expect(HTTP.Address(text) == HTTP.Address(general: text), "\(text), seed \(seed)")
        }
    }

    @Test(
        "resolves a Location",
        arguments: [
            ("", "/b/c?d"), ("#x", "/b/c?d"), ("?e", "/b/c?e"), ("e", "/b/e"), ("e/f?g", "/b/e/f?g"), ("/e", "/e"),
            ("../e", "/e"), ("../../../e", "/e"), ("./e/.", "/b/e/"), ("..", "/"), ("e:f", nil), ("/e:f", "/e:f"),
            ("%2e%2e/e", "/e"), ("\r\nX: y", nil),
        ] as [(String, String?)])
    func resolves(_ reference: String, _ target: String?) throws {
        let base = try #require(HTTP.Address("http://a/b/c?d"))
        #expect(base.resolving(reference)?.target == target)
    }

    @Test(
        "percent-encodes a part, and keeps slashes where it should",
        arguments: [
            ("aZ09-._~", "aZ09-._~", "aZ09-._~"), ("", "", ""), ("a b/ü.txt", "a%20b%2F%C3%BC.txt", "a%20b/%C3%BC.txt"),
            ("100%?#&+=", "100%25%3F%23%26%2B%3D", "100%25%3F%23%26%2B%3D"), ("\n\0", "%0A%00", "%0A%00"),
        ])
    func encodes(_ text: String, _ part: String, _ path: String) throws {
        #expect(HTTP.percentEncoded(text) == part)
        #expect(HTTP.percentEncoded(text, keepsSlashes: true) == path)
        #expect(HTTP.percentEncoded(bytes: text.utf8) == part)
        // An address leaves it as it is.
        #expect(try #require(HTTP.Address("http://a/x\(part)?q=\(part)")).target == "/x\(part)?q=\(part)")
    }

    @Test(
        "a mark behind a sign of the syntax is a part of what follows",
        arguments: [
            ("http://a/\u{301}", "http://a/%CC%81"), ("http://a/b#\u{301}", "http://a/b"),
            ("http://a?\u{301}", "http://a/?%CC%81"),
            ("http://a/b/../\u{301}", "http://a/%CC%81"), ("http://a/\u{301}/../b", "http://a/b"),
            ("http:/\u{301}/a", nil),
            ("http://a:\u{301}/", nil), ("http:\u{301}//a/", nil), ("http://[\u{301}::1]/", nil),
        ] as [(String, String?)])
    func marks(_ text: String, _ read: String?) throws {
        #expect(HTTP.Address(text)?.description == read)
        let base = try #require(HTTP.Address("http://a/b/c"))
        #expect(base.resolving("/\u{301}")?.description == "http://a/%CC%81")
        #expect(base.resolving("?\u{301}")?.description == "http://a/b/c?%CC%81")
        #expect(base.resolving("d#\u{301}")?.description == "http://a/b/d")
        #expect(base.resolving("//d/\u{301}")?.description == "http://d/%CC%81")
    }

    @Test("percent-encodes a name that is not UTF-8")
    func encodesBytes() {
        #expect(HTTP.percentEncoded(bytes: [0xFF, UInt8(ascii: "a"), 0x2F], keepsSlashes: true) == "%FFa/")
    }

    @Test("resolves to another host with the same scheme, or to a URL of its own")
    func resolvesElsewhere() throws {
        let base = try #require(HTTP.Address("https://a/b"))
        #expect(base.resolving("//c:1/d")?.description == "https://c:1/d")
        #expect(base.resolving("http://c/d")?.description == "http://c/d")
    }
}
