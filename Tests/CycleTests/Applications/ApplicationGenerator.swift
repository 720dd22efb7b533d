import Cycle
import TestSupport

/// Makes random applications: the same for the same seed, for ever.
struct ApplicationGenerator {
    private var chance: SeededChance
    private var sharedCount = 0

    private init(seed: UInt64) { chance = SeededChance(seed: seed) }

    static func makeApplication(seed: UInt64) -> Application {
        var generator = ApplicationGenerator(seed: seed)
        return generator.makeApplication()
    }

    private mutating func makeApplication() -> Application {
        var shared: [Application.Source] = []
        if chance.once(in: 3) {
            shared = [source(depth: 2)]
            sharedCount = 1
        }
        let fed = Application.Lens.events(.pipe(0), .any)
        var application = Application(lenses: many(1...5) { $0.lens(level: 0) }, shared: shared, steps: [])
        application.lenses.insert(fed, at: chance.below(application.lenses.count + 1))
        application.effects = many(1...3) { $0.source(depth: 2) }
        application.steps = (chance.once(in: 8) ? [] : [.act(.start)]) + many(4...24) { $0.step() }
        application.deeds = many(0...4) { Deed(&$0.chance) }
        application.driving = chance.one(of: [.draining, .draining, .stepping, .running])
        application.isWatched = chance.once(in: 2)
        application.hasStandIns = chance.once(in: 4)
        return application
    }

    private mutating func many<Choice>(
        _ counts: ClosedRange<Int>, _ make: (inout ApplicationGenerator) -> Choice
    ) -> [Choice] {
        (0..<(counts.lowerBound + chance.below(counts.count))).map { _ in make(&self) }
    }

    // MARK: Lenses

    private mutating func lens(level: Int) -> Application.Lens {
        switch chance.below(level == 0 ? 20 : level < 3 ? 14 : 10) {
        case 0...3: .events(source(depth: 3), action())
        case 4...7: .driver(action(), keepsPrevious: chance.once(in: 4))
        case 8: .watcher
        case 9: .rule(chance.one(of: Application.Rule.allCases))
        case 10...13: .part(part(), many(1...3) { $0.lens(level: level + 1) })
        case 14: .reel(1 + chance.below(2))
        case 15: .motion
        case 16: .whole
        case 17: .newcomer(source(depth: 2), inTurns: chance.once(in: 2))
        case 18: .prefixed(lens(level: 1))
        default: .events(.pipe(chance.below(Application.pipeCount)), .any)
        }
    }

    private mutating func part() -> Application.PartKind {
        chance.one(of: [.rows, .rows, .rows, .pair, .sheet, .route])
    }

    private mutating func action() -> Application.Action {
        chance.once(in: 2) ? .any : chance.one(of: Application.Action.allCases)
    }

    // MARK: Sources

    private mutating func source(depth: Int) -> Application.Source {
        guard depth > 0, !chance.once(in: 3) else { return simpleSource() }
        switch chance.below(10) {
        case 0: return .delay(1 + chance.below(2), source(depth: depth - 1))
        case 1: return .prefix(chance.below(3), source(depth: depth - 1))
        case 2: return .inTurns(source(depth: depth - 1))
        case 3: return .held(source(depth: depth - 1))
        case 4, 5: return .merge(source(depth: depth - 1), source(depth: depth - 1))
        default:
            let strategies: [FlattenStrategy] = [.merge, .concurrent(2), .concat, .latest, .latest, .first, .race]
            return .flatMap(chance.one(of: strategies), source(depth: depth - 1), source(depth: depth - 1))
        }
    }

    private mutating func simpleSource() -> Application.Source {
        switch chance.below(10) {
        case 0, 1: .pipe(chance.below(Application.pipeCount))
        case 2: sharedCount > 0 ? .shared(0) : .ticks(1)
        case 3: .ticks(1 + chance.below(3))
        case 4, 5: .task(suspensions: chance.below(4), isThrowing: chance.once(in: 3))
        case 6: .sequence(chance.below(5))
        default: .script(beats(), ends: !chance.once(in: 3))
        }
    }

    private mutating func beats() -> [Beat] {
        var time = chance.below(2)
        return many(0...3) { generator in
            defer { time += 1 + generator.chance.below(2) }
            return Beat(time: time, values: generator.many(1...2) { $0.chance.below(64) })
        }
    }

    // MARK: From outside

    private mutating func step() -> Application.Step {
        switch chance.below(10) {
        case 0...5: .send(pipe: chance.once(in: 3) ? 1 : 0)
        case 6...8: .advance(chance.below(4))
        default: .act(chance.one(of: Act.allCases))
        }
    }
}
