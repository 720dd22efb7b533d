/// Colours that read on white and on black: each carries white text, and stands out from both pages.
enum TimelineColors {
    static let film = "#2d333b"
    static let filmEdge = "#545d68"
    static let perforation = "#768390"
    static let paper = "#f6f8fa"
    static let ink = "#1f2328"
    static let caption = "#768390"
    static let approved = "#1a7f37"

    private static let lanes = [
        "#2f6fde", "#c4501b", "#8250df", "#1f7a4d", "#bf3989", "#14768a", "#b3343c", "#7d6608",
    ]

    static func lane(_ index: Int) -> String {
        lanes[index % lanes.count]
    }
}
