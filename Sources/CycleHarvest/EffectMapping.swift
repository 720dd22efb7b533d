import Cycle

extension Harvester {
    /// The state after an input, and the effect that goes with it; `nil` where there is no way.
    ///
    /// It is a pure function: the effect is a value that the machine performs afterwards.
    ///
    /// - Source: `EffectMapping` of Harvest.
    public typealias EffectMapping<Queue, ID> = EffectMappingInWorld<Void, Queue, ID>
    where Queue: EffectQueueProtocol, ID: Hashable

    /// The effects of a machine: of its own inputs, or of those of one of its parts.
    public typealias Effect<Event, Queue, ID> = CycleHarvest.Effect<Event, Queue, ID>
    where Queue: EffectQueueProtocol, ID: Hashable

    /// An ``EffectMapping`` that is handed a world: what its effects need, so that a test can give it another one.
    public struct EffectMappingInWorld<World, Queue: EffectQueueProtocol, ID: Hashable> {
        public typealias Effects = CycleHarvest.Effect<Input, Queue, ID>

        public let run: (Input, State, World) -> (State, Effects)?
        /// The rows of the table that this was written as, for drawing.
        let rows: [TableRow<Input, State>]

        public init(_ run: @escaping (Input, State, World) -> (State, Effects)?) {
            self.init(rows: [], run)
        }

        init(rows: [TableRow<Input, State>], _ run: @escaping (Input, State, World) -> (State, Effects)?) {
            self.rows = rows
            self.run = run
        }
    }
}

extension Harvester.EffectMappingInWorld {
    /// A mapping that changes the state in place. Where it returns `nil`, the change is thrown away: there is no way.
    public static func makeInout(_ change: @escaping (Input, inout State, World) -> Effects?) -> Self {
        Self { input, state, world in
            var next = state
            return change(input, &next, world).map { (next, $0) }
        }
    }

    /// No way from anywhere.
    public static var zero: Self { Self { _, _, _ in nil } }

    /// Every input leaves the state as it is, without an effect.
    public static var one: Self { Self { _, state, _ in (state, .empty) } }

    /// The left one; where it knows no way, the right one.
    public static func + (left: Self, right: Self) -> Self {
        .reduce(.first, [left, right])
    }

    /// The left one, then the right one from there, with the effects of both. Where one knows no way, there is none.
    public static func * (left: Self, right: Self) -> Self {
        .reduce(.tryAll, [left, right])
    }

    /// The first of many that knows a way.
    public static func reduce(_ mappings: [Self]) -> Self {
        .reduce(.first, mappings)
    }

    /// Many mappings as one. Their effects stand in the order of the mappings.
    public static func reduce(_ strategy: ReduceStrategy, _ mappings: [Self]) -> Self {
        let rows = mappings.flatMap(\.rows)
        switch strategy {
        case .first:
            return Self(rows: rows) { input, state, world in
                for mapping in mappings {
                    if let answer = mapping.run(input, state, world) { return answer }
                }
                return nil
            }
        case .tryAll:
            return Self(rows: rows) { input, state, world in
                var total = (state, Effects.empty)
                for mapping in mappings {
                    guard let (next, effect) = mapping.run(input, total.0, world) else { return nil }
                    total = (next, total.1 + effect)
                }
                return total
            }
        case .all:
            return Self(rows: rows) { input, state, world in
                var total: (State, Effects)?
                for mapping in mappings {
                    guard let (next, effect) = mapping.run(input, total?.0 ?? state, world) else { continue }
                    total = (next, (total?.1 ?? .empty) + effect)
                }
                return total
            }
        }
    }
}

extension Harvester.EffectMappingInWorld where World == Void {
    /// A mapping that needs nothing from outside.
    public init(_ run: @escaping (Input, State) -> (State, Effects)?) {
        self.init { input, state, _ in run(input, state) }
    }

    /// A mapping that changes the state in place. Where it returns `nil`, the change is thrown away: there is no way.
    public static func makeInout(_ change: @escaping (Input, inout State) -> Effects?) -> Self {
        .makeInout { input, state, _ in change(input, &state) }
    }
}

extension Harvester.EffectMappingInWorld {
    /// The same mapping in other queues.
    public func mapQueue<Other>(
        _ transform: @escaping (Queue) -> Other
    ) -> Harvester.EffectMappingInWorld<World, Other, ID> {
        mapEffect { $0.mapQueue(transform) }
    }

    /// The same mapping among effects with other ids, see ``Effect/transformID(_:_:)``.
    public func transformID<Other>(
        _ inject: @escaping (ID) -> Other, _ tryGet: @escaping (Other) -> ID?
    ) -> Harvester.EffectMappingInWorld<World, Queue, Other> {
        mapEffect { $0.transformID(inject, tryGet) }
    }

    /// The same mapping in a larger world.
    public func contramapWorld<Other>(
        _ transform: @escaping (Other) -> World
    ) -> Harvester.EffectMappingInWorld<Other, Queue, ID> {
        .init(rows: rows) { input, state, world in run(input, state, transform(world)) }
    }

    /// The same mapping without its effects.
    public func withoutEffects(in world: World) -> Harvester.Mapping {
        .init(rows: rows) { input, state in run(input, state, world)?.0 }
    }

    private func mapEffect<NewQueue, NewID>(
        _ transform: @escaping (Effects) -> CycleHarvest.Effect<Input, NewQueue, NewID>
    ) -> Harvester.EffectMappingInWorld<World, NewQueue, NewID> {
        .init(rows: rows) { input, state, world in
            run(input, state, world).map { next, effect in (next, transform(effect)) }
        }
    }
}
