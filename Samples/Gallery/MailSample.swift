import CycleDrivers
import CycleScreens

/// A mail reader of three panes: folders, messages, and the one that is read.
struct MailSample: Sample {
    static let title = "Mail"
    static let source = #filePath
    static let pictureSize = Size(columns: 100, rows: 28)

    enum Place: CaseIterable { case folders, messages, text }
    struct Message: Equatable, Identifiable {
        var id: Int
        var folder: String
        var from: String
        var subject: String
        var time: String
        var isRead: Bool
        var text: String
    }

    var messages: [Message] = [
        (
            "Inbox", "Ada Lovelace", "Notes on the engine", "10:42", false,
            """
            # Notes on the engine
            The engine has **no pretensions** to originate anything. It does whatever *we know how to order it* to perform.

            - Note A: what it is, and is not
            - Note G: the numbers of Bernoulli
              1. variables `V1` to `V3` hold data
              2. the rest is working space

            > It may compose elaborate pieces of music of any degree of complexity.

            | card | does |
            |------|------|
            | operation | `+ - × ÷` |
            | variable | moves a column |
            """
        ),
        (
            "Inbox", "Grace Hopper", "Found a bug", "09:15", false,
            "Relay 70, panel F. **The moth is taped into the log.**"
        ),
        ("Inbox", "Edsger Dijkstra", "Re: one more goto", "Mon", true, "No.\n\n*With kind regards*"),
        (
            "Inbox", "Barbara Liskov", "Substitutes for Friday", "Mon", true,
            "Each of them does what the other promised."
        ),
        ("Inbox", "Radia Perlman", "The tree has no loops", "Sun", true, "I think that I shall never see…"),
        ("Sent", "to Ada Lovelace", "Re: Notes on the engine", "Sun", true, "Where do I find the cards?"),
        ("Drafts", "to everybody", "Holiday", "Sat", true, "I am away until"),
    ].enumerated().map { id, mail in
        Message(
            id: id, folder: mail.0, from: mail.1, subject: mail.2, time: mail.3, isRead: mail.4, text: mail.5)
    }
    var focus = FocusRing(Place.messages, wraps: true)
    var folders = ListState<String>(selected: "Inbox")
    var list = ListState<Int>(selected: 0)
    var viewport = Viewport()

    static let names = ["Inbox", "Drafts", "Sent", "Archive", "Spam"]
    static let columns = [
        ListColumn<Message>("", width: .fixed(1)) { "\($0.isRead ? " " : "●", .accent)" },
        ListColumn<Message>("From", width: .fixed(17)) { "\($0.from, $0.isRead ? .plain : .bold)" },
        ListColumn<Message>("Subject") { "\($0.subject, $0.isRead ? .muted : .plain)" },
        ListColumn<Message>("", width: .fixed(5), alignment: .end) { "\($0.time, .muted)" },
    ]

    private var folder: String { folders.element(in: Self.names, id: \.self) ?? "Inbox" }
    private var rows: [Message] { messages.filter { $0.folder == folder } }
    private var message: Message? { list.position(in: rows).map { rows[$0] } }
    private var article: View { message.map { Markdown($0.text).view } ?? View.text("nothing is selected", .muted) }

    private func style(_ place: Place) -> Style? { focus.current == place ? .accent : nil }

    var view: View {
        .column {
            View.row(spacing: -1) {
                folders.view(of: Self.names, id: \.self) { name, row in
                    let count = messages.count { $0.folder == name && !$0.isRead }
                    return .row {
                        "\(row.pointer)\(name)"
                        View.spacer
                        View.text(count == 0 ? "" : "\(count)", .accent)
                    }
                }.region(.folders, in: focus).padding(0, 1)
                    .border(title: "Mail", style: style(.folders)).width(18)
                View.column(spacing: -1) {
                    list.table(of: rows, columns: Self.columns, empty: "no messages").region(.messages, in: focus)
                        .padding(0, 1).border(title: "\(folder)", style: style(.messages)).height(9)
                    viewport.view(of: article).region(.text, in: focus).padding(0, 1)
                        .border(title: "\(message?.subject ?? "")", style: style(.text))
                }
            }
            View.help([.init([.tab], "next pane"), .init(["u"], "unread"), .init(["e"], "archive")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome =
            switch place {
            case .folders: folders.handle(inner, rows: Self.names, id: \.self)
            case .messages: change(inner).otherwise { list.handle(inner, table: rows) }
            case .text: viewport.handle(inner, content: article)
            }
        return outcome.otherwise { focus.handle(input) }
    }

    private mutating func change(_ input: Input) -> Outcome {
        guard let id = message?.id, let index = messages.firstIndex(where: { $0.id == id }) else { return .ignored }
        switch input.key {
        case "u": messages[index].isRead.toggle()
        case "e": messages[index].folder = "Archive"
        default: return .ignored
        }
        return .changed
    }
}
