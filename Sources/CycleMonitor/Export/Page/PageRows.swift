import CycleBase

/// All that a page draws of a recording, ready to be drawn: a row for each moment, and edits that lead from frame to frame.
///
/// Equal texts are written once, and a row has their numbers. The script of the page reads the same order of fields.
struct PageRows {
    /// So many differences of a moment are listed.
    private static let differenceLimit = 200

    private struct Line: Hashable {
        let depth: Int
        let name: Int?, text: Int?
    }

    private var texts = Numbering<String>()
    /// In the order in which they come.
    private(set) var lenses = Numbering<String>()
    private var lines = Numbering<Line>()
    private var moments: [JSON] = []
    private var blame: [[Int]] = []

    init(_ recording: Recording) {
        var frame = PageFrame()
        for (index, moment) in recording.moments.enumerated() {
            append(moment, frame.show(moment.effect.value, isStart: moment.isStart, moment: index))
        }
        blame = frame.blame
    }

    private mutating func append(_ moment: RecordedMoment, _ edits: [PageFrame.Edit]) {
        let differences = moment.isStart ? [] : moment.context.differences(to: moment.effect)
        let isChange = moment.isStart || !differences.isEmpty
        let flags = (isChange ? 1 : 0) + (moment.isStart ? 2 : 0) + (moment.isApproved ? 4 : 0)
        moments.append(
            .array([
                .number("\(moment.number)"), .number("\(moment.time.count(of: .milliseconds(1)))"),
                moment.wallTime.flatMap(\.millisecondsOfDate).map { .number("\($0)") } ?? .null,
                .number("\(lenses.number(of: moment.lens))"), text(moment.event.text(upTo: PageFrame.textLimit)),
                .number("\(flags)"), isChange ? text(moment.filmText(of: differences, upTo: 16)) : .null,
                .array(self.differences(differences)), .array(edits.map { edit($0) }),
            ]))
    }

    /// Each with the name of its place, and the values before and after it.
    private mutating func differences(_ differences: [RecordedDifference]) -> [JSON] {
        var rows = differences.prefix(Self.differenceLimit).map { difference -> JSON in
            let path = difference.path
            return .array([
                text(path == "frame" ? path : String(path.behind(path.begins(with: "frame.") ? 6 : 5))),
                text(difference.beforeText(upTo: 300)),
                text(difference.afterText(upTo: 300)),
            ])
        }
        let rest = differences.count - rows.count
        if rest > 0 { rows.append(.array([text("and \(rest) more"), .null, .null])) }
        return rows
    }

    private mutating func edit(_ edit: PageFrame.Edit) -> JSON {
        let added = edit.added.map { row -> JSON in
            let line = Line(
                depth: row.depth, name: row.name.map { texts.number(of: $0.printableLine) },
                text: row.text.map { texts.number(of: $0.printableLine) })
            return .array([.number("\(lines.number(of: line))"), .number("\(row.place)")])
        }
        return .array([.number("\(edit.rows.lowerBound)"), .number("\(edit.rows.count)"), .array(added)])
    }

    private mutating func text(_ text: String?) -> JSON {
        text.map { .number("\(texts.number(of: $0.printableLine))") } ?? .null
    }

    var json: JSON {
        let number = { (number: Int?) -> JSON in number.map { .number("\($0)") } ?? .null }
        return .object([
            .init(key: "blame", value: .array(blame.map { .array($0.map(number)) })),
            .init(
                key: "lenses",
                value: .array(
                    lenses.values.map {
                        .array([.string($0.printableLine), .string($0.kindOfLens.printableLine)])
                    })),
            .init(
                key: "lines",
                value: .array(lines.values.map { .array([number($0.depth), number($0.name), number($0.text)]) })),
            .init(key: "moments", value: .array(moments)),
            .init(key: "texts", value: .array(texts.values.map(JSON.string))),
        ])
    }
}

extension Duration {
    /// `nil` for a time that no calendar of a browser has.
    fileprivate var millisecondsOfDate: Int? {
        abs(components.seconds) < 253_402_300_800 ? count(of: .milliseconds(1)) : nil
    }
}
