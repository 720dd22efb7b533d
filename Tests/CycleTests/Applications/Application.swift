import Cycle
import TestSupport

/// A whole application as a value: generated, run, judged by the laws of the loop, made smaller and printed.
struct Application: Hashable {
    var lenses: [Lens]
    /// The sources of effects that wants lead to, by the number of the want.
    var effects: [Source] = [.script([])]
    var shared: [Source] = []
    /// The calls from outside, one after the other.
    var steps: [Step]
    /// The calls that callbacks make.
    var deeds: [Deed] = []
    var driving = Driving.draining
    var isWatched = false
    var hasStandIns = false

    static let pipeCount = 2

    /// The way in which turns are taken.
    enum Driving: Hashable, CaseIterable { case draining, stepping, running }

    /// A signal of events.
    indirect enum Source: Hashable {
        /// Numbers of values at times from its start on.
        case script([Beat], ends: Bool = true)
        case ticks(Int)
        case pipe(Int)
        case shared(Int)
        /// An `async` function.
        case task(suspensions: Int, isThrowing: Bool)
        case sequence(Int)
        case delay(Int, Source)
        case prefix(Int, Source)
        case inTurns(Source)
        /// Runs inside of a signal of its own, and can be cancelled alone.
        case held(Source)
        case merge(Source, Source)
        case flatMap(FlattenStrategy, Source, Source)
    }

    enum PartKind: Hashable, CaseIterable { case pair, sheet, route, rows }

    enum Rule: Hashable, CaseIterable { case rowsToCount, numberToRows }

    indirect enum Lens: Hashable {
        case events(Source, Action)
        /// A driver of the wants in the frame.
        case driver(Action, keepsPrevious: Bool)
        case watcher
        case rule(Rule)
        case part(PartKind, [Lens])
        // Of the whole frame only.
        case reel(Int)
        case motion
        /// Sends whole frames.
        case whole
        /// Listens to the frames anew for each event, and may answer with a whole frame.
        case newcomer(Source, inTurns: Bool)
        case prefixed(Lens)
    }

    enum Step: Hashable {
        case send(pipe: Int)
        case advance(Int)
        case act(Act)
    }

    /// A change that an event-filter makes.
    enum Action: Hashable, CaseIterable {
        case nothing, add, wants, doubleWant, addRow, dropRow, reverse, duplicate, pattern, rename, trinket, stamp,
            sheet, route,
            animate, move, renameSelf
        /// One of these, by the value of the event.
        case any
    }
}

extension Application {
    /// Whether no event of `source` can come to its listener twice, or out of order.
    func isOrdered(_ source: Source) -> Bool { source.isOrdered && shared.allSatisfy(\.isOrdered) }

    /// Whether a signal may hold something back after its source has ended.
    var hasDelays: Bool {
        lenses.contains(where: \.hasDelays) || effects.contains(where: \.hasDelays)
            || shared.contains(where: \.hasDelays)
    }
}

extension Application.Lens {
    fileprivate var hasDelays: Bool {
        switch self {
        case .events(let source, _), .newcomer(let source, _): source.hasDelays
        case .part(_, let lenses): lenses.contains(where: \.hasDelays)
        case .prefixed(let lens): lens.hasDelays
        case .driver, .watcher, .rule, .reel, .motion, .whole: false
        }
    }
}

extension Application.Source {
    fileprivate var hasDelays: Bool {
        switch self {
        case .delay: true
        case .pipe, .shared, .script, .ticks, .task, .sequence: false
        case .prefix(_, let source), .inTurns(let source), .held(let source): source.hasDelays
        case .merge(let first, let second), .flatMap(_, let first, let second): first.hasDelays || second.hasDelays
        }
    }

    fileprivate var isOrdered: Bool { leafCount <= 1 && !hasManyRuns }

    private var leafCount: Int {
        switch self {
        case .pipe, .shared: 1
        case .script, .ticks, .task, .sequence: 0
        case .delay(_, let source), .prefix(_, let source), .inTurns(let source), .held(let source): source.leafCount
        case .merge(let first, let second), .flatMap(_, let first, let second): first.leafCount + second.leafCount
        }
    }

    private var hasManyRuns: Bool {
        switch self {
        case .pipe, .shared, .script, .ticks, .task, .sequence: false
        case .delay(_, let source), .prefix(_, let source), .inTurns(let source), .held(let source): source.hasManyRuns
        case .merge(let first, let second): first.hasManyRuns || second.hasManyRuns
        case .flatMap(_, let first, let second): first.hasManyRuns || second.leafCount > 0 || second.hasManyRuns
        }
    }
}
