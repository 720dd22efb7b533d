import CycleDrivers

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

    /// The character of a cell and its style; `nil` for one without dots.
    func cell(_ row: Int, _ column: Int) -> (scalar: Unicode.Scalar, style: ConsoleDriver.Style)? {
        let bits = dots[row * columns + column]
        guard bits != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(bits)) else { return nil }
        return (scalar, styles[row * columns + column])
    }

    /// The highest dots of a column, counted from the top: the mean of both.
    func top(_ column: Int) -> Int? {
        let tops = [0x47, 0xb8].compactMap { mask -> Int? in
            for row in 0..<rows {
                let bits = Int(dots[row * columns + column]) & mask
                guard bits != 0 else { continue }
                let places = mask == 0x47 ? [0x01, 0x02, 0x04, 0x40] : [0x08, 0x10, 0x20, 0x80]
                return 4 * row + (places.firstIndex { bits & $0 != 0 } ?? 0)
            }
            return nil
        }
        return tops.isEmpty ? nil : tops.reduce(0, +) / tops.count
    }

    mutating func set(_ x: Int, _ y: Int, _ style: ConsoleDriver.Style) {
        guard x >= 0, y >= 0, x < 2 * columns, y < 4 * rows else { return }
        let cell = y / 4 * columns + x / 2
        // The six upper dots are counted down both columns, and the lowest two, which came later, behind them.
        dots[cell] |= y % 4 == 3 ? 0x40 << (x % 2) : 1 << (y % 4 + 3 * (x % 2))
        styles[cell] = style
    }

    mutating func plot(
        _ series: ChartSeries, _ style: ConsoleDriver.Style, _ horizontal: ChartScale, _ vertical: ChartScale
    ) {
        var before: (x: Int, y: Int)?
        for point in series.points {
            guard let place = place(point, horizontal, vertical) else {
                before = nil
                continue
            }
            if series.kind != .points, let before {
                line(before, place, style)
            } else {
                set(place.x, place.y, style)
            }
            before = place
        }
    }

    /// The dot of a point, which may lie far outside; `nil` for one that is no number.
    private func place(
        _ point: ChartSeries.Point, _ horizontal: ChartScale, _ vertical: ChartScale
    ) -> (x: Int, y: Int)? {
        guard let right = horizontal.share(point.x), let up = vertical.share(point.y) else { return nil }
        let (x, y) = (right * Double(2 * columns - 1), (1 - up) * Double(4 * rows - 1))
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
}
