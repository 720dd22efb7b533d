/// The positions of all parts in the picture of a timeline.
struct TimelineLayout {
    /// One step from left to right.
    enum Column: Equatable {
        /// The frame before a moment, where that is not the one that stands there: at the beginning, behind a gap.
        case context(Int)
        case moment(Int)
        /// So many moments are left out.
        case gap(Int)
    }

    static let margin = 12.0
    static let pitch = 104.0
    static let frameWidth = 82.0
    static let frameHeight = 52.0
    static let filmEdge = 12.0
    static let filmHeight = frameHeight + 2 * filmEdge
    static let captionHeight = 16.0
    static let linkHeight = 34.0
    static let laneHeight = 34.0
    static let rowGap = 26.0
    static let pillHeight = 22.0
    static let pillPadding = 14.0
    /// In steps: a longer label would be read as that of the events beside it.
    static let widestEvent = 2.5
    /// The width of a character of the fixed-width font, as a part of the font's size.
    static let cell = 0.602
    static let labelCellLimit = 22

    let drivers: [String]
    let rows: [[Column]]
    let labelWidth: Double
    let width: Double

    init(_ moments: [RecordedMoment], width widthLimit: Double, limit: Int) {
        var drivers: [String] = []
        for moment in moments where !moment.isStart && !drivers.contains(moment.lens) {
            drivers.append(moment.lens)
        }
        self.drivers = drivers
        let cellCount = (drivers + ["frames"]).map { Label($0).cellCount }.max() ?? 0
        let labelWidth = Double(min(cellCount, Self.labelCellLimit)) * 11 * Self.cell + 16
        self.labelWidth = labelWidth

        let columns = Self.columns(moments, limit: limit)
        let lead = Self.margin + labelWidth + 10 + Self.pitch / 2
        let widthLimit = widthLimit.isFinite ? min(max(widthLimit, 0), 1e5) : lead
        let available = Int((widthLimit - lead - Self.margin) / Self.pitch)
        // Rows of one length, so that no moment stands alone below the others.
        let rowCount = max(1, (columns.count + max(available, 1) - 1) / max(available, 1))
        let perRow = max(1, (columns.count + rowCount - 1) / rowCount)
        rows = stride(from: 0, to: columns.count, by: perRow).map {
            Array(columns[$0..<min($0 + perRow, columns.count)])
        }
        width = lead + Double(perRow) * Self.pitch + Self.margin
    }

    private static func columns(_ moments: [RecordedMoment], limit: Int) -> [Column] {
        guard let first = moments.first else { return [] }
        let beginning = first.isStart ? [] : [Column.context(0)]
        guard moments.count > max(limit, 2) else { return beginning + moments.indices.map { .moment($0) } }
        let head = max(limit, 2) * 2 / 3
        let tail = moments.count - (max(limit, 2) - head)
        let resumption = moments[tail].isStart ? [] : [Column.context(tail)]
        return beginning + (0..<head).map { .moment($0) } + [.gap(tail - head)] + resumption
            + (tail..<moments.count).map { .moment($0) }
    }

    var rowHeight: Double {
        Self.captionHeight + Self.filmHeight + (drivers.isEmpty ? 0 : Self.linkHeight - 12)
            + Double(drivers.count) * Self.laneHeight
    }

    /// The lowest edge of everything.
    func height(below top: Double) -> Double {
        top + Double(rows.count) * (rowHeight + Self.rowGap) - (rows.isEmpty ? 0 : Self.rowGap) + Self.margin
    }

    /// The cells that the label of an event has room for, up to the next events of its lane and the ends of the row.
    ///
    /// - Parameters:
    ///   - column: Its place in the row.
    ///   - lanes: The lanes of all events of the row.
    static func cellLimit(ofEvent column: Int, of lanes: [Int?]) -> Int {
        let (left, right) = (Double(column) + 0.5, Double(lanes.count - column))
        let others = lanes.indices.filter { $0 != column && lanes[$0] == lanes[column] }
        let next = others.map { Double(abs($0 - column)) / 2 }.min() ?? .infinity
        return Int((2 * min(left, right, next, widestEvent / 2) * pitch - 8 - pillPadding) / (11 * cell))
    }

    func lane(of moment: RecordedMoment) -> Int? { moment.isStart ? nil : drivers.firstIndex(of: moment.lens) }

    /// The lane of the program that has sent what arrives.
    func sender(of moment: RecordedMoment) -> Int? {
        guard let sender = moment.sender else { return nil }
        return drivers.firstIndex(of: "\(sender) sockets") ?? drivers.firstIndex { $0.hasPrefix("\(sender) ") }
    }

    var filmLeft: Double { Self.margin + labelWidth + 10 }

    /// The middle of a frame; its event stands half a step before it.
    func center(_ column: Int) -> Double {
        filmLeft + Self.pitch / 2 + Self.pitch * (Double(column) + 0.5)
    }

    func laneY(_ lane: Int, top: Double) -> Double {
        top + Self.captionHeight + Self.filmHeight + Self.linkHeight + Double(lane) * Self.laneHeight
    }
}
