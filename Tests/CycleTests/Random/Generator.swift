import CycleTesting

/// Makes random programs: the same for the same seed, for ever.
struct Generator {
    /// The elements of a program.
    enum Subject: CaseIterable {
        /// One signal, whose values are events.
        case signals
        /// A loop with drivers, whole frames and parts.
        case loops
        /// The same, in which values stop, start, send, come and go while they are delivered.
        case deeds
    }

    private var random: SplitMix
    private let subject: Subject
    private var number = 0
    private var sharedCount = 0
    private var usesPipes = false

    private init(_ subject: Subject, seed: UInt64) {
        self.subject = subject
        random = SplitMix(seed: seed)
    }

    static func makeProgram(_ subject: Subject, seed: UInt64) -> LoopProgram {
        var generator = Generator(subject, seed: seed)
        return generator.makeProgram()
    }

    private mutating func makeProgram() -> LoopProgram {
        var shared: [Program] = []
        for _ in 0..<(isLikely(30) ? 1 + pick(2) : 0) {
            shared.append(signal(depth: 3, in: .top))
            sharedCount += 1
        }
        let lenses: [LensProgram]
        if subject == .signals {
            lenses = [.events(signal(depth: 5, in: .top), action: 1)]
        } else {
            lenses = (0..<(1 + pick(4))).map { _ in lens(level: 0) }
        }
        var program = LoopProgram(lenses: lenses, shared: shared, isWatched: isLikely(25))
        guard usesPipes else { return program }
        program.sends = (0..<pick(7)).map { _ in
            .init(time: pick(7), pipe: pick(LoopProgram.pipeCount), value: isLikely(12) ? -1 : pick(64))
        }.sorted { $0.time < $1.time }
        return program
    }

    // MARK: Lenses

    private mutating func lens(level: Int) -> LensProgram {
        let depth = 1 + pick(4)
        if level == 0, isLikely(20) { return .rule(LensProgram.Copy.allCases[pick(LensProgram.Copy.allCases.count)]) }
        if isLikely(6) { return .prefixed(pick(64), lens(level: level)) }
        switch pick(level < 2 ? 10 : 6) {
        case 0: return .events(signal(depth: depth, in: .top), action: pick(11))
        case 1: return .whole(signal(depth: depth, in: .driver), projection: pick(5), action: pick(11))
        case 2: return .watch(signal(depth: depth, in: .driver), projection: pick(5))
        case 3, 4, 5: return .driver(signal(depth: depth, in: .driver), projection: pick(5), action: pick(11))
        default:
            let kind = LensProgram.PartKind.allCases[pick(LensProgram.PartKind.allCases.count)]
            return .part(kind, (0..<(1 + pick(2))).map { _ in lens(level: level + 1) })
        }
    }

    // MARK: Signals

    private struct Place {
        var hasModel = false
        var hasInput = false

        static let top = Place()
        static let driver = Place(hasModel: true)
        var inner: Place { Place(hasModel: hasModel, hasInput: true) }
    }

    private mutating func signal(depth: Int, in place: Place) -> Program {
        guard depth > 0, !isLikely(12) else { return source(in: place) }
        switch pick(28) {
        case 0...9: return single(depth: depth, in: place)
        case 10...12:
            return .merge((0..<(1 + pick(3))).map { _ in signal(depth: depth - 1, in: place) })
        case 13, 14:
            return .withLatest(signal(depth: depth - 1, in: place), signal(depth: depth - 1, in: place))
        case 15...19:
            return .flatMap(
                strategy(), signal(depth: depth - 1, in: place),
                signal(depth: depth - 1, in: place.inner))
        case 20:
            return .lastingEffects(signal(depth: depth - 1, in: place), signal(depth: depth - 1, in: place.inner))
        case 21, 22:
            return .effects(signal(depth: depth - 1, in: place), signal(depth: depth - 1, in: place.inner))
        case 23: return .until(signal(depth: depth - 1, in: place), signal(depth: depth - 1, in: place))
        case 26, 27: return .goingOn(strategy(), single(depth: 1, in: place.inner))
        case 24: return .handle(nextNumber(), deed(), signal(depth: depth - 1, in: place))
        default: return .inTurns(signal(depth: depth - 1, in: place))
        }
    }

    private mutating func strategy() -> FlattenStrategy {
        let strategies: [FlattenStrategyName] = [.merge, .concat, .latest, .first, .two, .race]
        return strategies[pick(strategies.count)].strategy
    }

    private mutating func single(depth: Int, in place: Place) -> Program {
        let source = signal(depth: depth - 1, in: place)
        switch pick(15) {
        case 0: return .map(1 + pick(9), source)
        case 1: return .filter(1 << pick(3), source)
        case 2: return .compactMap(1 << pick(3), source)
        case 3: return .scan(source)
        case 4: return .removeDuplicates(source)
        case 5: return .combinePrevious(source)
        case 6: return .prefixed(pick(64), source)
        case 7, 8: return .prefix(pick(4), source)
        case 9: return .handle(nextNumber(), deed(), source)
        case 10: return .delay(1 + pick(3), source)
        case 11: return .debounce(1 + pick(3), source)
        case 12: return .throttle(1 + pick(3), latest: isLikely(60), source)
        case 13: return .sample(1 + pick(3), source)
        default: return isLikely(20) ? .ignoringValues(source) : .inTurns(source)
        }
    }

    private mutating func source(in place: Place) -> Program {
        if place.hasModel, isLikely(45) { return .model }
        if place.hasInput, isLikely(45) { return .input(pick(4)) }
        if sharedCount > 0, isLikely(35) { return .shared(pick(sharedCount)) }
        switch pick(12) {
        case 0...2: return .from((0..<pick(4)).map { _ in pick(64) })
        case 3: return .never
        case 4, 5: return .ticks(1 + pick(3))
        case 6, 7:
            usesPipes = true
            return .pipe(pick(LoopProgram.pipeCount))
        default: return .script(nextNumber(), beats())
        }
    }

    private mutating func beats() -> [Beat] {
        var time = 0
        return (0..<pick(4)).map { _ in
            defer { time += 1 + pick(3) }
            if time == 0, isLikely(40) { time = 1 }
            return Beat(time: time, values: (0..<(1 + pick(3))).map { _ in isLikely(12) ? -1 : pick(64) })
        }
    }

    private mutating func deed() -> Program.Deed {
        guard subject == .deeds, isLikely(60) else { return .note }
        let acts: [Program.Deed.Act] = [
            .stop, .restart, .resume, .send(pipe: pick(LoopProgram.pipeCount)), .observe, .leave,
        ]
        usesPipes = true
        return .init(value: pick(8), act: acts[pick(acts.count)])
    }

    private mutating func nextNumber() -> Int {
        number += 1
        return number
    }

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    private mutating func isLikely(_ percent: Int) -> Bool { pick(100) < percent }
}

import Cycle

/// The strategies of `flatMap`, to pick one.
private enum FlattenStrategyName {
    case merge, concat, latest, first, two, race

    var strategy: FlattenStrategy {
        switch self {
        case .merge: .merge
        case .concat: .concat
        case .latest: .latest
        case .first: .first
        case .two: .concurrent(2)
        case .race: .race
        }
    }
}
