public import CycleDrivers

/// Points of a chart, joined by lines or not.
public struct ChartSeries: Hashable, Codable, Sendable {
    public struct Point: Hashable, Codable, Sendable {
        public var x: Double
        public var y: Double

        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    public var name: String
    /// In order from left to right, if they are joined.
    public var points: [Point]
    public var style: ConsoleDriver.Style
    public var isJoined: Bool

    public init(_ name: String, _ points: [Point], style: ConsoleDriver.Style = .cyan, isJoined: Bool = true) {
        self.name = name
        self.points = points
        self.style = style
        self.isJoined = isJoined
    }

    /// Values one apart, from 0 on.
    public init(_ name: String, values: [Double], style: ConsoleDriver.Style = .cyan) {
        self.init(name, values.enumerated().map { Point(Double($0.offset), $0.element) }, style: style)
    }
}

extension ScreenView {
    /// Lines in dots of braille, two by four in a cell, between axes with their bounds; as large as there is room.
    ///
    /// - Parameters:
    ///   - series: Each in its own style; where two meet in a cell it has that of the later.
    ///   - horizontal: The range from left to right; by default that of all points.
    ///   - vertical: The range from bottom to top; by default that of all points.
    public static func chart(
        _ series: [ChartSeries], x horizontal: ClosedRange<Double>? = nil, y vertical: ClosedRange<Double>? = nil
    ) -> ScreenView {
        let points = series.flatMap(\.points).filter { $0.x.isFinite && $0.y.isFinite }
        let horizontal = widened(horizontal ?? range(points.map(\.x)))
        let vertical = widened(vertical ?? range(points.map(\.y)))
        let (low, high) = (ChartBar("", vertical.lowerBound).number, ChartBar("", vertical.upperBound).number)
        let (first, last) = (ChartBar("", horizontal.lowerBound).number, ChartBar("", horizontal.upperBound).number)
        let margin = max(low.count, high.count)
        return .column {
            ScreenView.row {
                ScreenView.column {
                    ScreenView.text(high, .dim).aligned(.end)
                    ScreenView.spacer
                    ScreenView.text(low, .dim).aligned(.end)
                }.width(margin)
                ScreenView.canvas { space in
                    var grid = BrailleGrid(columns: space.columns, rows: space.rows)
                    for line in series { grid.plot(line, horizontal, vertical) }
                    return grid.canvas(space.style)
                }.border(.line, sides: [.left, .bottom], style: .dim)
            }
            ScreenView.row {
                ScreenView.text(first, .dim)
                ScreenView.spacer
                ScreenView.row(spacing: 2) {
                    for line in series { "\("•", line.style) \(line.name)" }
                }
                ScreenView.spacer
                ScreenView.text(last, .dim)
            }.padding(left: margin + 1).height(1)
        }
    }

    private static func range(_ values: [Double]) -> ClosedRange<Double> {
        guard let least = values.min(), let most = values.max() else { return 0...1 }
        return least...most
    }

    /// A range of one value has room around it, of which a large value has to be told apart.
    private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let (value, largest) = (range.lowerBound, Double.greatestFiniteMagnitude)
        guard value == range.upperBound, value.isFinite else { return range }
        let room = max(1, value.magnitude / 1_000_000)
        return max(value - room, -largest)...min(value + room, largest)
    }
}

/// Dots, two by four in each cell.
struct BrailleGrid {
    let columns: Int
    let rows: Int
    private var dots: [UInt8]
    private var styles: [ConsoleDriver.Style]

    init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        dots = Array(repeating: 0, count: self.columns * self.rows)
        styles = Array(repeating: .plain, count: self.columns * self.rows)
    }

    mutating func set(_ x: Int, _ y: Int, _ style: ConsoleDriver.Style) {
        guard x >= 0, y >= 0, x < 2 * columns, y < 4 * rows else { return }
        let cell = y / 4 * columns + x / 2
        let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
        dots[cell] |= bits[y % 4][x % 2]
        styles[cell] = style
    }

    mutating func plot(_ series: ChartSeries, _ horizontal: ClosedRange<Double>, _ vertical: ClosedRange<Double>) {
        var before: (x: Int, y: Int)?
        for point in series.points {
            guard let place = place(point, horizontal, vertical) else {
                before = nil
                continue
            }
            if series.isJoined, let before {
                line(before, place, series.style)
            } else {
                set(place.x, place.y, series.style)
            }
            before = place
        }
    }

    /// The dot of a point, which may lie far outside; `nil` for one that is no number.
    private func place(
        _ point: ChartSeries.Point, _ horizontal: ClosedRange<Double>, _ vertical: ClosedRange<Double>
    ) -> (x: Int, y: Int)? {
        let width = horizontal.upperBound - horizontal.lowerBound
        let height = vertical.upperBound - vertical.lowerBound
        guard width > 0, height > 0 else { return nil }
        let x = (point.x - horizontal.lowerBound) / width * Double(2 * columns - 1)
        let y = (vertical.upperBound - point.y) / height * Double(4 * rows - 1)
        guard x.isFinite, y.isFinite, abs(x) < 100_000, abs(y) < 100_000 else { return nil }
        return (Int(x.rounded()), Int(y.rounded()))
    }

    /// - Source: Bresenham, 1965.
    mutating func line(_ start: (x: Int, y: Int), _ end: (x: Int, y: Int), _ style: ConsoleDriver.Style) {
        var (x, y) = start
        let (width, height) = (abs(end.x - x), -abs(end.y - y))
        let (right, down) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
        var error = width + height
        while true {
            set(x, y, style)
            if x == end.x, y == end.y { return }
            let double = 2 * error
            if double >= height {
                error += height
                x += right
            }
            if double <= width {
                error += width
                y += down
            }
        }
    }

    func canvas(_ base: ConsoleDriver.Style) -> ConsoleDriver.Canvas {
        var canvas = ConsoleDriver.Canvas(.init(columns: columns, rows: rows), style: base)
        for row in 0..<rows {
            for column in 0..<columns where dots[row * columns + column] != 0 {
                let scalar = Unicode.Scalar(0x2800 + UInt32(dots[row * columns + column])) ?? " "
                let style = base.with(styles[row * columns + column])
                canvas.fill(.init(row: row, column: column, rows: 1, columns: 1), with: scalar, style: style)
            }
        }
        return canvas
    }
}
