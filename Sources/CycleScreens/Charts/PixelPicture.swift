public import CycleDrivers

/// A picture of coloured points, two of them in a cell, one above the other.
///
///     let flag = PixelPicture(width: 20, height: 12) { x, y in y < 6 ? .rgb(0, 87, 183) : .rgb(255, 215, 0) }
///     flag.view
///
/// It becomes smaller where there is no room for all of it, and keeps its proportions. It is made of cells on every terminal, see decision 21
/// in `Docs/decisions`.
public struct PixelPicture: Hashable, Sendable {
    /// How many points stand beside each other.
    public let width: Int
    /// How many stand one above the other.
    public let height: Int
    /// `nil` shows what is behind.
    private let colors: [ConsoleDriver.Color?]

    /// A picture, point by point.
    ///
    /// - Parameters:
    ///   - width: How many points stand beside each other.
    ///   - height: How many stand one above the other.
    ///   - color: The colour of a point, counted from the top left; `nil` for none.
    public init(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> ConsoleDriver.Color?) {
        (self.width, self.height) = (min(max(0, width), 4_096), min(max(0, height), 4_096))
        let columns = self.width
        colors = (0..<self.height).flatMap { y in (0..<columns).map { color($0, y) } }
    }

    fileprivate func color(_ x: Int, _ y: Int) -> ConsoleDriver.Color? {
        x < width && y < height ? colors[y * width + x] : nil
    }

    /// As large as it is, or as there is room for it. Nothing in plain text.
    public var view: ScreenView { ScreenView(PixelWidget(picture: self)).width(.fit).height(.fit) }
}

/// Draws the points that fall into cells.
private struct PixelWidget: ScreenWidget {
    let picture: PixelPicture

    func measure(_ available: Size, _ theme: ScreenTheme) -> Size {
        guard picture.width > 0, picture.height > 0 else { return Size(columns: 0, rows: 0) }
        let rows = min(available.rows.bounded, (picture.height + 1) / 2)
        // As many columns as keep the proportions, where rows or columns are short.
        let share = min(
            1, Double(2 * rows) / Double(picture.height), Double(available.columns.bounded) / Double(picture.width))
        return Size(
            columns: Int((share * Double(picture.width)).rounded()),
            rows: (Int((share * Double(picture.height)).rounded()) + 1) / 2)
    }

    func draw(on layout: inout ScreenLayout, in place: ScreenPlace) {
        let (columns, points) = (place.size.columns, 2 * place.size.rows)
        guard columns > 0, points > 0 else { return }
        let isWhole = columns >= picture.width && points >= picture.height
        func point(_ column: Int, _ row: Int) -> ConsoleDriver.Color? {
            isWhole
                ? picture.color(column, row)
                : picture.color(column * picture.width / columns, row * picture.height / points)
        }
        for row in 0..<place.size.rows {
            for column in 0..<columns {
                let (upper, lower) = (point(column, 2 * row), point(column, 2 * row + 1))
                let area = ConsoleDriver.Rectangle(row: row, column: column, rows: 1, columns: 1)
                switch (upper, lower) {
                case (let upper?, let lower?):
                    layout.fill(area, with: "▀", .init(foreground: upper, background: lower), in: place)
                case (let upper?, nil): layout.fill(area, with: "▀", .foreground(upper), in: place)
                case (nil, let lower?): layout.fill(area, with: "▄", .foreground(lower), in: place)
                case (nil, nil): break
                }
            }
        }
    }
}
