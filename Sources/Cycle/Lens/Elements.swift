extension Signal {
    /// A feature written for a value that is not always there. Its lens is made when the value appears, and all it runs
    /// is cancelled, silently, when the value goes.
    ///
    ///     frames.lens(optional: \.draft) { draft in draft.lens(driver: …) }
    ///
    /// - Complexity: A change takes the value out and puts it back.
    public func lens<Part: Equatable, Receiver>(
        optional path: WritableKeyPath<Value, Part?>, label: String? = nil,
        @LensBuilder<Part> _ feature: @escaping (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, label, parts: { optional in optional.map { [$0] } ?? [] }, id: { _ in 0 },
            reconcile: { $0.reconcile($1, by: { _ in 0 }) },
            modify: { optional, _, body in
                // Taken out and put back, so that the payload stays uniquely held while it changes.
                guard var part = optional.take() else { return }
                body(&part)
                optional = part
            }, { _, part in feature(part) })
    }

    /// A feature written for what a case of an enum carries. It runs while the value at `path` is of that case.
    ///
    ///     frames.lens(\.route, case: { if case .search(let search) = $0 { search } else { nil } }, embed: Route.search) { … }
    ///
    /// - Complexity: A change takes the payload out and puts it back: a large array in it is copied.
    public func lens<Whole, Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Whole>, case extract: @escaping (Whole) -> Part?,
        embed: @escaping (Part) -> Whole, label: String? = nil,
        @LensBuilder<Part> _ feature: @escaping (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, label, parts: { whole in extract(whole).map { [$0] } ?? [] }, id: { _ in 0 },
            reconcile: { $0.reconcile($1, by: { _ in 0 }) },
            modify: { whole, _, body in
                guard var part = extract(whole) else { return }
                body(&part)
                whole = embed(part)
            }, { _, part in feature(part) })
    }

    /// A feature for each element of a collection, by identity: an element that moves keeps its feature, one that is
    /// removed takes it along, one that changes its identity leaves and comes. Identities should differ: of two
    /// elements with one identity the first counts, and in the turn in which the second comes a rule may change that one
    /// instead.
    ///
    ///     frames.lens(each: \.rows) { id, row in
    ///         row.lens(
    ///             driver: Ticker(every: .seconds(1)), label: "clock", frameFilter: \.isRunning,
    ///             eventFilter: { row, tick in row.seconds += tick.periods })
    ///     }
    ///
    /// - Complexity: O(elements) when the collection may have changed; an event of an element changes it in place.
    @inlinable  // hot: elements are compared with their own ==
    public func lens<Part: Equatable & Identifiable, Receiver>(
        each path: WritableKeyPath<Value, [Part]>, label: String? = nil,
        @LensBuilder<Part> _ feature: @escaping (_ id: Part.ID, Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, label, parts: { $0 }, id: \.id, reconcile: { $0.reconcile($1, by: \.id) },
            modify: { $2(&$0[$1]) }, name: { "[\($0)]" }, feature)
    }

    /// The one way in which parts come and go: each has an identity, and a feature that runs while it is there, as the effect
    /// of a want.
    ///
    /// - Parameters:
    ///   - parts: The parts that are there, in order.
    ///   - reconcile: ``KeyedEffects/reconcile(_:by:)``, made for the type of the parts.
    ///   - modify: Changes the part of that number in its place.
    @usableFromInline
    func comingAndGoing<ID: Hashable, Holder, Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Holder>, _ label: String?, parts: @escaping (Holder) -> [Part],
        id: @escaping (Part) -> ID, reconcile: @escaping (KeyedEffects<ID, Part, Value>, [Part]) -> Void,
        modify: @escaping (inout Holder, Int, (inout Part) -> Void) -> Void,
        name: @escaping (ID) -> String = { _ in "" },
        _ feature: @escaping (ID, Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        guard let (cell, stage) = shown?() else {
            stop("a lens on parts that come and go is made on the frames of a loop, or on a part of them")
        }
        let holder = cell.part(path, nil)
        let outer = Stage(of: label ?? Cycle.name(of: path), in: stage)
        let features = Signal.makeOperator { sink in
            cell.stop(unlessIn: sink.loop)
            let elements = Elements(of: holder, parts: parts, id: id, modify: modify)
            let effects = KeyedEffects<ID, Part, Value>(sink, isRestarting: false) { id, part in
                elements.running(id, part) { cell in
                    let stage = Stage(of: name(id), in: outer)
                    let target = cell.sink(owner: Cycle.name(of: Receiver.self), on: stage, finish: {})
                    // A lens that stops the loop at its start is the last: a stopped loop has no stand-ins for the others.
                    return feature(id, cell.signal(on: stage)).set.compactMap { sink.isStopped ? nil : $0.run(target) }
                }
            }
            return Subscription([
                holder.observe { elements.deliver(to: effects, reconcile) }, Subscription(effects.cancelAll),
            ])
        }
        return MutatingLens<Signal, Void>(value: self, receiver: (), set: [features])
    }
}

/// The parts that are there now: where each is found, and which are to be shown.
private final class Elements<ID: Hashable, Holder, Part: Equatable> {
    private let holder: Cell<Holder>
    private let parts: (Holder) -> [Part]
    private let id: (Part) -> ID
    private let modifyPart: (inout Holder, Int, (inout Part) -> Void) -> Void
    private let leavesEqual = Cell<Part>.comparing { $0 }
    /// The parts that are being reconciled, and the place of the one that came last: they come in their order.
    private var arriving: (parts: [Part], index: Int) = ([], 0)
    /// The place of the first of each identity, if two have the same one; empty otherwise.
    private var places: [ID: Int] = [:]
    /// To be shown, when all that came have been started.
    private var fresh: [Observers] = []
    /// The one that changed itself last, and where it was found.
    private var changed: (id: ID, observers: Observers, index: Variable<Int>)?

    init(
        of holder: Cell<Holder>, parts: @escaping (Holder) -> [Part], id: @escaping (Part) -> ID,
        modify: @escaping (inout Holder, Int, (inout Part) -> Void) -> Void
    ) {
        self.holder = holder
        self.parts = parts
        self.id = id
        modifyPart = modify
    }

    func deliver<Event>(
        to effects: KeyedEffects<ID, Part, Event>, _ reconcile: (KeyedEffects<ID, Part, Event>, [Part]) -> Void
    ) {
        var isAllNew = false
        holder.read { whole in
            let parts = parts(whole)
            if let index = indexOfOnlyChange(in: parts) {
                return effects.change(parts[index], at: index, of: id(parts[index]))
            }
            isAllNew = true
            // Copied: what the effects keep is compared with the parts after the next event, which changes these in place.
            arriving = (parts.map { $0 }, 0)
            reconcile(effects, arriving.parts)
            arriving = ([], 0)
            places =
                effects.byID.count == parts.count
                ? [:] : Dictionary(zip(parts.map(id), 0...), uniquingKeysWith: { first, _ in first })
        }
        for observers in exchange(&fresh, with: []) where !effects.isStopped {
            observers.deliver(in: holder.loop, isAllNew: isAllNew)
        }
    }

    /// Where the one part is that has changed, if that is known.
    private func indexOfOnlyChange(in parts: [Part]) -> Int? {
        guard let (id, observers, index) = changed, observers.isShown, observers.isChanged(in: holder.loop),
            holder.observers.changeCount == 1, places.isEmpty, index.value < parts.count,
            self.id(parts[index.value]) == id
        else { return nil }
        return index.value
    }

    /// A feature and its part, as long as that is there.
    func running<Event>(
        _ id: ID, _ part: Signal<Part>, start: @escaping (Cell<Part>) -> [Subscription]
    ) -> Signal<Event> {
        .makeOperator { [self] sink in
            let (observers, index) = (Observers(), Variable(indexOfNewcomer(id)))
            observers.onChange = { [unowned self, unowned observers] in
                changed = (id, observers, index)
                holder.observers.noteChange(holder.extent, in: holder.loop)
            }
            let cell = cell(of: id, at: index, observers)
            let feature = start(cell)
            let showing = part.run(Sink(sink.loop, receive: { [self] _ in fresh.append(observers) }, finish: {}))
            return Subscription(
                [Subscription(observers.forget)] + feature + [showing, Subscription(observers.hooks.removeAll)])
        }
    }

    private func indexOfNewcomer(_ id: ID) -> Int {
        while arriving.index < arriving.parts.count, self.id(arriving.parts[arriving.index]) != id {
            arriving.index += 1
        }
        return arriving.index
    }

    private func cell(of id: ID, at index: Variable<Int>, _ observers: Observers) -> Cell<Part> {
        Cell<Part>(
            holder.loop, observers, nil, leavesEqual,
            read: { [self] body in
                holder.read { whole in
                    let parts = parts(whole)
                    return find(id, in: parts, from: index).map { body(parts[$0]) } != nil
                } == true
            },
            modify: { [self] body in
                holder.modify { whole in
                    guard let place = find(id, in: parts(whole), from: index) else { return false }
                    modifyPart(&whole, place, body)
                    return true
                } == true
            })
    }

    /// Looks for a part where it was found last, then everywhere.
    private func find(_ id: ID, in parts: [Part], from index: Variable<Int>) -> Int? {
        let place = places.isEmpty ? index.value : places[id] ?? .max
        if place < parts.count, self.id(parts[place]) == id { return place }
        guard let found = parts.firstIndex(where: { self.id($0) == id }) else { return nil }
        index.value = found
        return found
    }
}
