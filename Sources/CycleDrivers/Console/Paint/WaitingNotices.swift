import CycleBase

/// The bells and notifications of models that the terminal has not been sent yet, each once and in order. A value.
struct WaitingNotices: Hashable, Sendable {
    /// A desktop would show no more of them while the output stands still: the oldest go.
    static let limit = 16

    private var bell = 0
    private var notification: ConsoleDriver.Notification?
    private var rings = false
    private var waiting: [ConsoleDriver.Notification] = []
    private var sentCount = 0

    mutating func add(_ model: ConsoleDriver.Model) {
        if model.bell != bell { (bell, rings) = (model.bell, true) }
        guard model.notification != notification else { return }
        notification = model.notification
        guard let notification else { return }
        waiting.append(notification)
        if waiting.count > WaitingNotices.limit { waiting.removeFirst() }
    }

    /// The bytes that send them all.
    mutating func take(_ protocol: TerminalAbilities.Notices) -> [UInt8] {
        guard rings || !waiting.isEmpty else { return [] }
        defer { (rings, waiting) = (false, []) }
        var bytes: [UInt8] = []
        for notification in waiting {
            let text = NoticeText(notification)
            guard !text.isEmpty else { continue }
            sentCount += 1
            switch `protocol` {
            case .bell: rings = true
            case .osc9: bytes += text.osc9
            case .osc777: bytes += text.osc777
            case .osc99: bytes += text.osc99(sentCount)
            }
        }
        return rings ? bytes + [0x07] : bytes
    }
}

/// A notification that can stand inside of a sequence: one line each, and no longer than all terminals take.
private struct NoticeText {
    let title: String
    let body: String

    init(_ notification: ConsoleDriver.Notification) {
        title = PrintedText.title(notification.title)
        body = PrintedText.title(notification.body)
    }

    var isEmpty: Bool { title.isEmpty && body.isEmpty }

    /// One text. Some terminals take one that begins with a number for another command, as `4;` for a bar of progress.
    var osc9: [UInt8] {
        let text = [title, body].filter { !$0.isEmpty }.joined(separator: ": ")
        let isNumbered = text.utf8.first?.isDigit == true
        return Array("\u{1b}]9;\(isNumbered ? " " : "")\(text)\u{1b}\\".utf8)
    }

    /// A semicolon ends the title, and the body in some terminals: a comma is shown in its place.
    var osc777: [UInt8] {
        Array("\u{1b}]777;notify;\(NoticeText.commas(title));\(NoticeText.commas(body))\u{1b}\\".utf8)
    }

    /// Both in Base64. The same number makes one message of the two.
    func osc99(_ number: Int) -> [UInt8] {
        let first = Base64.encode(Array(title.utf8))
        guard !body.isEmpty else { return Array("\u{1b}]99;i=\(number):e=1;\(first)\u{1b}\\".utf8) }
        let second = Base64.encode(Array(body.utf8))
        return Array(
            ("\u{1b}]99;i=\(number):d=0:e=1;\(first)\u{1b}\\"
                + "\u{1b}]99;i=\(number):p=body:e=1;\(second)\u{1b}\\").utf8)
    }

    private static func commas(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == ";" ? "," : $0 }))
    }
}
