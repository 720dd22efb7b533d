import CycleMonitor
import Testing

@Suite("Redaction")
struct RedactionTests {
    private func redacted(_ json: String, paths: [String] = []) throws -> String {
        let value = try RecordedValue(json: json)
        let moment = RecordedMoment(
            number: 1, time: .zero, lens: "a", event: value, context: value, effect: value)
        let result = try Redaction(paths: paths).applied(to: moment)
        #expect(result.event == result.effect && result.context == result.effect)
        return result.effect.json
    }

    private func text(_ text: String) -> String { Redaction().text(text) }

    @Test("a token of a service is one from sixteen characters on, and a name without a value hides nothing")
    func edges() {
        // Put together, so that no scanner takes this file for a leak.
        let token = "ghp" + "_abcdefghij1"
        #expect(token.count == 16 - 1 && text("saw \(token)") == "saw \(token)")
        #expect(text("saw \(token)2") == "saw redacted")
        for line in ["password=", "password= ", "password: ", "--password=", "a?password=&b=1"] {
            #expect(text(line) == line)
        }
    }

    @Test("credentials are replaced wherever they stand, by name of field and by name of header")
    func names() throws {
        #expect(
            try redacted(#"{"a":[{"name":"Set-Cookie","value":"s"},{"name":"Accept","value":"x"}],"pass_word":"p"}"#)
                == #"{"a":[{"name":"Set-Cookie","value":"redacted"},{"name":"Accept","value":"x"}],"pass_word":"redacted"}"#
        )
        #expect(try redacted(#"{"apiKey":7,"token":{"a":1}}"#) == #"{"apiKey":0,"token":null}"#)
        #expect(
            try redacted(#"{"headers":[["Authorization","Bearer a"],["Cookie","a=b"],["Accept","text"]]}"#)
                == #"{"headers":[["Authorization","redacted"],["Cookie","redacted"],["Accept","text"]]}"#)
        #expect(try redacted(#"["--token","a","-v","-u","a:b"]"#) == #"["--token","redacted","-v","-u","redacted"]"#)
        #expect(try redacted(#"["API_KEY","a","HOME","/b"]"#) == #"["API_KEY","redacted","HOME","/b"]"#)
        #expect(try redacted(#"{"base64":"/3B3ZD1hYmMx"}"#) == #"{"base64":"/3B3ZD1yZWRhY3RlZA=="}"#)
        #expect(try redacted("[112,119,100,61,97,98]") == "[112,119,100,61,114,101,100,97,99,116,101,100]")
        #expect(try redacted(#"{"https://a:b@c/":1}"#) == #"{"https://redacted@c/":1}"#)
    }

    @Test(
        "a name is that of a secret by one of its parts",
        arguments: [
            "accessToken", "id_token", "X-Auth-Token", "clientSecret", "dbPassword", "passwd", "MYSQL_PWD", "userPIN",
            "pin2",
            "privateKey", "APIKey", "aws_access_key_id", "credentials", "auth", "basicAuth", "Proxy-Authorization",
            "sessionID", "csrf", "otp", "jwt", "bearer", "set-cookie", "SSH_KEY",
        ])
    func parts(name: String) throws {
        #expect(try redacted(#"{"\#(name)":"a b"}"#) == #"{"\#(name)":"redacted"}"#)
    }

    @Test(
        "a harmless word that has such a part stays",
        arguments: [
            "author", "authors", "spinner", "pinned", "compass", "secretary", "tokenizer", "key", "keyPath",
            "publicKey",
            "primaryKey", "hotkey", "inside", "possession", "monkey", "spin",
        ])
    func harmless(name: String) throws {
        #expect(try redacted(#"{"\#(name)":"a b"}"#) == #"{"\#(name)":"a b"}"#)
    }

    @Test("a measure, a description and a flag of a secret stay")
    func descriptions() throws {
        let json = #"{"hasToken":true,"sessionTimeout":[1,0],"sessions":3,"tokenCount":5,"tokenType":"Bearer"}"#
        #expect(try redacted(json) == json)
        #expect(try redacted(#"{"tokenType":"a1b2"}"#) == #"{"tokenType":"redacted"}"#)
        #expect(try redacted(#"{"PWD":"/home/a","MYSQL_PWD":"/a"}"#) == #"{"MYSQL_PWD":"redacted","PWD":"/home/a"}"#)
        #expect(text("tokenCount: 12, isSecret: false, cookie: nil") == "tokenCount: 12, isSecret: false, cookie: nil")
    }

    @Test("a text keeps all that stands around a secret")
    func texts() {
        let texts = [
            "GET /a?b=c&token=S1&d=e HTTP/1.1": "GET /a?b=c&token=redacted&d=e HTTP/1.1",
            "Authorization: Bearer S1\r\nHost: a": "Authorization: redacted\r\nHost: a",
            "https://a:S1@b.c:80/d#S1": "https://redacted@b.c:80/d#redacted",
            "https://a.b/#introduction": "https://a.b/#introduction",
            #"State(token: "S1", n: 3)"#: #"State(token: "redacted", n: 3)"#,
            #"{"a":1,"password":"S1","b":[2]}"#: #"{"a":1,"b":[2],"password":"redacted"}"#,
            "a=1&password=S1+S2&b=2": "a=1&password=redacted&b=2", "PASSWORD=a&b c": "PASSWORD=redacted",
            "git push --token S1 origin": "git push --token redacted origin", "--no-password a": "--no-password a",
            "a Bearer S1x2y3 b": "a Bearer redacted b", "the bearer of news": "the bearer of news",
            "token\u{301}=S1": "token\u{301}=redacted", "Token::new(1)": "Token::new(1)",
            "press a key: it ends": "press a key: it ends", "author: Ann": "author: Ann",
        ]
        for (text, expected) in texts { #expect(self.text(text) == expected) }
    }

    @Test("a text that was redacted is the same when it is redacted again, also where secrets stand beside each other")
    func again() {
        for secret in ["nil:Bearer password=?S1x2y3@", "S1x2y3;1(Bearer password=;"] {
            #expect(text(text(secret)) == text(secret))
        }
    }

    @Test("a text of a lens that is named after a secret is one")
    func lenses() throws {
        let text = RecordedValue("a")
        let event = { (lens: String, event: RecordedValue) -> RecordedValue in
            Redaction().applied(
                to: RecordedMoment(number: 1, time: .zero, lens: lens, event: event, context: text, effect: text)
            ).event
        }
        #expect(event("login.password", text) == RecordedValue("redacted"))
        #expect(event("login.name", text) == text)
        #expect(try event("session", RecordedValue(json: #"{"fired":{"id":1}}"#)).json == #"{"fired":{"id":1}}"#)
    }

    @Test("places are replaced by their key paths, and [] is each element")
    func paths() throws {
        #expect(
            try redacted(
                #"{"user":{"name":"a","age":3},"list":[{"n":"x"},{"n":"y"}]}"#, paths: ["user.name", "list[].n"])
                == #"{"list":[{"n":"redacted"},{"n":"redacted"}],"user":{"age":3,"name":"redacted"}}"#)
        #expect(try redacted(#"{"list":[[1],[2]]}"#, paths: ["list[][]"]) == #"{"list":[[0],[0]]}"#)
        #expect(try redacted(#"{"a":1}"#, paths: ["b.c", "a.b"]) == #"{"a":1}"#)
        #expect(throws: RecordedValue.NotJSON.self) { try Redaction(paths: ["a[0]"]) }
    }

    @Test("a text without a blank that is no path is refused, with itself in the message")
    func mistakes() {
        for path in ["", "a..b", "[]", "a]"] {
            #expect(throws: RecordedValue.NotJSON.self) { try Redaction(paths: [path]) }
        }
    }
}
