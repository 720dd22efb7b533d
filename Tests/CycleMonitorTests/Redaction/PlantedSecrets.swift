import CycleDrivers
import CycleNetwork

/// Secrets in every field that can hold text of every model and event of every shipped driver.
///
/// A function over the cases of each event has no `default`: a new case does not compile here before it has been planted.
enum PlantedSecrets {
    /// It stands in no other text of the tests.
    static let secret = "S3CRETx9"

    /// The shapes in which this house, and programs that it starts or asks, write a secret.
    static let shapes = [
        "Authorization: Bearer \(secret)", "Cookie: a=b; sid=\(secret)", "X-Api-Key:\(secret)\r\nHost: a",
        "user=bob&password=\(secret)&a=b", "API_TOKEN=\(secret) and \(secret)", "access%5Ftoken=\(secret)&x",
        "https://bob:\(secret)@example.org/", "https://\(secret)@example.org/a?b=c",
        "https://example.org/?a=b&access_token=\(secret)#top", "https://example.org/a#\(secret)",
        "https://a/?next=https%3A%2F%2Fb%2F%3Ftoken%3D\(secret)", "https://a/#id_token=\(secret)&b=c",
        "https://a/?key=\(secret)",
        "--password=\(secret)", "curl --token \(secret) -v a", "curl -u bob:\(secret) https://a/",
        "curl -H 'Authorization: Basic \(secret)' a", #"{"token":"\#(secret)","n":1}"#, #"{"a":[{"pin":"\#(secret)"#,
        #"[{"name":"X-Api-Key","value":"\#(secret)"},["Set-Cookie","\#(secret)"]]"#,
        #"State(token: Optional("\#(secret)"), n: 3)"#, #"[Field(name: "Set-Cookie", value: "a=\#(secret)")]"#,
        #"["DB_PASSWORD": "\#(secret)", "HOME": "/a"]"#, #"text: "a\nPassword: \#(secret)\nb""#, "api key: \(secret)",
        "<password>\(secret)</password>", "a\u{1B}[1mtoken\u{1B}[0m: \(secret) b", "passwd\u{301}=\(secret)",
        "-----BEGIN RSA PRIVATE KEY-----\n\(secret)\n-----END RSA PRIVATE KEY-----",
        "bytes: \(Array("pwd=\(secret)".utf8))",
        "log: Bearer \(secret)", "eyJ\(secret).eyJabcdefg.h1", "user[password]=\(secret)",
    ]

    private static let names = ["Authorization", "Cookie", "X-Api-Key", "Set-Cookie", "API_TOKEN", "my-secret"]

    /// Under names of secrets, so that each value is one whatever its text is.
    private static var headers: HTTP.Headers { HTTP.Headers(names.map { .init($0, secret) }) }
    private static var environment: [String: String] { Dictionary(uniqueKeysWithValues: names.map { ($0, secret) }) }
    private static let arguments = [
        "--password", secret, "--token=\(secret)", "-u", "bob:\(secret)", "-H", "Cookie: \(secret)", "SECRET=\(secret)",
    ]

    static func models(_ text: String) -> [any Encodable] {
        var request = NetworkDriver<String>.Request(
            id: text, .post, text, headers: HTTP.Headers([.init("A", text)] + headers.fields),
            body: .bytes(Array(text.utf8)), delivery: .file(path: text))
        var requests = [request]
        request.body = .file(path: text)
        requests.append(request)
        request.body = .stream(HTTP.BodyStream(text) { _ in nil })
        requests.append(request)
        // Bytes that are no UTF-8 are written as base64.
        request.body = .bytes([0xFF] + Array(" \(text)".utf8))
        requests.append(request)
        let command = ProcessCommand(
            text, arguments: [text] + arguments, in: text, environment: environment.merging(["A": text]) { $1 },
            input: Array(text.utf8))
        let files = [PersistenceDriver.Request.write(.init(text), text), .append(.init(text), [text], from: 0)]
        let timers = [
            TimerDriver<String>.Timer.daily(text, at: TimeOfDay(hour: 1, minute: 2), in: .named(text))
        ]
        return [
            console(text), NetworkDriver<String>.Model(requests), PersistenceDriver.Model(files),
            ProcessDriver<String>.Model([.init(text, command, input: ProcessInput([text]))]),
            SocketDriver<String>.Model([
                .connect(text, to: .host(text, port: 1), output: .init([text])),
                .datagrams(text, at: .path(text), output: .init([.init(text, to: .path(text))])),
            ]),
            ServerDriver<String>.Model(
                [.init(text, at: .path(text))],
                [
                    .init(
                        .init(1), headers: HTTP.Headers([.init("A", text)] + headers.fields),
                        body: .bytes(Array(text.utf8))),
                    .stream(.init(2), .init([text])),
                    .init(
                        .init(3),
                        body: .webSocket(.init(.init([.text(text)]), closing: .init(1_000, text), subprotocols: [text]))
                    ),
                ]),
            WebSocketDriver<String>.Model([webSocket(text, headers)]),
            TimerDriver<String>.Model(timers), SignalDriver.Model([.terminate]),
            HTTP.TransportOptions(certificatesPath: text, proxy: .at(text)),
        ]
    }

    private static func webSocket(_ text: String, _ headers: HTTP.Headers) -> WebSocketDriver<String>.WebSocket {
        var webSocket = WebSocketDriver<String>.WebSocket(
            text, text, output: .init([.text(text), .bytes(Array(text.utf8))]), closing: .init(1_000, text))
        webSocket.through = .path(text)
        webSocket.headers = HTTP.Headers([.init("A", text)] + headers.fields)
        webSocket.subprotocols = [text]
        return webSocket
    }

    private static func console(_ text: String) -> ConsoleDriver.Model {
        var model = ConsoleDriver.Model()
        model.lines = [text]
        model.screen = .init(.text(text), plain: text)
        model.title = text
        model.clipboard = .init(text)
        model.notification = .init(text, text)
        model.program = .init(text, arguments: [text] + arguments)
        return model
    }

    static func events(_ text: String) -> [any Encodable] {
        let (bytes, path) = (Array(text.utf8), PersistenceDriver.Path(text))
        let response = HTTP.Response(
            status: 200, headers: HTTP.Headers([.init("A", text)] + headers.fields), body: bytes, url: text)
        let network: [NetworkDriver<String>.Event] = [
            .head(text, response), .chunk(text, bytes), .response(text, response), .failed(text, .other(text)),
            .failed(text, .unavailable(text)), .failed(text, .unreadable(path: text)),
            .failed(text, .unwritable(path: text)),
            .failed(text, .malformed(.header(text))), .progress(text, .init()),
        ]
        let console: [ConsoleDriver.Event] = [.line(text), .paste(text)]
        let files: [PersistenceDriver.Event] = [
            .loaded(path: path, bytes: bytes), .loaded(path: path, bytes: [0xFF, 0x20] + bytes),
            .loadedPart(path: path, bytes: bytes, from: 0, byteCount: 1), .listed(path: path, entries: [.init(path)]),
            .saved(path: path), .appended(path: path, end: 1), .tailCut(path: path, byteCount: 1), .changed(path: path),
            .folderChanged(path: path, .init(created: [path], changed: [path], deleted: [path])), .deleted(path: path),
            .failed(path: path, .corrupt(setAside: path)), .failed(path: path, .tooNew(version: 1, setAside: path)),
        ]
        let processes: [ProcessDriver<String>.Event] = [
            .started(text, pid: 1), .output(text, bytes), .errors(text, bytes), .inputTaken(text, end: 1),
            .inputClosed(text), .signalled(text, end: 1), .ended(text, .exited(0)), .failed(text, .timeLimit),
        ]
        let timers: [TimerDriver<String>.Event] = [
            .fired(text, count: 1, scheduled: .zero, lateBy: .zero, wallTime: .zero),
            .failed(text, .unknownZone(.named(text))),
        ]
        let address = SocketAddress.path(text)
        let sockets: [SocketDriver<String>.Event] = [
            .ready(text, at: address), .accepted(text, .init(1), from: address),
            .opened(text, at: address, to: address),
            .received(text, bytes), .datagram(text, bytes, from: address), .written(text, end: 1),
            .notSent(text, number: 1, .tooLong), .inputEnded(text), .closed(text), .failed(text, .refused),
            .failed(text, .unreadable(path: text)),
        ]
        let request = ServerRequest(
            .init(1), text, text, headers: HTTP.Headers([.init("A", text)] + headers.fields), body: bytes, from: address
        )
        let server: [ServerDriver<String>.Event] = [
            .ready(text, at: address), .request(text, request), .written(.init(1), end: 1), .sent(.init(1)),
            .message(.init(1), .text(text)), .hungUp(.init(1), .init(1_000, text), isClean: true),
            .gone(.init(1), .invalid(what: text)), .closed(text), .failed(text, .refused),
        ]
        let webSockets: [WebSocketDriver<String>.Event] = [
            .opened(text, subprotocol: text), .received(text, .text(text)), .received(text, .bytes(bytes)),
            .sent(text, end: 1), .closed(text, .init(1_000, text), isClean: true),
            .failed(text, .malformed(.subprotocol(text))), .failed(text, .socket(.unreadable(path: text))),
        ]
        return network + console + files + processes + sockets + server + webSockets + timers
    }
}

// A new case does not compile here before `PlantedSecrets.events` has one of it.
extension PlantedSecrets {
    static func isPlanted(_ event: ConsoleDriver.Event) -> Bool {
        switch event {
        case .line, .paste: true
        // None of them holds text; a key is one character.
        case .key, .mouse, .focus, .background, .resized, .interrupted, .suspended, .resumed, .ended, .programEnded,
            .failed:
            false
        }
    }

    static func isPlanted(_ event: NetworkDriver<String>.Event) -> Bool {
        switch event {
        case .head, .chunk, .progress, .response, .failed: true
        }
    }

    static func isPlanted(_ event: PersistenceDriver.Event) -> Bool {
        switch event {
        case .loaded, .loadedPart, .listed, .saved, .appended, .tailCut, .changed, .folderChanged, .deleted, .failed:
            true
        }
    }

    static func isPlanted(_ event: ProcessDriver<String>.Event) -> Bool {
        switch event {
        case .started, .output, .errors, .inputTaken, .inputClosed, .signalled, .ended, .failed: true
        }
    }

    static func isPlanted(_ event: SocketDriver<String>.Event) -> Bool {
        switch event {
        case .ready, .accepted, .opened, .received, .datagram, .written, .notSent, .inputEnded, .closed, .failed: true
        }
    }

    static func isPlanted(_ event: ServerDriver<String>.Event) -> Bool {
        switch event {
        case .ready, .request, .message, .hungUp, .gone, .closed, .failed: true
        // They hold the number of a request.
        case .written, .sent: false
        }
    }

    static func isPlanted(_ event: WebSocketDriver<String>.Event) -> Bool {
        switch event {
        case .opened, .received, .sent, .closed, .failed: true
        }
    }

    static func isPlanted(_ event: TimerDriver<String>.Event) -> Bool {
        switch event {
        case .fired, .failed: true
        }
    }

    static func isPlanted(_ event: SignalDriver.Event) -> Bool {
        switch event {
        // The names of signals are a closed list.
        case .received, .failed: false
        }
    }
}
