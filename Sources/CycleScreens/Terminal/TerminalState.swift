import CycleBase
import CycleDrivers

/// How characters are written: their look, and the set that they are taken from.
struct TerminalPen: Hashable, Sendable {
    var text = TextPen()
    /// Whether the sets G0 and G1 are those of lines.
    var lineSets = [false, false]
    /// 1 after SO, 0 after SI.
    var set = 0
    /// The character that `CSI b` repeats.
    var last: UInt8?
    /// All of a cell but its character; `nil` until it is made for the text.
    var cell: CanvasCell?

    /// Whether letters stand for lines.
    var drawsLines: Bool { lineSets[set] }

    /// The look of erased cells: the background alone.
    var blank: CanvasCell {
        var cell = CanvasCell.blank
        cell.style = .background(text.style.background)
        return cell
    }

    /// The cell for U+0060 to U+007E of DEC's set of lines.
    static let lines: [UInt32] = Array("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars).map(\.value)
}

/// The modes of a terminal.
struct TerminalState: Hashable, Sendable {
    var writing = TerminalGrid.Writing()
    /// Whether rows are counted from the first one of the region.
    var hasOrigin = false
    /// Whether a line feed is also a carriage return.
    var feedsLines = false
    var isCursorVisible = true
    var cursorShape = TerminalScreen.CursorShape.block
    var isKeypadApplication = false
    /// 1000, 1002 or 1003: the one that was set last.
    var mouse: Int?
    /// The private modes that are set, apart from those that have a property.
    var others: Set<Int> = []

    /// More than this a program does not need, and cannot set.
    static let limit = 64
}

/// The cursors that `ESC 8` and the end of the alternate screen give back.
struct TerminalSaved: Hashable, Sendable {
    struct Cursor: Hashable, Sendable {
        var row = 0
        var column = 0
        var pen = TerminalPen()
        var hasOrigin = false
    }

    var cursor = Cursor()
    /// That of before the alternate screen.
    var main: Cursor?
}

/// The things that a program has for others than its screen.
struct TerminalReports: Hashable, Sendable {
    var title = ""
    /// The titles that it has saved.
    var titles: [String] = []
    var bellCount = 0
    var clipboard: String?
    var notifications: [ConsoleDriver.Notification] = []
    /// The title of a message whose body is about to come.
    var unfinishedNotification: String?
    var background: ConsoleDriver.Background?
    var answers: [UInt8] = []
    /// How many sequences were not understood.
    var unknownCount = 0

    private static let titleLimit = 16
    private static let notificationLimit = 64
    private static let answerLimit = 1 << 16

    mutating func saveTitle() {
        titles.append(title)
        if titles.count > Self.titleLimit { titles.removeFirst() }
    }

    mutating func answer(_ text: String) {
        if answers.count < Self.answerLimit { answers += text.utf8 }
    }

    mutating func notify(_ notice: TerminalNotice) {
        switch notice {
        case .whole(let title, let body): notifications.append(.init(title, body))
        case .title(let title): unfinishedNotification = title
        case .body(let body):
            notifications.append(.init(unfinishedNotification ?? "", body))
            unfinishedNotification = nil
        }
        if notifications.count > Self.notificationLimit { notifications.removeFirst() }
    }
}
