import Cycle

/// A way to a part that may not be there, and back: a stored property, what an optional or a case holds, or your own pair.
///
///     AffineTraversal(\App.search)
///     AffineTraversal(extract: { if case .search(let input) = $0 { input } else { nil } }, embed: AppInput.search)
///
/// - Source: `AffineTraversal` of HarvestOptics.
public struct AffineTraversal<Whole, Part> {
    /// The part; `nil` while it is not there.
    public let tryGet: (Whole) -> Part?
    /// The whole with another part.
    public let set: (Whole, Part) -> Whole

    public init(tryGet: @escaping (Whole) -> Part?, set: @escaping (Whole, Part) -> Whole) {
        self.tryGet = tryGet
        self.set = set
    }

    public init(_ path: WritableKeyPath<Whole, Part>) {
        self.init(
            tryGet: { $0[keyPath: path] },
            set: { whole, part in
                var whole = whole
                whole[keyPath: path] = part
                return whole
            })
    }

    /// The value of an optional. Setting a part of `nil` changes nothing.
    public init(optional path: WritableKeyPath<Whole, Part?>) {
        self.init(
            tryGet: { $0[keyPath: path] },
            set: { whole, part in
                guard whole[keyPath: path] != nil else { return whole }
                var whole = whole
                whole[keyPath: path] = part
                return whole
            })
    }

    /// The payload of a case of an enum. A whole of another case stays as it is.
    public init(extract: @escaping (Whole) -> Part?, embed: @escaping (Part) -> Whole) {
        self.init(
            tryGet: extract,
            set: { whole, part in extract(whole) == nil ? whole : embed(part) })
    }

    /// The way on from the part to a part of it.
    public func appending<Inner>(_ inner: AffineTraversal<Part, Inner>) -> AffineTraversal<Whole, Inner> {
        AffineTraversal<Whole, Inner>(
            tryGet: { tryGet($0).flatMap(inner.tryGet) },
            set: { whole, innermost in
                guard let part = tryGet(whole) else { return whole }
                return set(whole, inner.set(part, innermost))
            })
    }
}

extension Harvester.EffectMappingInWorld {
    /// A mapping for a part of the state as one for the whole. Where the part is not there, there is no way.
    ///
    /// Combine the mappings of all parts with `.reduce(.all, …)`.
    public func transform<Whole>(
        state part: AffineTraversal<Whole, State>
    ) -> Harvester<Input, Whole>.EffectMappingInWorld<World, Queue, ID> {
        .init { input, whole, world in
            guard let state = part.tryGet(whole), let (next, effect) = run(input, state, world) else { return nil }
            return (part.set(whole, next), effect)
        }
    }

    /// A mapping for some of the inputs as one for all. For the others there is no way.
    ///
    /// The inputs of its effects are put into the input that asked for them.
    public func transform<Whole>(
        input part: AffineTraversal<Whole, Input>
    ) -> Harvester<Whole, State>.EffectMappingInWorld<World, Queue, ID> {
        .init { whole, state, world in
            guard let input = part.tryGet(whole), let (next, effect) = run(input, state, world) else { return nil }
            return (next, effect.mapInput { part.set(whole, $0) })
        }
    }
}

extension Harvester.Mapping {
    /// As ``Harvester/EffectMappingInWorld/transform(state:)``.
    public func transform<Whole>(state part: AffineTraversal<Whole, State>) -> Harvester<Input, Whole>.Mapping {
        .init { input, whole in
            part.tryGet(whole).flatMap { run(input, $0) }.map { part.set(whole, $0) }
        }
    }

    /// As ``Harvester/EffectMappingInWorld/transform(input:)``.
    public func transform<Whole>(input part: AffineTraversal<Whole, Input>) -> Harvester<Whole, State>.Mapping {
        .init { whole, state in part.tryGet(whole).flatMap { run($0, state) } }
    }
}
