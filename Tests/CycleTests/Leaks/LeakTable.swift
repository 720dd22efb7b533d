import Cycle
import CycleTesting

/// Something that comes and goes.
struct LeakRow {
    let name: String
    /// How much less often than an operator: a loop costs more.
    var share = 1
    /// Prepares, and returns what is done each time.
    let prepare: (Census) -> () -> Void

    init(_ name: String, share: Int = 1, _ prepare: @escaping (Census) -> () -> Void) {
        self.name = name
        self.share = share
        self.prepare = prepare
    }
}

extension LeakRow {
    private typealias Ints = Signal<Int>

    /// A loop that lives on, in which each event starts a signal that ends by itself or is replaced.
    private static func inner(
        _ name: String, _ strategy: FlattenStrategy = .merge, _ make: @escaping (Int) -> Signal<Int>
    ) -> LeakRow {
        LeakRow("\(name) in flatMap(.\(strategy))") { census in
            let time = VirtualTime()
            let (starts, inlet) = Signal<Int>.pipe()
            let started = starts.flatMap(strategy) { value in
                let witness = census.makeWitness()
                return make(value).map { value in withExtendedLifetime(witness) { value } }
            }
            let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: started) { $0 = ($0 + $1) & 63 } }
            cycle.start(on: time)
            return {
                inlet.send(1)
                cycle.drain()
                for _ in 0..<3 {
                    time.advance(by: .seconds(1))
                    cycle.drain()
                }
            }
        }
    }

    /// Operators whose run ends with their source.
    static var operators: [LeakRow] {
        let clock = Ints.ticks(every: .seconds(1))
        return [
            inner("just") { .just($0) }, inner("from") { .from([$0, $0]) }, inner("empty") { _ in .empty },
            inner("map, filter, compactMap") { Ints.just($0).map { $0 + 1 }.filter { $0 > 0 }.compactMap { $0 } },
            inner("scan, removeDuplicates") { Ints.from([$0, $0]).scan(0) { $0 + $1 }.removeDuplicates() },
            inner("combinePrevious") { Ints.from([$0, $0]).combinePrevious().map { $0.0 } },
            inner("prefixed, handle") { Ints.just($0).prefixed(with: 1).handle { _ in } },
            inner("ignoringValues") { Ints.just($0).ignoringValues() },
            inner("prefix, source first") { Ints.just($0).prefix(3) },
            inner("prefix, complete") { _ in clock.prefix(2) },
            inner("prefix of what waits") { Ints.from([$0, $0, $0]).inTurns().prefix(2) },
            inner("inTurns") { Ints.just($0).inTurns() },
            inner("merge") { .merge(.just($0), .just($0).inTurns()) },
            inner("withLatest, own end first") { Ints.just($0).withLatest(from: clock.prefixed(with: 1)).map { $0.0 } },
            inner("withLatest, other's end first") { Ints.just($0).withLatest(from: Ints.just(1)).map { $0.0 } },
            inner("withLatest of nothing") { Ints.just($0).withLatest(from: Ints.never).map { $0.0 } },
            inner("delay") { Ints.just($0).delay(.seconds(1)) },
            inner("sample") { Ints.just($0).sample(every: .seconds(1)) },
            inner("throttle") { Ints.from([$0, $0]).throttle(.seconds(1)) },
            inner("debounce") { Ints.from([$0, $0]).debounce(.seconds(1)) },
            inner("debounce of ticks") { _ in clock.prefix(2).debounce(.seconds(1)) },
            inner("flatMap(.latest)") { Ints.from([$0, $0]).flatMap(.latest) { .just($0) } },
            inner("flatMap(.concat)") { Ints.from([$0, $0]).flatMap(.concat) { Ints.just($0).inTurns() } },
            inner("flatMap(.concurrent)") {
                Ints.from([$0, $0, $0]).flatMap(.concurrent(2)) { Ints.just($0).inTurns() }
            },
            inner("flatMap(.first)") { Ints.from([$0, $0]).flatMap(.first) { Ints.just($0).inTurns() } },
            inner("flatMap whose first outlives its second") {
                Ints.from([$0, $0 + 1]).flatMap(.merge) { $0 == 1 ? clock.prefix(2) : .just($0) }
            },
        ]
    }

    /// Operators whose run is replaced while it goes on.
    static var replaced: [LeakRow] {
        let clock = Ints.ticks(every: .seconds(2))
        return [
            inner("ticks", .latest) { _ in clock }, inner("merge", .latest) { .merge(.just($0), clock) },
            inner("inTurns", .latest) { .merge(Ints.just($0).inTurns(), clock.inTurns()) },
            inner("delay", .latest) { Ints.just($0).delay(.seconds(10)) },
            inner("sample", .latest) { Ints.merge(.just($0), .never).sample(every: .seconds(10)) },
            inner("throttle", .latest) { Ints.merge(.from([$0, $0]), .never).throttle(.seconds(10)) },
            inner("debounce", .latest) { Ints.merge(.just($0), .never).debounce(.seconds(10)) },
            inner("prefix", .latest) { _ in clock.prefix(100) },
            inner("withLatest", .latest) { Ints.merge(.just($0), clock).withLatest(from: clock).map { $0.0 } },
            inner("flatMap(.concat)", .latest) { Ints.from([$0, $0, $0]).flatMap(.concat) { _ in clock } },
            inner("flatMap(.merge)", .latest) { Ints.from([$0, $0]).flatMap(.merge) { _ in clock } },
            inner("effects", .latest) {
                Ints.merge(.just($0), .never).effects(for: { [$0] }, by: { $0 }) { _ in clock }
            },
            inner("share", .latest) { _ in
                let shared = clock.share()
                return .merge(shared, shared)
            },
            inner("pipe", .latest) { value in
                let (values, inlet) = Ints.pipe()
                inlet.send(value)
                return values.handle { _ in withExtendedLifetime(inlet) {} }
            },
            inner("inlet", .latest) { value in
                Ints { sink in
                    let inlet = sink.inlet(bound: 2)
                    inlet.send(value)
                    return Subscription { withExtendedLifetime(inlet) {} }
                }
            },
        ]
    }

    /// Signals that are shared, keyed, or of one's own making.
    private static var shares: [LeakRow] {
        [
            inner("share") { Ints.just($0).share() },
            inner("share with two listeners") {
                let shared = Ints.just($0).inTurns().share()
                return .merge(shared, shared)
            },
            inner("alarm") { value in
                Ints { sink in
                    let alarm = sink.alarm { sink.end() }
                    alarm.arm(at: sink.now + .seconds(1))
                    return Subscription { alarm.disarm() }
                }.prefixed(with: value)
            },
            inner("custom") { value in
                Ints { sink in
                    sink.send(value)
                    sink.end()
                    return Subscription()
                }
            },
            inner("effects") { Ints.just($0).effects(for: { [$0, $0 + 1] }, by: { $0 }) { .just($0) } },
            inner("effects of two models") {
                Signal.from([[$0, 7], [7, 8]]).effects(for: { $0 }, by: { $0 }) { Ints.just($0).inTurns() }
            },
            inner("effects that last") {
                Ints.just($0).effects(for: { [$0] }, by: { $0 }) { (_: Int, want: Ints) in want.map { $0 } }
            },
        ]
    }

    /// Signals that are fed.
    static var sources: [LeakRow] {
        shares + [
            inner("pipe that ends") { value in
                let (values, inlet) = Ints.pipe()
                inlet.send(value)
                inlet.end()
                return values
            },
            LeakRow("pipe that nobody listens to") { _ in
                {
                    let (values, inlet) = Ints.pipe()
                    inlet.send(1)
                    withExtendedLifetime(values) {}
                }
            },
            inner("pipe whose inlet is dropped") { value in
                let (values, inlet) = Ints.pipe()
                inlet.send(value)
                return values
            },
            inner("inlet") { value in
                Ints { sink in
                    let inlet = sink.inlet()
                    inlet.send(value)
                    inlet.end()
                    return Subscription()
                }
            },
            inner("bounded inlet, dropped") { value in
                Ints { sink in
                    sink.inlet(bound: 1, onRoom: {}).send(value)
                    return Subscription()
                }
            },
            inner("sampler") { value in
                Ints { sink in
                    let sampler = sink.sampler()
                    sampler.send(value)
                    sampler.send(value)
                    sampler.end()
                    return Subscription()
                }
            },
        ]
    }
}
