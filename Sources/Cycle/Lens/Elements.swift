extension Signal {
    /// A feature written for a value that is not always there. Its lens is made when the value appears, and all it runs
    /// is cancelled, silently, when the value goes.
    public func lens<Part: Equatable, Receiver>(
        optional path: WritableKeyPath<Value, Part?>, label: String? = nil,
        @LensBuilder<Part> _ feature: @escaping (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, label, parts: { optional in optional.map { [$0] } ?? [] }, id: { _ in 0 },
            differing: { $0.differing(from: $1, by: { _ in 0 }) },
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
            differing: { $0.differing(from: $1, by: { _ in 0 }) },
            modify: { whole, _, body in
                guard var part = extract(whole) else { return }
                body(&part)
                whole = embed(part)
            }, { _, part in feature(part) })
    }

    /// A feature for each element of a collection, by identity: an element that moves keeps its feature, one that is
    /// removed takes it along, one that changes its identity leaves and comes. Of two elements with one identity the first
    /// counts.
    ///
    /// - Complexity: O(elements) when the collection may have changed; an event of an element changes it in place.
    @inlinable  // hot: elements are compared with their own ==
    public func lens<Part: Equatable & Identifiable, Receiver>(
        each path: WritableKeyPath<Value, [Part]>, label: String? = nil,
        @LensBuilder<Part> _ feature: @escaping (_ id: Part.ID, Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, label, parts: { $0 }, id: \.id, differing: { $0.differing(from: $1, by: \.id) },
            modify: { $2(&$0[$1]) }, name: { "[\($0)]" }, feature)
    }

    /// The one way in which parts come and go: each has an identity, and a feature that runs while it is there.
    ///
    /// - Parameters:
    ///   - parts: Those that are there, in order.
    ///   - differing: As ``Swift/Array/differing(from:by:)``, made for the type of the parts.
    ///   - modify: Changes the part of that number in its place.
    @usableFromInline
    func comingAndGoing<ID: Hashable, Holder, Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Holder>, _ label: String?, parts: @escaping (Holder) -> [Part],
        id: @escaping (Part) -> ID, differing: @escaping ([Part], _ shown: [Part]) -> [Int]?,
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
            let elements = Elements(
                of: holder, parts: parts, id: id, differing: differing, modify: modify,
                start: { id, part in
                    let stage = Stage(of: name(id), in: outer)
                    return feature(id, part.signal(on: stage)).set.map { frames in
                        frames.run(part.sink(owner: Cycle.name(of: Receiver.self), on: stage, finish: {}))
                    }
                })
            return Subscription([holder.observe(elements.deliver), Subscription(elements.cancelAll)])
        }
        return MutatingLens<Signal, Void>(value: self, receiver: (), set: [features])
    }
}

extension Array where Element: Equatable {
    /// Which elements differ from those that were shown last; `nil` when others are there.
    @inlinable  // hot: elements are compared with their own ==
    func differing<ID: Equatable>(from shown: [Element], by id: (Element) -> ID) -> [Int]? {
        guard count == shown.count, zip(self, shown).allSatisfy({ id($0) == id($1) }) else { return nil }
        return indices.filter { self[$0] != shown[$0] }
    }
}

/// One part that is there now, and its feature.
private final class Element<ID: Hashable, Part> {
    let id: ID
    let observers: Observers
    let life: Subscription
    /// Where it was found last.
    var index: Int

    init(_ id: ID, at index: Int, _ observers: Observers, within parent: Subscription?) {
        self.id = id
        self.index = index
        self.observers = observers
        life = Subscription(within: parent)
    }

    func end() {
        observers.forget()
        life.cancel()
        observers.hooks.removeAll()
    }
}

/// The parts that are there now.
private final class Elements<ID: Hashable, Holder, Part: Equatable> {
    private let holder: Cell<Holder>
    private let parts: (Holder) -> [Part]
    private let id: (Part) -> ID
    private let differing: ([Part], [Part]) -> [Int]?
    private let modifyPart: (inout Holder, Int, (inout Part) -> Void) -> Void
    private let startFeature: (ID, Cell<Part>) -> [Subscription]
    private let parent: Subscription?
    private let leavesEqual = Cell<Part>.comparing { $0 }
    /// In the order in which they are in the collection.
    private var elements: [Element<ID, Part>] = []
    /// What was shown of them last, in the same order.
    private var shown: [Part] = []
    /// The one that changed itself last.
    private var changed: Element<ID, Part>?
    private var isOver = false

    init(
        of holder: Cell<Holder>, parts: @escaping (Holder) -> [Part], id: @escaping (Part) -> ID,
        differing: @escaping ([Part], [Part]) -> [Int]?,
        modify: @escaping (inout Holder, Int, (inout Part) -> Void) -> Void,
        start: @escaping (ID, Cell<Part>) -> [Subscription]
    ) {
        self.holder = holder
        self.parts = parts
        self.id = id
        self.differing = differing
        modifyPart = modify
        startFeature = start
        parent = holder.loop.starter
    }

    func deliver() {
        holder.read { whole in
            let parts = parts(whole)
            if let element = onlyChanged(in: parts) {
                show(element, parts[element.index])
            } else if let differing = differing(parts, shown) {
                // Where duplicates have left, each element stands at its own place again.
                for (index, element) in elements.enumerated() { element.index = index }
                for index in differing where !isOver { show(elements[index], parts[index]) }
            } else {
                reconcile(parts)
            }
        }
    }

    private func show(_ element: Element<ID, Part>, _ part: Part) {
        shown[element.index] = part
        element.observers.deliver(in: holder.loop)
    }

    func cancelAll() {
        isOver = true
        let all = elements
        elements = []
        shown = []
        changed = nil
        for element in all { element.end() }
    }

    /// The one element that has changed itself, if nothing else has.
    private func onlyChanged(in parts: [Part]) -> Element<ID, Part>? {
        guard let element = changed, element.observers.isChanged(in: holder.loop), holder.observers.changeCount == 1,
            isThere(element, in: parts),
            // Not behind one that has the identity of another.
            element.index < elements.count, elements[element.index] === element
        else { return nil }
        return element
    }

    /// The lists are those of the new parts before any element ends or starts: a call of `stop` in one of them finds all.
    private func reconcile(_ parts: [Part]) {
        let before = Dictionary(zip(elements.map(\.id), zip(elements, shown)), uniquingKeysWith: { first, _ in first })
        var ids: Set<ID> = []
        let wanted = parts.indices.filter { ids.insert(id(parts[$0])).inserted }
        let gone = elements.filter { !ids.contains($0.id) }
        var (come, fresh): ([Element<ID, Part>], [Element<ID, Part>]) = ([], [])
        let elements = wanted.map { index in
            let id = id(parts[index])
            let known = before[id]
            let element = known?.0 ?? Element<ID, Part>(id, at: index, Observers(), within: parent)
            element.index = index
            if known == nil { come.append(element) }
            if known?.1 != parts[index] { fresh.append(element) }
            return element
        }
        // The identities of the parts may have stopped the loop.
        if isOver { return }
        self.elements = elements
        shown = wanted.map { parts[$0] }
        for element in gone { element.end() }
        for element in come where !isOver { start(element) }
        for element in fresh where !isOver { element.observers.deliver(in: holder.loop) }
    }

    private func start(_ element: Element<ID, Part>) {
        element.observers.onChange = { [unowned self, unowned element] in
            changed = element
            holder.observers.noteChange(holder.extent, in: holder.loop)
        }
        let cell = Cell<Part>(
            holder.loop, element.observers, nil, leavesEqual,
            read: { [self] body in
                var index: Int?
                holder.read { whole in
                    let parts = parts(whole)
                    index = find(element, in: parts)
                    if let index { body(parts[index]) }
                }
                return index != nil
            },
            modify: { [self] body in
                var index: Int?
                holder.modify { whole in
                    index = find(element, in: parts(whole))
                    if let index { modifyPart(&whole, index, body) }
                }
                return index != nil
            })
        holder.loop.starting(element.life) { Subscription(startFeature(element.id, cell)) }
    }

    private func isThere(_ element: Element<ID, Part>, in parts: [Part]) -> Bool {
        element.index < parts.count && id(parts[element.index]) == element.id
    }

    /// Where an element is, if it is still there.
    private func find(_ element: Element<ID, Part>, in parts: [Part]) -> Int? {
        isThere(element, in: parts) ? element.index : parts.firstIndex { id($0) == element.id }
    }
}
