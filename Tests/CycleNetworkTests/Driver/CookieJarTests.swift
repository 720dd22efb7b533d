import Foundation
import Testing

@testable import CycleNetwork

@Suite("CookieJar")
struct CookieJarTests {
    private func jar(_ lines: [String], from url: String = "https://a/x/y") throws -> CookieJar {
        var jar = CookieJar()
        let headers = HTTP.Headers(lines.map { .init("Set-Cookie", $0) })
        jar.store(headers, from: try #require(HTTP.Address(url)), now: .zero)
        return jar
    }

    private func sent(_ jar: CookieJar, to url: String, now: Duration = .zero) throws -> String? {
        jar.value(for: try #require(HTTP.Address(url)), now: now)
    }

    @Test("sends a cookie back to its host and path only")
    func scope() throws {
        let jar = try jar(["a=b", "c=d; Path=/", "e=f; Domain=com; Path=/"])
        #expect(try sent(jar, to: "https://a/x/z") == "a=b; c=d; e=f")
        #expect(try sent(jar, to: "https://a/xx") == "c=d; e=f")
        #expect(try sent(jar, to: "https://b/x/z") == nil)
        #expect(try sent(jar, to: "https://b.a/x/z") == nil)
    }

    @Test("sends a secure cookie over https only")
    func secure() throws {
        #expect(try sent(jar(["a=b; Secure; Path=/"]), to: "http://a/") == nil)
    }

    @Test("takes no secure cookie from a server that is not, and none that breaks the promise of its name")
    func promises() throws {
        let jar = try jar([
            "__Secure-a=1; Path=/", "__secure-b=2; Secure; Path=/", "__Host-c=3; Secure; Path=/x", "__Host-d=4; Secure",
            "__Host-e=5; Secure; Path=/; Domain=a", "__HOST-f=6; Path=/", "__Host-g=7; Path=/; Secure",
        ])
        #expect(try sent(jar, to: "https://a/x/z") == "__secure-b=2; __Host-g=7")
        var other = try self.jar(["a=old; Path=/"], from: "http://a/")
        other.store(
            ["Set-Cookie": "a=new; Secure; Path=/"], from: try #require(HTTP.Address("http://a/")), now: .zero)
        #expect(try sent(other, to: "http://a/") == "a=old")
    }

    @Test("forgets a cookie when its time has come, and when told so")
    func expiry() throws {
        var jar = try jar(["a=b; Max-Age=10; Path=/", "c=d; Path=/"])
        #expect(try sent(jar, to: "https://a/", now: .seconds(9)) == "a=b; c=d")
        #expect(try sent(jar, to: "https://a/", now: .seconds(10)) == "c=d")
        jar.store(["Set-Cookie": "c=; Max-Age=0; Path=/"], from: try #require(HTTP.Address("https://a/")), now: .zero)
        #expect(try sent(jar, to: "https://a/", now: .seconds(10)) == nil)
    }

    @Test("cookies whose time is over leave room for others of their origin")
    func room() throws {
        var jar = try jar((0..<50).map { "c\($0)=x; Max-Age=\($0 < 10 ? 1 : 100); Path=/" })
        let address = try #require(HTTP.Address("https://a/"))
        jar.store(["Set-Cookie": "late=x; Path=/"], from: address, now: .zero)
        jar.store(["Set-Cookie": "new=x; Path=/"], from: address, now: .seconds(1))
        let names = try #require(try sent(jar, to: "https://a/", now: .seconds(1))).components(separatedBy: "; ")
        #expect(names.count == 41 && names.last == "new=x")
    }

    @Test("reads when a cookie expires by the clock of its server, unless it says how long it lasts")
    func dates() throws {
        let address = try #require(HTTP.Address("https://a/"))
        var jar = CookieJar()
        let headers: HTTP.Headers = [
            "Date": "Sat, 21 Nov 2026 12:00:00 GMT", "Set-Cookie": "a=b; Expires=Sat, 21 Nov 2026 12:00:10 GMT",
            "set-cookie": "c=d; Max-Age=20; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        ]
        jar.store(headers, from: address, now: .seconds(100))
        #expect(try sent(jar, to: "https://a/", now: .seconds(109)) == "a=b; c=d")
        #expect(try sent(jar, to: "https://a/", now: .seconds(110)) == "c=d")
        #expect(try sent(jar, to: "https://a/", now: .seconds(120)) == nil)
    }

    @Test("forgets a cookie that has expired by every clock")
    func deletion() throws {
        var jar = try jar(["a=b; Path=/", "c=d; Path=/; Expires=Sat, 21-Nov-2026 12:00:00 GMT"])
        let address = try #require(HTTP.Address("https://a/"))
        jar.store(["Set-Cookie": "a=; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT"], from: address, now: .zero)
        #expect(try sent(jar, to: "https://a/") == "c=d")
    }

    @Test(
        "forgets a cookie that has expired, however the date is written",
        arguments: [
            "Expires=Thu, 01-Jan-70 00:00:01 GMT", "Expires=Thursday, 01-Jan-70 00:00:01 GMT",
            "Expires=Thu Jan  1 00:00:01 1970", "Expires=Sat, 01 Jan 1900 00:00:00 GMT",
            "expires=thu, 1 jan 1970 0:00:01 gmt", "Max-Age=-99999999999999999999",
        ])
    func otherDeletions(_ attribute: String) throws {
        var jar = try jar(["a=b; Path=/"])
        let address = try #require(HTTP.Address("https://a/"))
        jar.store(["Set-Cookie": "a=; Path=/; \(attribute)"], from: address, now: .zero)
        #expect(try sent(jar, to: "https://a/") == nil)
    }

    @Test("keeps a cookie for longer than a number holds")
    func longest() throws {
        let age = "Max-Age=99999999999999999999"
        let jar = try jar(["a=b; Path=/; \(age); Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
        #expect(try sent(jar, to: "https://a/", now: .seconds(1 << 30)) == "a=b")
    }

    @Test(
        "passes over a line without a name and a value before its attributes",
        arguments: [";a=b", "; a=b; Path=/", "=b", "a", "a; b=c", "", ";", " ;=;"])
    func noPair(_ line: String) throws {
        #expect(try sent(jar([line]), to: "https://a/x/y") == nil)
    }

    @Test("takes the last path of a cookie, which is that of the response where it is none")
    func lastPath() throws {
        for path in ["", "=", "=x", "= x/", "=\"/\""] {
            let jar = try jar(["a=b; Path=/; Path\(path)"])
            #expect(try sent(jar, to: "https://a/x/z") == "a=b", "\(path)")
            #expect(try sent(jar, to: "https://a/") == nil, "\(path)")
        }
        #expect(try sent(jar(["a=b; Path; Path=/"]), to: "https://a/") == "a=b")
    }

    @Test(
        "takes for a number of seconds digits and a minus alone",
        arguments: ["+10", "", "-", "1 0", "1.5", "0x10", "٣"])
    func wrongAges(_ age: String) throws {
        let jar = try jar(["a=b; Path=/; Max-Age=20; Max-Age=\(age)"])
        #expect(try sent(jar, to: "https://a/", now: .seconds(19)) == "a=b")
        #expect(try sent(jar, to: "https://a/", now: .seconds(20)) == nil)
    }

    @Test("sends the cookie of the longest path first, and of one path the oldest")
    func order() throws {
        let jar = try jar(["a=1; Path=/", "a=2; Path=/x/y", "a=3; Path=/x", "b=4; Path=/x"])
        #expect(try sent(jar, to: "https://a/x/y/z") == "a=2; a=3; b=4; a=1")
    }

    @Test(
        "takes none that could not stand in a header",
        arguments: ["\r", "\n", "\u{1b}", "\u{1}", "\u{7f}", "\0", "\r\nX-Evil: 1"])
    func controls(_ control: String) throws {
        let jar = try jar([
            "a=b\(control)c; Path=/", "a\(control)=b; Path=/", "d=e; Path=/\(control)", "f=g; Path=/",
        ])
        #expect(try sent(jar, to: "https://a/") == "f=g")
    }

    @Test("a server cannot fill the memory")
    func bounds() throws {
        let jar = try jar((0..<1_000).map { "k\($0)=v; Path=/" } + ["big=" + String(repeating: "x", count: 5_000)])
        #expect(try sent(jar, to: "https://a/")?.split(separator: ";").count == 50)
    }
}
