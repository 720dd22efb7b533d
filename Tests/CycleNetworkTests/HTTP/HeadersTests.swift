import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("HTTP.Headers")
struct HeadersTests {
    @Test("compares names without regard to case, and keeps order")
    func names() {
        var headers: HTTP.Headers = ["Set-Cookie": "a", "X": "1"]
        headers.append("set-cookie", "b")
        #expect(headers["SET-COOKIE"] == "a")
        #expect(headers.values(of: "Set-Cookie") == ["a", "b"])
        headers["set-cookie"] = "c"
        #expect(headers.fields.map(\.value) == ["1", "c"])
        headers["x"] = nil
        #expect(headers.fields.count == 1)
    }

    @Test(
        "finds what would break a message",
        arguments: [
            ("A", "b\r\nX: y"), ("A", "b\nc"), ("A", "b\0"), ("A\r\nB", "c"), ("A B", "c"), ("", "c"), ("A:", "c"),
            ("Ä", "c"), ("A", "b\u{7f}"),
        ])
    func invalid(_ name: String, _ value: String) {
        #expect(HTTP.Headers([.init(name, value)]).firstInvalidName == name)
    }

    @Test("lets other values pass")
    func valid() {
        #expect(HTTP.Headers([.init("X-A_b", "ü, \"q\"\t;")]).firstInvalidName == nil)
    }

    @Test(
        "takes a length for one that is digits alone",
        arguments: [("5", 5), ("-5", nil), ("+5", nil), ("", nil), ("5x", nil)])
    func length(_ text: String, _ length: Int?) {
        #expect(HTTP.Headers([.init("Content-Length", text)]).contentLength == length)
    }

    @Test("takes words apart at commas, and no word out of two")
    func words() {
        let headers: HTTP.Headers = ["Connection": " keep-alive ,\tUpgrade,,", "connection": "clo se"]
        #expect(headers.words(of: "Connection") == ["keep-alive", "upgrade", "clo se"])
    }

    @Test("reads how long to wait, in seconds or until a date of the server's own clock")
    func retryAfter() {
        #expect(HTTP.Headers([.init("Retry-After", "7")]).retryAfter == .seconds(7))
        #expect(HTTP.Headers([.init("Retry-After", "-7")]).retryAfter == .zero)
        let longest = HTTP.Headers([.init("Retry-After", "99999999999999999999")]).retryAfter
        #expect(longest == .seconds(1 << 32))
        #expect(HTTP.Headers([.init("Retry-After", "soon")]).retryAfter == nil)
        #expect(HTTP.Headers([.init("Retry-After", "+7")]).retryAfter == nil)
        let dates: HTTP.Headers = [
            "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT",
        ]
        #expect(dates.retryAfter == .seconds(30))
    }

    @Test(
        "reads dates",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Sat, 21 Nov 2026 12:00:00 GMT", 1_795_262_400),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Saturday, 21-Nov-26 12:00:00 GMT", 1_795_262_400), ("Sat, 01 Jan 1900 00:00:00 GMT", -2_208_988_800),
        ])
    func dates(_ text: String, _ seconds: Int) {
        #expect(httpDate(text) == seconds)
    }

    @Test(
        "takes nothing else for a date",
        arguments: [
            "", "0", "-1", "soon", "Sun, 06 Nov 1994", "08:49:37", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 994 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:+9:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
            "Sun, 06 Nov 1994 008:49:37 GMT", "Tue, 30 Feb 1994 08:49:37 GMT", "Tue, 29 Feb 1900 08:49:37 GMT",
            "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
        ])
    func noDates(_ text: String) {
        #expect(httpDate(text) == nil)
    }
}
