import Cycle

extension Harvester {
    /// The state after an input; `nil` where there is no way.
    ///
    /// - Source: `Mapping` of Harvest and ReactiveAutomaton.
    public struct Mapping {
        public let run: (Input, State) -> State?
        /// The rows of the table that this was written as, for drawing.
        let rows: [TableRow<Input, State>]

        public init(_ run: @escaping (Input, State) -> State?) {
            self.init(rows: [], run)
        }

        init(rows: [TableRow<Input, State>], _ run: @escaping (Input, State) -> State?) {
            self.rows = rows
            self.run = run
        }

        /// A mapping that changes the state in place. It always succeeds.
        public static func makeInout(_ change: @escaping (Input, inout State) -> Void) -> Mapping {
            Mapping { input, state in
                var next = state
                change(input, &next)
                return next
            }
        }

        /// No way from anywhere.
        public static var zero: Mapping { Mapping { _, _ in nil } }

        /// Every input leaves the state as it is.
        public static var one: Mapping { Mapping { _, state in state } }

        /// The left one; where it knows no way, the right one.
        public static func + (left: Mapping, right: Mapping) -> Mapping {
            .reduce(.first, [left, right])
        }

        /// The left one, then the right one from there. Where one knows no way, there is none.
        public static func * (left: Mapping, right: Mapping) -> Mapping {
            .reduce(.tryAll, [left, right])
        }

        /// Many mappings as one.
        public static func reduce(_ strategy: ReduceStrategy, _ mappings: [Mapping]) -> Mapping {
            typealias Plain = EffectMapping<BasicEffectQueue, Never>
            return Plain.reduce(strategy, mappings.map { $0.toEffectMapping() }).withoutEffects(in: ())
        }

        /// The first of many that knows a way.
        public static func reduce(_ mappings: [Mapping]) -> Mapping {
            .reduce(.first, mappings)
        }

        /// The same mapping, with no effects, for a parameter that takes one with effects.
        public func toEffectMapping<World, Queue, ID>() -> EffectMappingInWorld<World, Queue, ID> {
            EffectMappingInWorld(rows: rows) { input, state, _ in run(input, state).map { ($0, .empty) } }
        }
    }
}

/// How many mappings become one.
///
///     let mapping = EffectMapping.reduce(.first, [login, logout])
///
/// - Source: `ReduceStrategy` of Harvest.
public enum ReduceStrategy: Hashable, Sendable {
    /// The first that knows a way, alone. None of none.
    case first
    /// One after the other, each from the state that the one before leads to. Where one knows no way, there is none.
    case tryAll
    /// One after the other, without those that know no way; `nil` only if all of them do.
    case all
}
