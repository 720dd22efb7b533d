import CycleDrivers

/// The part of a screen that a picture shows, in points of SVG: some cells and a margin around them.
struct PictureArea {
    static let margin = 16

    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    init(_ seen: ConsoleDriver.Rectangle) {
        // The first cell is at 8.
        (left, top) = (9 * seen.column + 8 - Self.margin, 18 * seen.row + 8 - Self.margin)
        (right, bottom) = (9 * seen.endColumn + 8 + Self.margin, 18 * seen.endRow + 8 + Self.margin)
    }

    mutating func include(_ other: PictureArea) {
        (left, top) = (min(left, other.left), min(top, other.top))
        (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
    }

    /// The rectangle behind all of it, with an edge that is seen on a page of the same colour.
    func ground(_ theme: PictureTheme) -> String {
        let place = #"x="\#(left).5" y="\#(top).5" width="\#(right - left - 1)" height="\#(bottom - top - 1)""#
        return #"<rect \#(place) rx="8" fill="\#(theme.paper)" stroke="\#(theme.edge)"/>"#
    }

    func svg(_ elements: [String]) -> String {
        let (width, height) = (right - left, bottom - top)
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="\(left) \(top) \(width) \(height)" \
            font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="15">
            """
        return ([head] + elements + ["</svg>", ""]).joined(separator: "\n")
    }
}
