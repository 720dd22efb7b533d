import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import FoundationEssentials

/// A client for HTTP: a collection of requests, an editor, and the answer as it comes.
public struct Courier: Screen, Equatable {
    enum Place: CaseIterable { case collection, method, url, send, editor, response }
    enum Line { case columns, below }
    enum Part { case tabs, content }
    enum Action {
        case send, cancel, save, new, download, environment, history, pager, palette, theme, quit, headers, body, auth
    }
    enum AuthField { case kind, user, secret, timeOut }
    private static let styles: [String: Style] = ["GET": .success, "POST": .warning, "DELETE": .danger]

    static let keys = KeyBindings<Action>(
        .init([.control("s"), .function(5)], .send, "send"), .init(.control("x"), .cancel, "cancel"),
        .init(.control("o"), .save, "save"), .init(.control("n"), .new, "new"),
        .init(.control("d"), .download, "download"), .init(.control("e"), .environment, "environment"),
        .init(.control("r"), .history, "history"), .init(.function(4), .pager, "history in pager"),
        .init(.control("p"), .palette, "commands"), .init(.alt("1"), .headers, "headers"),
        .init(.alt("2"), .body, "body"), .init(.alt("3"), .auth, "auth"), .init(.control("t"), .theme, "theme"),
        .init(.control("q"), .quit, "quit"))

    public var size: Size?
    public var isDone = false
    public var clipboard: ConsoleDriver.Clipboard?
    private var look = 1
    public var theme: ScreenTheme { ScreenTheme.all[look] }
    let folder: String

    /// By the paths of their files, as what is read and written next.
    private var collection: [PersistenceDriver.Path: Saved] = [:]
    private var reads: [PersistenceDriver.Path: Int] = [:]
    private var writes: [PersistenceDriver.Path: String] = [:]
    private var environments: [String: [String: String]]?
    private var environment: String?
    private var historyLog = PersistenceDriver.LineLog("history.jsonl")
    private var history: [Past]?
    private var problem: String?

    private var focus = FocusRing(Place.collection, wraps: true)
    private var list = ListState<String>()
    private var name = ""
    private var method = DropDown(from: HTTP.Method.allCases.map(\.rawValue), chosen: "GET")
    private var url = TextInput(placeholder: "https://{{host}}/path")
    private var tabs = Tabs(["Headers", "Body", "Auth"])
    private var headers = TextArea(placeholder: "Name: value, a line each; # before one turns it off")
    private var content = TextArea(placeholder: "no body")
    private var auth = Self.form(of: Saved())
    private var responseTabs = Tabs(["Body", "Headers"])
    private var reader = Reader()
    private var exchange: Exchange?
    private var exchangeCount = 0
    private var columns = SplitPane(.row, share: 0.22, least: 14)
    private var below = SplitPane(.column, share: 0.45, least: 6)
    private var palette: CommandPalette<Action>?
    private var naming: TextInput?
    private var choice: Choice<String>?
    private var past: Choice<Past>?
    var toasts = Toasts()
    var spinner = Spinner()
    private(set) var lent: ConsoleDriver.Program?

    public init(folder: String) { self.folder = folder }

    public var lines: [String] { exchange?.lines ?? [] }
    var isSending: Bool { exchange?.isOver == false }

    // MARK: The request

    private static func form(of saved: Saved) -> FormState<AuthField> {
        let kinds = Saved.Auth.Kind.allCases
        return FormState([
            .choice(.kind, "Kind", from: kinds.map(\.rawValue), chosen: kinds.firstIndex(of: saved.auth.kind) ?? 0),
            .text(.user, "User", TextInput(saved.auth.user)),
            .text(.secret, "Secret", TextInput(saved.auth.secret, isSecret: true)),
            .number(.timeOut, "Time-out s", NumberField(saved.timeOut ?? 30, in: 1...3_600)),
        ])
    }

    /// The request as it is edited.
    private var edited: Saved {
        get {
            var saved = Saved(name: name, method: method.chosen ?? "GET", url: url.text, body: content.text)
            saved.headerText = headers.text
            saved.auth.kind = .init(rawValue: auth.text(.kind)) ?? .none
            (saved.auth.user, saved.auth.secret) = (auth.text(.user), auth.text(.secret))
            saved.timeOut = auth.number(.timeOut)
            return saved
        }
        set {
            (name, method.chosen, url.text) = (newValue.name, newValue.method, newValue.url)
            (headers.text, content.text, auth) = (newValue.headerText, newValue.body, Self.form(of: newValue))
        }
    }

    private var sorted: [Saved] { collection.values.sorted { $0.name < $1.name } }
    private var variables: [String: String] { environment.flatMap { environments?[$0] } ?? [:] }

    private mutating func send(file: String? = nil, at time: Duration) {
        exchangeCount += 1
        exchange = Exchange(id: exchangeCount, edited, file: file, at: time)
        reader = Reader(wraps: reader.wraps)
        let address = Saved.filled(url.text, variables)
        if HTTP.Address(address) == nil { exchange?.state = .failed("this is no address: \(address)") }
    }

    var requests: [NetworkDriver<Int>.Request] {
        guard let exchange, isSending else { return [] }
        var request = exchange.request.request(exchange.id, variables)
        if let file = exchange.file { request.delivery = .file(path: file, resumes: true) }
        return [request]
    }

    mutating func take(_ event: NetworkDriver<Int>.Event, at time: Duration) {
        exchange?.take(event, at: time)
        guard let exchange, exchange.isOver else { return }
        let entry = Past(exchange)
        history?.append(entry)
        if let data = try? JSONEncoder().encode(entry) { historyLog.append(String(decoding: data, as: UTF8.self)) }
    }

    private mutating func save() {
        let path = PersistenceDriver.Path("requests/\(HTTP.percentEncoded(name)).json")
        (collection[path], writes[path], list.selected) = (edited, edited.json, name)
        toasts.show("saved \(name)", .success, ticks: 2)
    }

    // MARK: Files

    var files: PersistenceDriver.Model {
        .init(
            [.watchFolder("requests")] + (environments == nil ? [.read("environments.json")] : [])
                + (history == nil ? [.read("history.jsonl")] : historyLog.requests)
                + reads.sorted { $0.key < $1.key }.map { .read($0.key, repetition: $0.value) }
                + writes.sorted { $0.key < $1.key }.map { .write($0.key, $0.value) })
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        historyLog.take(event)
        switch event {
        case .folderChanged(_, let change):
            for path in change.created + change.changed where "\(path)".hasSuffix(".json") {
                reads[path, default: 0] += 1
            }
            for path in change.deleted { collection[path] = nil }
        case .loaded("environments.json", _):
            let data = Data((event.text ?? "{}").utf8)
            environments = (try? JSONDecoder().decode([String: [String: String]].self, from: data)) ?? [:]
            environment = environment ?? environments?.keys.sorted().first
        case .loaded("history.jsonl", _):
            let lines = TextLines(event.text ?? "").lines
            history = lines.compactMap { try? JSONDecoder().decode(Past.self, from: Data($0.utf8)) }
        case .loaded(let path, _):
            (reads[path], collection[path]) = (nil, Saved.read(event.text ?? ""))
            problem = collection[path] == nil ? "\(path) is no request" : nil
        case .saved(let path): writes[path] = nil
        case .failed(let path, let failure):
            (reads[path], writes[path]) = (nil, nil)
            problem = "\(path): \(failure.reason)"
        default: break
        }
    }

    // MARK: View

    public var view: View {
        View.column {
            columns.view(
                list.view(of: sorted, empty: "^o saves one", hasScrollBar: true) { saved, row in
                    let style = Self.styles[saved.method] ?? .secondary
                    return .text(row.pointer + "\(saved.method, style) \(saved.name)", overflow: .ellipsis)
                }.pane(.collection, in: focus, title: environment.map { "Requests, \($0)" } ?? "Requests"),
                View.column {
                    View.row(spacing: 1) {
                        method.view.region(Place.method, in: focus).width(9)
                        url.view.region(Place.url, in: focus)
                        Button(isSending ? "Cancel" : "Send", role: .primary).view.region(Place.send, in: focus)
                    }.height(1)
                    below.view(editor, response).region(Line.below)
                }
            ).region(Line.columns).toasts(toasts)
            View.row {
                View.help(Self.keys.help())
                View.text(problem ?? "", .danger).width(.fit)
            }.height(1)
        }.dialog(palette, title: "Commands", width: 60).dialog(naming, title: "Save as")
            .dialog(choice, title: "Environment").dialog(past, title: "History", width: 76)
    }

    private var editor: View {
        let part =
            switch tabs.position {
            case 0: headers.view(code: .yaml).style(\.fields.shape, .plain)
            case 1: content.view(code: .json).style(\.fields.shape, .plain)
            default: auth.view
            }
        return View.column {
            tabs.view.region(Part.tabs)
            part.region(Part.content)
        }.pane(.editor, in: focus, title: name.isEmpty ? "Request" : "\(name)")
    }

    private var response: View {
        View.column {
            View.row(spacing: 1) {
                responseTabs.view.region(Part.tabs).width(.growing())
                summary
            }.height(2)
            if let exchange, isSending, exchange.file != nil {
                View.progress(exchange.meter)
            } else {
                reader.view(of: shown, memo: rules, line: styled).region(Part.content)
            }
        }.pane(.response, in: focus, title: "Response, \(lines.count) lines")
    }

    /// The lines of the reader: the body, or the headers.
    private var shown: [String] {
        responseTabs.position == 0 ? lines : exchange?.headers.fields.map { "\($0.name): \($0.value)" } ?? []
    }
    private var rules: CodeRules? { responseTabs.position == 0 ? exchange?.rules : .yaml }
    private var styled: (String) -> StyledText { { [rules] in rules?.styled($0) ?? StyledText($0) } }

    private var summary: View {
        guard let exchange else { return View.text("nothing sent", .muted).width(.fit) }
        let good: Style = exchange.status < 300 ? .success : exchange.status < 400 ? .warning : .danger
        return View.row(spacing: 1) {
            if isSending { spinner }
            switch exchange.state {
            case .waiting: "waiting"
            case .streaming: "\(exchange.status, good) \(bytes: exchange.byteCount)"
            case .done: "\(exchange.status, good + .bold) \(bytes: exchange.byteCount) \(time: exchange.took, .muted)"
            case .failed(let reason): View.text(reason, .danger, overflow: .ellipsis)
            case .cancelled: "\("cancelled", .warning)"
            }
        }.width(.fit)
    }

    // MARK: Input

    public mutating func handle(_ input: Input) -> Outcome {
        switch input.event {
        case .programEnded: lent = nil
        case .interrupted: isDone = true
        default: if !handleDialog(input) { return handleScreen(input) }
        }
        return .changed
    }

    private mutating func handleScreen(_ input: Input) -> Outcome {
        if let action = Self.keys.action(for: input) { return perform(action, input) }
        let (place, inner) = focus.target(of: input)
        let outcome = toasts.handle(input).otherwise { handle(inner, in: place) }
        if outcome == .submitted, place == .url || place == .send { return perform(isSending ? .cancel : .send, input) }
        return outcome.otherwise { below.handle(input.at(Line.columns).at(Line.below)) }
            .otherwise { columns.handle(input.at(Line.columns)) }.otherwise { focus.handle(input) }
    }

    private mutating func handle(_ input: Input, in place: Place) -> Outcome {
        switch place {
        case .collection:
            let outcome = list.handle(input, rows: sorted)
            if outcome == .submitted, let saved = list.element(in: sorted) { (edited, focus.current) = (saved, .url) }
            return outcome
        case .method: return method.handle(input)
        case .url: return url.handle(input)
        case .send: return Button("").handle(input)
        case .editor:
            if input.mouse != nil, tabs.handle(input.at(Part.tabs)) != .ignored { return .changed }
            let inner = input.at(Part.content)
            return switch tabs.position {
            case 0: headers.handle(inner)
            case 1: content.handle(inner)
            default: auth.handle(inner)
            }
        case .response:
            let outcome = reader.handle(input.at(Part.content), lines: shown, memo: rules, line: styled)
            return outcome.otherwise { responseTabs.handle(input.at(Part.tabs)) }
        }
    }

    /// - Returns: Whether there is a dialog, which takes all input.
    private mutating func handleDialog(_ input: Input) -> Bool {
        if let answer = input.answer(of: &palette) {
            if case .submitted(let palette) = answer, let action = palette.chosen { _ = perform(action, input) }
        } else if let answer = input.answer(of: &naming) {
            guard case .submitted(let field) = answer else { return true }
            name = field.text
            save()
        } else if let answer = input.answer(of: &choice) {
            if case .submitted(let choice) = answer { environment = choice.chosen.first }
        } else if let answer = input.answer(of: &past) {
            if case .submitted(let past) = answer, let entry = past.chosen.first { edited = entry.saved }
        } else {
            return false
        }
        return true
    }

    private mutating func perform(_ action: Action, _ input: Input) -> Outcome {
        switch action {
        case .send: send(at: input.time)
        case .download:
            let last = url.text.split(separator: "/").last.map { String($0) } ?? "download"
            send(file: "\(folder)/\(last)", at: input.time)
        case .cancel: if isSending { exchange?.state = .cancelled }
        case .save: if name.isEmpty { naming = TextInput(placeholder: "name", rules: [.notEmpty]) } else { save() }
        case .new: (edited, focus.current) = (Saved(), .url)
        case .environment: choice = Choice("Variables of", from: (environments ?? [:]).keys.sorted())
        case .history: past = Choice("Send again", from: (history ?? []).reversed(), height: 12)
        case .pager: lent = .init("less", arguments: ["history.jsonl"], in: folder)
        case .headers, .body, .auth:
            tabs.select(action == .headers ? 0 : action == .body ? 1 : 2)
            focus.current = .editor
        case .palette: palette = CommandPalette(Self.keys, height: 12)
        case .theme: look = (look + 1) % ScreenTheme.all.count
        case .quit: isDone = true
        }
        return .changed
    }
}

public func courier(_ first: Courier) -> CycledLens<some Any, Courier> {
    CycledLens(startingWith: first) { frames in
        frames.lens(screen: ConsoleDriver(), label: "console", model: { $1.program = $0.lent })
        frames.lens(
            driver: NetworkDriver<Int>(), label: "network", frameFilter: { .init($0.requests) },
            eventFilter: { frame, event, turn in frame.take(event, at: turn.time) })
        frames.lens(
            driver: PersistenceDriver(root: first.folder), label: "files", frameFilter: { $0.files },
            eventFilter: { frame, event in frame.take(event) })
        frames.lens(ticking: \.spinner.step, every: .milliseconds(80), label: "spin", while: { $0.isSending })
        frames.lens(ticking: \.toasts.step, every: .seconds(1), label: "toasts", while: { !$0.toasts.isEmpty })
    }
}
