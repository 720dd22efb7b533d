import Cycle

/// Where effects run: those of one queue obey one policy, those of different queues do not affect one another.
///
///     enum EffectQueue: EffectQueueProtocol {
///         case `default`, request
///
///         var flattenStrategy: FlattenStrategy {
///             switch self {
///             case .default: .merge
///             case .request: .latest
///             }
///         }
///
///         static var defaultEffectQueue: EffectQueue { .default }
///     }
///
/// - Source: `EffectQueueProtocol` of Harvest; the policies and delays are Actomaton's.
public protocol EffectQueueProtocol: Hashable {
    /// The fate of running effects when the next one arrives. `merge` by default.
    var flattenStrategy: FlattenStrategy { get }
    /// As ``flattenStrategy``, which it stands for unless you write it, with more to choose from.
    var effectQueuePolicy: EffectQueuePolicy { get }
    /// How long effects wait after the start of the one before. None unless you say otherwise.
    var effectQueueDelay: EffectQueueDelay { get }
    /// The queue of effects that name none.
    static var defaultEffectQueue: Self { get }
}

extension EffectQueueProtocol {
    public var flattenStrategy: FlattenStrategy { .merge }
    public var effectQueuePolicy: EffectQueuePolicy { EffectQueuePolicy(flattenStrategy) }
    public var effectQueueDelay: EffectQueueDelay { .none }
}

/// One queue, in which all effects run side by side.
public enum BasicEffectQueue: EffectQueueProtocol {
    case `default`

    public static var defaultEffectQueue: BasicEffectQueue { .default }
}

/// How many effects of a queue run, and which of them when there are more.
///
///     var effectQueuePolicy: EffectQueuePolicy {
///         switch self {
///         case .search: .runNewest(maxCount: 1)
///         case .upload: .runOldest(maxCount: 4, .suspendNew)
///         }
///     }
///
/// - Source: `EffectQueuePolicy` of Actomaton.
public enum EffectQueuePolicy: Hashable, Sendable {
    /// The fate of an effect that arrives while the limit of running ones is reached.
    public enum Overflow: Hashable, Sendable {
        /// It is dropped, and never starts.
        case discardNew
        /// It waits until another has ended, first come, first served.
        case suspendNew
    }

    /// All of them.
    case unlimited
    /// The newest `maxCount`; the oldest of those that run is cancelled.
    case runNewest(maxCount: Int)
    /// The oldest `maxCount`; an effect that comes during that is dropped or waits.
    case runOldest(maxCount: Int, Overflow)
    /// All of them until one gives an input or ends: the others are cancelled, and what comes while that one runs is dropped.
    case race

    public init(_ strategy: FlattenStrategy) {
        switch strategy {
        case .merge: self = .unlimited
        case .race: self = .race
        case .concurrent(let limit): self = .runOldest(maxCount: limit, .suspendNew)
        case .concat: self = .runOldest(maxCount: 1, .suspendNew)
        case .latest: self = .runNewest(maxCount: 1)
        case .first: self = .runOldest(maxCount: 1, .discardNew)
        }
    }
}

/// How far apart the effects of a queue start. The first starts at once.
///
///     var effectQueueDelay: EffectQueueDelay { .constant(.milliseconds(100)) }
///
/// Time is the loop's, and chance has a seed: the same inputs at the same times start the same effects at the same times.
///
/// - Source: `EffectQueueDelay` of Actomaton.
public enum EffectQueueDelay: Hashable, Sendable {
    case none
    case constant(Duration)
    case random(ClosedRange<Duration>, seed: UInt64)
}
