@testable import gallery

let programPages = [
    ComponentPage(
        "Dashboard", "Dashboard", "A service at one look: numbers, traffic, hosts and what was deployed.",
        "Cards, a chart and bars share the room by weight; a table has the focus. All of it moves with the clock of the program.",
        symbols: ["ScreenView", "ListState", "ChartSeries", "ChartBar"],
        keys: [.init([.up, .down], "another deploy")],
        states: [.init("Half a minute later, at the first row", ["g"], ticks: 30)],
        DashboardSample.self),
    ComponentPage(
        "MailReader", "Mail reader", "Folders, messages, and the one that is read, in three panes.",
        "A `FocusRing` goes through the panes. A spacing of -1 lets their borders join.",
        symbols: ["FocusRing", "ListState", "ListColumn", "Markdown", "Viewport"],
        keys: [
            .init([.tab, .shift(.tab)], "the next pane, the one before"), .init([.up, .down], "another row"),
            .init(["u"], "read or unread"), .init(["e"], "into the archive"),
        ],
        states: [
            .init("The second message", [.down]),
            .init("The archive, with a message that was put there", ["e", .shift(.tab), .down, .down, .down]),
        ],
        MailSample.self),
    ComponentPage(
        "MusicPlayer", "Music player", "A cover, songs, how far the song has come, and its bands.",
        "The cover is a `PixelPicture`, two points in a cell. The bands are columns of one cell.",
        symbols: ["PixelPicture", "ListState", "ChartBar"],
        keys: [
            .init([" "], "pause, go on"), .init(["n"], "the next song"), .init([.up, .down], "another row"),
            .init([.enter], "play the row"),
        ],
        states: [.init("Another song, after a while", ["n"], ticks: 24)],
        PlayerSample.self),
    ComponentPage(
        "FileManager", "File manager", "Folders as a tree, the files of one, and the file that is selected.",
        "The tree, the table and the text depend on each other through the frame alone: each is computed from what is selected.",
        symbols: ["TreeState", "ListState", "ListSorting", "CodeRules", "Viewport"],
        keys: [
            .init([.tab, .shift(.tab)], "the next pane, the one before"), .init([.up, .down], "another row"),
            .init([.left, .right], "close or open a folder"),
        ],
        states: [.init("The files of the whole project", [.shift(.tab), .up, .up, .tab, .down])],
        ManagerSample.self),
]
