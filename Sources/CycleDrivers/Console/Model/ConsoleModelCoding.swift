/// As JSON: `{"lines": ["…"], "edition": 0, "screen": {"text": "…", "plain": "…", "isFull": false}, "input": "keys"}`, with
/// `linesHaveSequences`, `bytes` (`["…", {"base64": "…"}]`), `readsPipes`, `title`, `clipboard` (`{"text": "…", "edition": 0}`), `bell`, `notification` (`{"title": "…", "body": "…",
/// "edition": 0}`), `mouse` (`"drags"`, `"moves"`),
/// `paste`, `focus`, `background` and `program`. Fields that are as in ``init()`` are left out. A screen has a `text` or
/// `sequences`, with a `cursor` perhaps, or a `canvas`. Unknown fields are passed over.
extension ConsoleDriver.Model: Codable {
    private enum Field: String, CodingKey {
        case lines, linesHaveSequences, bytes, edition, screen, input, readsPipes, title, clipboard, bell, notification,
            mouse, paste, focus, background, program
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init()
        lines = try fields.decodeIfPresent([String].self, forKey: .lines) ?? lines
        linesHaveSequences = try fields.decodeIfPresent(Bool.self, forKey: .linesHaveSequences) ?? linesHaveSequences
        bytes = try fields.decodeIfPresent([BytesInJSON].self, forKey: .bytes)?.map(\.bytes) ?? bytes
        edition = try fields.decodeIfPresent(Int.self, forKey: .edition) ?? edition
        screen = try fields.decodeIfPresent(Screen.self, forKey: .screen)
        input = try fields.decodeIfPresent(ConsoleDriver.Input.self, forKey: .input) ?? input
        readsPipes = try fields.decodeIfPresent(Bool.self, forKey: .readsPipes) ?? readsPipes
        title = try fields.decodeIfPresent(String.self, forKey: .title)
        clipboard = try fields.decodeIfPresent(ConsoleDriver.Clipboard.self, forKey: .clipboard)
        bell = try fields.decodeIfPresent(Int.self, forKey: .bell) ?? bell
        notification = try fields.decodeIfPresent(ConsoleDriver.Notification.self, forKey: .notification)
        mouse = try fields.decodeIfPresent(ConsoleDriver.Mouse.Reports.self, forKey: .mouse) ?? mouse
        paste = try fields.decodeIfPresent(Bool.self, forKey: .paste) ?? paste
        focus = try fields.decodeIfPresent(Bool.self, forKey: .focus) ?? focus
        background = try fields.decodeIfPresent(Bool.self, forKey: .background) ?? background
        program = try fields.decodeIfPresent(ConsoleDriver.Program.self, forKey: .program)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        if !lines.isEmpty { try fields.encode(lines, forKey: .lines) }
        if linesHaveSequences { try fields.encode(linesHaveSequences, forKey: .linesHaveSequences) }
        if !bytes.isEmpty { try fields.encode(bytes.map { BytesInJSON($0) }, forKey: .bytes) }
        if edition != 0 { try fields.encode(edition, forKey: .edition) }
        try fields.encodeIfPresent(screen, forKey: .screen)
        if input != .none { try fields.encode(input, forKey: .input) }
        if !readsPipes { try fields.encode(readsPipes, forKey: .readsPipes) }
        try fields.encodeIfPresent(title, forKey: .title)
        try fields.encodeIfPresent(clipboard, forKey: .clipboard)
        if bell != 0 { try fields.encode(bell, forKey: .bell) }
        try fields.encodeIfPresent(notification, forKey: .notification)
        if mouse != .none { try fields.encode(mouse, forKey: .mouse) }
        if paste { try fields.encode(paste, forKey: .paste) }
        if focus { try fields.encode(focus, forKey: .focus) }
        if background { try fields.encode(background, forKey: .background) }
        try fields.encodeIfPresent(program, forKey: .program)
    }
}

extension ConsoleDriver.Model.Screen: Codable {
    private enum Field: String, CodingKey {
        case text, sequences, cursor, canvas, plain, isFull
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        let cursor = try fields.decodeIfPresent(ConsoleDriver.Position.self, forKey: .cursor)
        let content: Content =
            if let canvas = try fields.decodeIfPresent(ConsoleDriver.Canvas.self, forKey: .canvas) {
                .canvas(canvas)
            } else if let text = try fields.decodeIfPresent(String.self, forKey: .sequences) {
                .sequences(text, cursor: cursor)
            } else {
                .text(try fields.decode(String.self, forKey: .text), cursor: cursor)
            }
        self.init(
            content, plain: try fields.decodeIfPresent(String.self, forKey: .plain),
            isFull: try fields.decodeIfPresent(Bool.self, forKey: .isFull) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        switch content {
        case .text(let text, let cursor):
            try fields.encode(text, forKey: .text)
            try fields.encodeIfPresent(cursor, forKey: .cursor)
        case .sequences(let text, let cursor):
            try fields.encode(text, forKey: .sequences)
            try fields.encodeIfPresent(cursor, forKey: .cursor)
        case .canvas(let canvas): try fields.encode(canvas, forKey: .canvas)
        }
        try fields.encode(plain, forKey: .plain)
        if isFull { try fields.encode(isFull, forKey: .isFull) }
    }
}
