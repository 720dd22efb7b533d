import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester: the table syntax")
struct TableTests {
    private enum Light: Equatable {
        case red, green, dark
    }

    private enum Press: Equatable {
        case next, off
        case set(Int)
    }

    private typealias Machine = Harvester<Press, Light>
    private typealias Mapping = Machine.Mapping

    private func next(_ mapping: Mapping) -> [Light?] {
        [(.next, .red), (.next, .green), (.off, .red), (.off, .dark), (.set(1), .green)].map { mapping.run($0, $1) }
    }

    @Test("input | from => to is one way, from one state, for one input")
    func row() {
        #expect(next(.next | .red => .green) == [.green, nil, nil, nil, nil])
    }

    @Test("a test stands for the states or the inputs that pass it, any for all")
    func tests() {
        let isLit: (Light) -> Bool = { $0 != .dark }
        let isSet: (Press) -> Bool = { if case .set = $0 { true } else { false } }
        #expect(next(.off | isLit => .dark) == [nil, nil, .dark, nil, nil])
        #expect(next(isSet | .green => .red) == [nil, nil, nil, nil, .red])
        #expect(next(isSet | isLit => .red) == [nil, nil, nil, nil, .red])
        #expect(next(.off | any => .green) == [nil, nil, .green, .green, nil])
        #expect(next(any | any => .dark) == [.dark, .dark, .dark, .dark, .dark])
        #expect(next(any | .red => .dark) == [.dark, nil, .dark, nil, nil])
    }

    @Test("a function stands for the states that it computes")
    func functions() {
        let turned: (Light) -> Light? = { $0 == .red ? .green : $0 == .green ? .red : nil }
        let isSet: (Press) -> Bool = { if case .set = $0 { true } else { false } }
        #expect(next(.next | turned) == [.green, .red, nil, nil, nil])
        #expect(next(isSet | turned) == [nil, nil, nil, nil, .red])
    }

    @Test("rows are tried from the top")
    func order() {
        #expect(next(.reduce([.next | .red => .green, .next | any => .dark])) == [.green, .dark, nil, nil, nil])
    }

    @Test("a row ends in an effect, nil, or a function of the world")
    func effects() {
        typealias Row = Machine.EffectMappingInWorld<Light, BasicEffectQueue, Never>
        typealias Plain = Machine.EffectMapping<BasicEffectQueue, Never>
        let plain: [Plain] = [
            .next | .red => .green | Effect(.just(.off)),
            .off | .green => .dark | Signal.just(.set(1)).toEffect(),
            .set(1) | .dark => .red | nil,
            .set(2) | .red => .green | .empty,
        ]
        let rows: [Row] = [
            .set(3) | .green => .dark | { (world: Light) in world == .red ? .nextInput(.next) : nil },
            .next | .dark => .red | { _ in nil },
        ]
        let harvester = Machine(
            state: .red, mapping: .reduce(plain.map { $0.contramapWorld { _ in () } } + rows), world: .red,
            scheduler: VirtualTime())
        var states: [Light] = []
        let watching = harvester.$state.observe { states.append($0) }
        harvester.send(.next)
        harvester.send(.set(2))
        harvester.send(.set(3))
        watching.cancel()
        #expect(states == [.red, .green, .dark, .red, .green, .dark, .red])
    }
}
