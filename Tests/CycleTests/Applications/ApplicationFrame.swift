import Cycle
import TestSupport

/// A request in a frame.
struct Want: Hashable, Identifiable, Sendable {
    var id: Int
    var version: Int
    var isAnswered = false
}

/// A large part of a frame, which shows whether somebody has changed it while it was being read.
struct Ballast: Equatable, Sendable {
    private var stamp = 0
    private var numbers = [Int](repeating: 0, count: 24)

    init() {}

    var isIntact: Bool { numbers.count == 24 && numbers.allSatisfy { $0 == stamp } }

    mutating func change(to stamp: Int) {
        self.stamp = stamp
        numbers = [Int](repeating: stamp, count: 24)
    }
}

/// The subject of a feature: the frame, or a part of it that comes and goes.
protocol ApplicationPart: Equatable, Sendable {
    var number: Int { get set }
    var count: Int { get set }
    var wants: [Want] { get set }
    var rows: [AppNode] { get set }
    var trinket: Judge.Trinket? { get set }
    var ballast: Ballast { get set }

    mutating func actAlone(_ action: Application.Action, _ value: Int)
    static func parts(_ kind: Application.PartKind) -> (Self) -> [AppNode]
    /// Whether parts of that kind have identities of their own.
    static func haveIdentities(_ kind: Application.PartKind) -> Bool
    static func lens(
        _ kind: Application.PartKind, _ frames: Signal<Self>, label: String,
        _ feature: @escaping (Int, Signal<AppNode>) -> MutatingLens<Signal<AppNode>, Void>
    ) -> MutatingLens<Signal<Self>, Void>
}

extension ApplicationPart {
    /// The identities of the parts that are there.
    func identities(_ kind: Application.PartKind) -> Set<Int> {
        let parts = Self.parts(kind)(self)
        return Self.haveIdentities(kind) ? Set(parts.map(\.id)) : parts.isEmpty ? [] : [0]
    }

    func part(_ kind: Application.PartKind, _ identity: Int) -> AppNode? {
        let parts = Self.parts(kind)(self)
        return Self.haveIdentities(kind) ? parts.first { $0.id == identity } : parts.first
    }

    /// The wants without an answer: a resumed frame does not send an answered request again.
    var model: [Want] { wants.filter { !$0.isAnswered } }

    mutating func answer(_ want: Want) {
        for index in wants.indices where wants[index] == want { wants[index].isAnswered = true }
    }

    mutating func act(_ action: Application.Action, _ value: Int, _ judge: Judge) {
        switch action {
        case .nothing: break
        case .add: number = (number + value) & 63
        case .wants: wants = (0..<3).filter { value & (1 << $0) != 0 }.map { Want(id: $0, version: value >> 4) }
        case .doubleWant: if let first = wants.first { wants.append(Want(id: first.id, version: value & 3)) }
        case .addRow: rows.append(AppNode(id: value & 3, number: value))
        case .dropRow: if !rows.isEmpty { rows.removeFirst() }
        case .reverse: rows.reverse()
        case .duplicate: if let first = rows.first { rows.insert(first, at: value & 1) }
        case .pattern:
            rows = Self.patterns[value % Self.patterns.count].map { AppNode(id: $0, number: $0 * (value >> 4)) }
        case .rename: if let index = rows.indices.last { rows[index].id = value & 3 }
        case .trinket: trinket = value & 1 == 0 ? Judge.Trinket(judge) : nil
        case .stamp: ballast.change(to: value)
        case .sheet, .route, .animate, .move, .renameSelf: actAlone(action, value)
        case .any: act(Application.Action.allCases[value % (Application.Action.allCases.count - 1)], value, judge)
        }
    }

    private static var patterns: [[Int]] {
        [[], [1], [1, 1, 2], [1, 2], [2, 1], [2], [1, 2, 3], [3, 1, 1], [1, 1], [3, 2]]
    }
}

/// The frame of all random applications.
///
/// Unchecked: a motion is not `Sendable`.
struct AppFrame: ApplicationPart, @unchecked Sendable {
    var number = 0
    var count = 0
    var wants: [Want] = []
    var rows = [AppNode(id: 1)]
    var trinket: Judge.Trinket?
    var ballast = Ballast()
    var pair = AppNode(id: 100)
    var sheet: AppNode?
    var route = Route.none
    var reel: Reel<Int> = [0]
    var motion = Motion(0.0)

    enum Route: Equatable, Sendable {
        case none
        case node(AppNode)

        var node: AppNode? {
            if case .node(let node) = self { node } else { nil }
        }
    }

    mutating func actAlone(_ action: Application.Action, _ value: Int) {
        switch action {
        case .sheet: sheet = sheet == nil ? AppNode(id: 200, number: value) : nil
        case .route: route = route == .none ? .node(AppNode(id: 300, number: value)) : .none
        case .animate:
            let policies = AnimationPolicy.allCases
            reel.animate(policies[value % policies.count]) { from in (0..<(value >> 3)).map { from + $0 } }
        case .move: motion.move(to: Double(value), .tween(.linear, .seconds(value & 3)))
        default: break
        }
    }

    static func parts(_ kind: Application.PartKind) -> (AppFrame) -> [AppNode] {
        switch kind {
        case .pair: { [$0.pair] }
        case .sheet: { $0.sheet.map { [$0] } ?? [] }
        case .route: { $0.route.node.map { [$0] } ?? [] }
        case .rows: \.rows
        }
    }

    static func haveIdentities(_ kind: Application.PartKind) -> Bool { kind == .rows }

    static func lens(
        _ kind: Application.PartKind, _ frames: Signal<AppFrame>, label: String,
        _ feature: @escaping (Int, Signal<AppNode>) -> MutatingLens<Signal<AppNode>, Void>
    ) -> MutatingLens<Signal<AppFrame>, Void> {
        switch kind {
        case .pair: frames.lens(\.pair, label: label) { feature(0, $0) }
        case .sheet: frames.lens(optional: \.sheet, label: label) { feature(0, $0) }
        case .route: frames.lens(\.route, case: \.node, embed: Route.node, label: label) { feature(0, $0) }
        case .rows: frames.lens(each: \.rows, label: label) { feature($0, $1) }
        }
    }
}

/// An element, an optional or the payload of a case, which has elements of its own.
struct AppNode: ApplicationPart, Identifiable {
    var id: Int
    var number = 0
    var count = 0
    var wants: [Want] = []
    var rows: [AppNode] = []
    var trinket: Judge.Trinket?
    var ballast = Ballast()

    init(id: Int, number: Int = 0) {
        (self.id, self.number) = (id, number)
    }

    /// A part without an address.
    private var front: AppNode? {
        get { rows.first }
        set {
            if let newValue { rows = [newValue] + rows.dropFirst() } else { rows = Array(rows.dropFirst()) }
        }
    }

    mutating func actAlone(_ action: Application.Action, _ value: Int) {
        if action == .renameSelf { id = value & 3 }
    }

    static func parts(_ kind: Application.PartKind) -> (AppNode) -> [AppNode] {
        switch kind {
        case .pair, .rows: \.rows
        case .sheet: { $0.front.map { [$0] } ?? [] }
        case .route: { $0.rows.count == 1 ? $0.rows : [] }
        }
    }

    static func haveIdentities(_ kind: Application.PartKind) -> Bool { kind == .rows || kind == .pair }

    static func lens(
        _ kind: Application.PartKind, _ frames: Signal<AppNode>, label: String,
        _ feature: @escaping (Int, Signal<AppNode>) -> MutatingLens<Signal<AppNode>, Void>
    ) -> MutatingLens<Signal<AppNode>, Void> {
        switch kind {
        case .pair, .rows: frames.lens(each: \.rows, label: label) { feature($0, $1) }
        case .sheet: frames.lens(optional: \.front, label: label) { feature(0, $0) }
        case .route:
            frames.lens(\.rows, case: { $0.count == 1 ? $0[0] : nil }, embed: { [$0] }, label: label) { feature(0, $0) }
        }
    }
}
