import Cycle

/// The subject of a lens: a frame, or a part of one.
protocol RandomWhole: Equatable {
    /// Frame-filters and event-filters, by number.
    func projected(_ number: Int) -> Int
    mutating func act(_ number: Int, _ value: Int)
    static func made(of number: Int) -> Self

    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of place: ReferencePlace<Self>, _ run: ReferenceRun,
        _ path: String
    ) -> [ReferenceLens]
    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of frames: Signal<Self>, _ run: RealRun, _ path: String
    ) -> MutatingLens<Signal<Self>, Void>
}

/// The frame of all random programs.
struct RandomFrame: Hashable, CustomStringConvertible {
    var total = 0
    var pair = Row(id: 100)
    var maybe: Row?
    var route = Route.none
    var rows: [Row] = [Row(id: 1)]

    struct Row: Hashable, Identifiable, CustomStringConvertible {
        var id: Int
        var number = 0
        var note = 0

        var description: String { "\(id):\(number),\(note)" }
    }

    enum Route: Hashable, CustomStringConvertible {
        case none
        case row(Row)

        var row: Row? {
            if case .row(let row) = self { row } else { nil }
        }

        var description: String { row.map { "\($0)" } ?? "-" }
    }

    var description: String { "\(total) \(pair) \(maybe.map { "\($0)" } ?? "-") \(route) \(rows)" }
}

extension RandomFrame: RandomWhole {
    static func made(of number: Int) -> RandomFrame { RandomFrame(total: number) }

    func projected(_ number: Int) -> Int {
        switch number % 5 {
        case 0: total
        case 1: pair.number
        case 2: rows.count
        case 3: maybe?.number ?? 0
        default: 0
        }
    }

    mutating func act(_ number: Int, _ value: Int) {
        switch number % 11 {
        case 0: total = (total + value) & 63
        case 1: total = value
        case 2: rows = value & 3 == 0 ? [] : rows + [Row(id: value & 7, number: value)]
        case 3: if rows.isEmpty { rows = [Row(id: value & 3)] } else { rows.removeFirst() }
        case 4: rows = (0..<(value & 3)).map { Row(id: ($0 + value) & 7, note: value) }
        case 5: maybe = maybe == nil ? Row(id: 200, number: value) : nil
        case 6: maybe?.number = value
        case 7: route = route == .none ? .row(Row(id: 300, note: value)) : .none
        case 8: pair.number = value
        case 9: rows.reverse()
        default: break
        }
    }

    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of place: ReferencePlace<RandomFrame>,
        _ run: ReferenceRun, _ path: String
    ) -> [ReferenceLens] {
        let label = LensProgram.partLabel(at: path)
        let place = place.inside(label ?? "\(kind)")
        switch kind {
        case .pair: return run.lenses(children, place.part(\.pair), path: path + "p")
        case .maybe: return [maybe(place) { [unowned run] in run.lenses(children, $0, path: path + "m") }]
        case .route: return [route(place) { [unowned run] in run.lenses(children, $0, path: path + "r") }]
        case .rows: return [rows(place) { [unowned run] in run.lenses(children, $1, path: path + "e\($0)") }]
        }
    }

    private static func maybe(
        _ place: ReferencePlace<RandomFrame>, _ feature: @escaping (ReferencePlace<Row>) -> [ReferenceLens]
    ) -> ReferenceLens {
        place.lens(
            ids: { $0.maybe == nil ? [] : [0] }, get: { frame, _ in frame.maybe },
            set: { frame, _, row in frame.maybe = row }, { _, row in feature(row) })
    }

    private static func route(
        _ place: ReferencePlace<RandomFrame>, _ feature: @escaping (ReferencePlace<Row>) -> [ReferenceLens]
    ) -> ReferenceLens {
        place.lens(
            ids: { $0.route.row == nil ? [] : [0] }, get: { frame, _ in frame.route.row },
            set: { frame, _, row in frame.route = .row(row) }, { _, row in feature(row) })
    }

    private static func rows(
        _ place: ReferencePlace<RandomFrame>, _ feature: @escaping (Int, ReferencePlace<Row>) -> [ReferenceLens]
    ) -> ReferenceLens {
        place.lens(
            ids: { $0.rows.map(\.id) }, get: { frame, id in frame.rows.first { $0.id == id } },
            set: { frame, id, row in
                guard let index = frame.rows.firstIndex(where: { $0.id == id }) else { return }
                frame.rows[index] = row
            }, name: { "[\($0)]" }, feature)
    }

    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of frames: Signal<RandomFrame>, _ run: RealRun,
        _ path: String
    ) -> MutatingLens<Signal<RandomFrame>, Void> {
        let label = LensProgram.partLabel(at: path)
        return switch kind {
        case .pair: frames.lens(\.pair, label: label) { run.lens(of: children, $0, path: path + "p") }
        case .maybe:
            frames.lens(optional: \.maybe, label: label) { [unowned run] in
                run.lens(of: children, $0, path: path + "m")
            }
        case .route:
            frames.lens(\.route, case: \.row, embed: Route.row, label: label) { [unowned run] in
                run.lens(of: children, $0, path: path + "r")
            }
        case .rows:
            frames.lens(each: \.rows, label: label) { [unowned run] id, row in
                run.lens(of: children, row, path: path + "e\(id)")
            }
        }
    }
}

extension RandomFrame.Row: RandomWhole {
    static func made(of number: Int) -> RandomFrame.Row { RandomFrame.Row(id: number & 7, number: number) }

    func projected(_ which: Int) -> Int {
        switch which % 3 {
        case 0: number
        case 1: note
        default: id
        }
    }

    mutating func act(_ which: Int, _ value: Int) {
        switch which % 6 {
        case 0: number = (number + value) & 63
        case 5: id = value & 7
        case 1: note = value
        case 2: number = 0
        case 3: note = (note + 1) & 3
        default: break
        }
    }

    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of place: ReferencePlace<RandomFrame.Row>,
        _ run: ReferenceRun, _ path: String
    ) -> [ReferenceLens] {
        let place = place.inside(LensProgram.partLabel(at: path) ?? "number")
        return run.lenses(children, place.part(\.number), path: path + "n")
    }

    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of frames: Signal<RandomFrame.Row>, _ run: RealRun,
        _ path: String
    ) -> MutatingLens<Signal<RandomFrame.Row>, Void> {
        frames.lens(\.number, label: LensProgram.partLabel(at: path)) { run.lens(of: children, $0, path: path + "n") }
    }
}

extension Int: RandomWhole {
    static func made(of number: Int) -> Int { number }

    func projected(_ number: Int) -> Int { number % 2 == 0 ? self : self & 1 }

    mutating func act(_ number: Int, _ value: Int) {
        switch number % 3 {
        case 0: self = (self + value) & 63
        case 1: self = value
        default: self = (self + 1) & 7
        }
    }

    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of place: ReferencePlace<Int>, _ run: ReferenceRun,
        _ path: String
    ) -> [ReferenceLens] { [] }

    static func parts(
        _ kind: LensProgram.PartKind, _ children: [LensProgram], of frames: Signal<Int>, _ run: RealRun, _ path: String
    ) -> MutatingLens<Signal<Int>, Void> { MutatingLens(value: frames) { _ in } }
}
