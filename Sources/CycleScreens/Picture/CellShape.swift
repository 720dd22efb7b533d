import CycleDrivers

/// A character that is drawn as lines, blocks or dots, so that it meets its neighbours whatever font there is.
enum CellShape {
    static let (width, height) = (9.0, 18.0)

    /// Lines, by a path each.
    case thin(String)
    case heavy(String)
    /// Areas; those of shades are drawn by a part of the colour.
    case filled(String, share: Double)
    /// Points, each a line without a length.
    case dots(String)

    /// - Parameters:
    ///   - scalar: The character.
    ///   - x: The left edge of its cell.
    ///   - y: The upper edge.
    /// - Returns: Nothing for what is written as text.
    static func shapes(of scalar: Unicode.Scalar, _ x: Double, _ y: Double) -> [CellShape] {
        switch scalar.value {
        case 0x2500...0x257f: lines(scalar, Cross(x: x, y: y))
        case 0x2580...0x259f: block(Int(scalar.value), x, y)
        case 0x2801...0x28ff: [dots(Int(scalar.value - 0x2800), x, y)]
        default: []
        }
    }

    // MARK: Blocks and dots

    private static func block(_ value: Int, _ x: Double, _ y: Double) -> [CellShape] {
        func area(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int, share: Double = 1) -> CellShape {
            let (left, top) = (x + width * Double(column) / 8, y + height * Double(row) / 8)
            return .filled(
                "M\(left.short) \(top.short)h\((width * Double(columns) / 8).short)v\((height * Double(rows) / 8).short)H\(left.short)z",
                share: share)
        }
        switch value {
        case 0x2580: return [area(0, 0, 8, 4)]
        case 0x2581...0x2588: return [area(0, 0x2588 - value, 8, value - 0x2580)]
        case 0x2589...0x258f: return [area(0, 0, 0x2590 - value, 8)]
        case 0x2590: return [area(4, 0, 4, 8)]
        case 0x2591...0x2593: return [area(0, 0, 8, 8, share: Double(value - 0x2590) / 4)]
        case 0x2594: return [area(0, 0, 8, 1)]
        case 0x2595: return [area(7, 0, 1, 8)]
        default:
            // Quarters: upper left 1, upper right 2, lower left 4, lower right 8.
            let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][value - 0x2596]
            return (0..<4).filter { quarters & 1 << $0 != 0 }.map { area($0 % 2 * 4, $0 / 2 * 4, 4, 4) }
        }
    }

    private static func dots(_ bits: Int, _ x: Double, _ y: Double) -> CellShape {
        let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        let path = places.enumerated().filter { bits & 1 << $0.offset != 0 }.map { _, place in
            "M\((x + 2.25 + 4.5 * Double(place.0)).short) \((y + 2.25 + 4.5 * Double(place.1)).short)h0"
        }
        return .dots(path.joined())
    }

    // MARK: Lines

    private static func lines(_ scalar: Unicode.Scalar, _ cross: Cross) -> [CellShape] {
        switch scalar {
        case "┄": return [.thin(cross.dashedRow)]
        case "┆": return [.thin(cross.dashedColumn)]
        case "╾": return [.heavy(cross.path(arms: 4, thickness: 2)), .thin(cross.path(arms: 8, thickness: 1))]
        default: break
        }
        guard let line = LineArms(scalar) else { return [] }
        if LineArms.isRound(scalar) { return [.thin(cross.round(arms: line.arms))] }
        switch line.weight {
        case .light: return [.thin(cross.path(arms: line.arms, thickness: 1))]
        case .heavy: return [.heavy(cross.path(arms: line.arms, thickness: 2))]
        case .double: return [.thin(cross.double(arms: line.arms))]
        }
    }

    /// Where the lines of a cell meet: on half a pixel, so that they are sharp.
    private struct Cross {
        let x: Double
        let y: Double
        var centerX: Double { x + 4.5 }
        var centerY: Double { y + 9.5 }
        var endX: Double { x + width }
        var endY: Double { y + height }

        var dashedRow: String { "M\((x + 0.5).short) \(centerY.short)h2m1 0h2m1 0h2" }
        var dashedColumn: String { "M\(centerX.short) \((y + 1).short)v4m0 2v4m0 2v4" }

        func path(arms: Int, thickness: Double) -> String {
            let (up, down, left, right) = (arms & 1 != 0, arms & 2 != 0, arms & 4 != 0, arms & 8 != 0)
            var path = ""
            if left || right {
                let (start, end) = (left ? x : centerX - thickness / 2, right ? endX : centerX + thickness / 2)
                path += "M\(start.short) \(centerY.short)H\(end.short)"
            }
            if up || down {
                let (start, end) = (up ? y : centerY - thickness / 2, down ? endY : centerY + thickness / 2)
                path += "M\(centerX.short) \(start.short)V\(end.short)"
            }
            return path
        }

        /// From the end of one arm round to that of the other.
        func round(arms: Int) -> String {
            let start = arms & 4 != 0 ? x : endX
            let isDown = arms & 2 != 0
            let turn = isDown ? centerY + 4.5 : centerY - 4.5
            let center = "\(centerX.short) \(centerY.short)"
            return
                "M\(start.short) \(centerY.short)Q\(center) \(centerX.short) \(turn.short)V\((isDown ? endY : y).short)"
        }

        /// A line on each side where there is no arm, and a corner between each two arms.
        func double(arms: Int) -> String {
            let (up, down, left, right) = (arms & 1 != 0, arms & 2 != 0, arms & 4 != 0, arms & 8 != 0)
            let (near, far) = (centerX - 1.5, centerX + 1.5)
            let (above, below) = (centerY - 1.5, centerY + 1.5)
            var path = ""
            for (isOpen, row) in [(up, above), (down, below)] where !isOpen {
                path += "M\((left ? x : near - 0.5).short) \(row.short)H\((right ? endX : far + 0.5).short)"
            }
            for (isOpen, column) in [(left, near), (right, far)] where !isOpen {
                path += "M\(column.short) \((up ? y : above - 0.5).short)V\((down ? endY : below + 0.5).short)"
            }
            for (isThere, row, end) in [(up, above, y), (down, below, endY)] where isThere {
                if left { path += "M\(x.short) \(row.short)H\(near.short)V\(end.short)" }
                if right { path += "M\(endX.short) \(row.short)H\(far.short)V\(end.short)" }
            }
            return path
        }
    }
}

extension Double {
    /// With three decimals at most, and none that say nothing.
    var short: String {
        let thousandths = Int((self * 1_000).rounded())
        guard thousandths % 1_000 != 0 else { return "\(thousandths / 1_000)" }
        return "\(Double(thousandths) / 1_000)"
    }
}
