@testable import gallery

let framePages = [
    ComponentPage(
        "Dialogs", "Dialogs", "A question in front of everything else, which has all keys.",
        """
        `.dialog(question, title:)` shows an optional value above a view. While it is there, `input.answer(of: &question)`
        gives it the input, and takes it away when it is `.submitted` or `.cancelled`. Any view can be a dialog; for one that is no component
        `input.inDialog` is the input.
        """,
        symbols: ["YesNoQuestion", "ScreenView"],
        keys: [
            .init([.left, .right, .tab], "go from answer to answer"), .init([.enter], "answer"),
            .init(["y", "n"], "answer at once"), .init([.escape], "give up"),
        ],
        states: [
            .init("Answered with yes", ["y"]),
            .init("Asked for the second row", [.escape, .down, "d"]),
        ],
        DialogSample.self),
    ComponentPage(
        "Messages", "Messages", "Words in a corner that go by themselves.",
        """
        `Toasts` is a list in the frame. Each message stays for some ticks of the program's clock; a lens that ticks while there are
        any lets them go.
        """,
        symbols: ["Toasts"],
        keys: [.init(["i", "s", "w", "f"], "show one, in this sample")],
        states: [
            .init("One more", ["f"]),
            .init("Later", ticks: 70),
        ],
        ToastsSample.self),
    ComponentPage(
        "TabBars", "Tabs", "Several views in one place, by titles.",
        "`tabs.position` is the number of the title; the program shows the view that belongs to it.",
        symbols: ["Tabs"],
        keys: [.init([.left, .right], "the tab before and after")],
        states: [
            .init("The second tab", [.right]),
            .init("The third tab", [.right, .right]),
        ],
        TabsSample.self),
    ComponentPage(
        "Pages", "Pages", "A long list a page at a time.",
        "`pages.range` are the rows of the page that is shown.",
        symbols: ["Paginator"],
        keys: [.init([.left, .right], "turn the page"), .init([.home, .end], "the first and the last page")],
        states: [
            .init("The third page", [.right, .right]),
            .init("The last page", [.end]),
        ],
        PagesSample.self),
    ComponentPage(
        "SplitPanes", "Split panes", "Panes with a line between them that is dragged, one split in another.",
        """
        `share` is the part of the first side. The borders of two panes are the line between them. Hand a split what the panes have
        ignored: a list ignores `←` and `→`, and no pane takes arrows with Alt.
        """,
        symbols: ["SplitPane"],
        keys: [
            .init([.left, .right], "move the line between the boxes and the others"),
            .init([.alt(.up), .alt(.down)], "move the line below the mails"), .init([.tab], "the next pane"),
        ],
        states: [
            .init("The first line moved", [.right, .right, .right, .right, .right, .right]),
            .init("The second one moved", [.tab, .alt(.down), .alt(.down), .alt(.down)]),
        ],
        SplitSample.self),
    ComponentPage(
        "Stacks", "Stacks of screens", "Pages that slide over one another, and back.",
        """
        A `ScreenStack` is a list of values, the last of which is shown. `push` and Escape start a movement, which `advance(by:)`
        carries on at each tick.
        """,
        symbols: ["ScreenStack"],
        keys: [.init([.enter], "open, in this sample"), .init([.escape], "go back")],
        states: [
            .init("On the way", [.enter], ticks: 1),
            .init("There", [.enter], ticks: 20),
        ],
        StackSample.self),
]
