import CycleDrivers
import CycleScreens

/// Three panes, one split in another. The borders of two panes are the line between them, which is dragged.
struct SplitSample: Sample {
    static let title = "Split panes"
    static let source = #filePath

    enum Place: CaseIterable { case boxes, mails, letter }
    enum Line { case left, below }

    var focus = FocusRing(Place.mails, wraps: true)
    var left = SplitPane(.row, share: 0.25, least: 9)
    var below = SplitPane(.column, share: 0.4)
    var boxes = ListState<String>()
    var mails = ListState<String>()
    var letter = Viewport()

    private static let names = ["Inbox", "Drafts", "Sent"]
    private static let subjects = ["Notes on the engine", "Found a bug", "Re: one more goto"]
    private static var text: View {
        .wrapped(
            "Drag a line with the mouse. \("← →", .bold) move the first one, \("Alt-↑ Alt-↓", .bold) the second one.")
    }

    var view: View {
        left.view(
            boxes.view(of: Self.names, id: \.self) { name, row in "\(row.pointer)\(name)" }
                .pane(.boxes, in: focus, title: "Boxes"),
            below.view(
                mails.view(of: Self.subjects, id: \.self) { subject, row in "\(row.pointer)\(subject)" }
                    .pane(.mails, in: focus, title: "Mails"),
                letter.view(of: Self.text).pane(.letter, in: focus, title: "Letter")
            ).region(Line.below)
        ).region(Line.left)
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome =
            switch place {
            case .boxes: boxes.handle(inner, rows: Self.names, id: \.self)
            case .mails: mails.handle(inner, rows: Self.subjects, id: \.self)
            case .letter: letter.handle(inner, content: Self.text)
            }
        return outcome.otherwise { below.handle(input.at(Line.left).at(Line.below)) }
            .otherwise { left.handle(input.at(Line.left)) }.otherwise { focus.handle(input) }
    }
}
