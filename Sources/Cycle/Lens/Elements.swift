extension Signal {
    /// A feature written for a value that is not always there. Its lens is made when the value appears, and all it runs
    /// is cancelled, silently, when the value goes.
    public func lens<Part: Equatable, Receiver>(
        optional path: WritableKeyPath<Value, Part?>, label: String? = nil,
        @LensBuilder<Part> _ feature: @escaping (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, label, count: { $0 == nil ? 0 : 1 }, id: { _, _ in 0 }, read: { optional, _ in optional },
            differing: { ($0 == nil) == $1.isEmpty ? ($0 == $1.first ? [] : [0]) : nil },
            modify: { optional, _, body in optional.modify(body) }, { _, part in feature(part) })
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
            path, label, count: { extract($0) == nil ? 0 : 1 }, id: { _, _ in 0 }, read: { whole, _ in extract(whole) },
            differing: {
                let part = extract($0)
                return (part == nil) == $1.isEmpty ? (part == $1.first ? [] : [0]) : nil
            },
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
            path, label, count: { $0.count }, id: { $0[$1].id }, read: { $0[$1] },
            differing: { whole, known in
                guard whole.count == known.count, zip(whole, known).allSatisfy({ $0.id == $1.id }) else { return nil }
                return whole.indices.filter { whole[$0] != known[$0] }
            },
            modify: { $2(&$0[$1]) },
            name: { "[\($0)]" }, feature)
    }

    /// The one way in which parts come and go: each has an identity, and a feature that runs while it is there.
    ///
    /// - Parameter differing: Which parts differ from those that were shown last; `nil` when others are there.
    @usableFromInline
    func comingAndGoing<ID: Hashable, Holder, Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Holder>, _ label: String?, count: @escaping (Holder) -> Int,
        id: @escaping (Holder, Int) -> ID,
        read: @escaping (Holder, Int) -> Part?, differing: @escaping (Holder, _ shown: [Part]) -> [Int]?,
        modify: @escaping (inout Holder, Int, (inout Part) -> Void) -> Void,
        name: @escaping (ID) -> String = { _ in "" },
        _ feature: @escaping (ID, Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        guard let cell, let stage else {
            stop("a lens on parts that come and go is made on the frames of a loop, or on a part of them")
        }
        let holder = cell.part(path, Cell.comparingNothing, isCompared: false)
        let outer = Stage(of: label ?? Cycle.name(of: path), in: stage)
        let features = Signal.makeOperator { sink in
            let elements = Elements(
                of: holder, count: count, id: id, read: read, differing: differing, modify: modify,
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

extension Optional {
    fileprivate mutating func modify(_ body: (inout Wrapped) -> Void) {
        // Taken out and put back, so that the payload stays uniquely held while it changes.
        guard var payload = take() else { return }
        body(&payload)
        self = payload
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
        observers.removeAll()
    }
}

/// The parts that are there now.
private final class Elements<ID: Hashable, Holder, Part: Equatable> {
    private let holder: Cell<Holder>
    private let count: (Holder) -> Int
    private let id: (Holder, Int) -> ID
    private let readPart: (Holder, Int) -> Part?
    private let differing: (Holder, [Part]) -> [Int]?
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
        of holder: Cell<Holder>, count: @escaping (Holder) -> Int, id: @escaping (Holder, Int) -> ID,
        read: @escaping (Holder, Int) -> Part?, differing: @escaping (Holder, [Part]) -> [Int]?,
        modify: @escaping (inout Holder, Int, (inout Part) -> Void) -> Void,
        start: @escaping (ID, Cell<Part>) -> [Subscription]
    ) {
        self.holder = holder
        self.count = count
        self.id = id
        readPart = read
        self.differing = differing
        modifyPart = modify
        startFeature = start
        parent = holder.loop.starter
    }

    func deliver() {
        holder.read { whole in
            if let element = onlyChanged(in: whole) {
                show(element, of: whole)
            } else if let differing = differing(whole, shown) {
                for index in differing where !isOver { show(elements[index], of: whole) }
            } else {
                reconcile(whole)
            }
        }
    }

    private func show(_ element: Element<ID, Part>, of whole: Holder) {
        guard let part = readPart(whole, element.index) else { return }
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
    private func onlyChanged(in whole: Holder) -> Element<ID, Part>? {
        guard let element = changed, element.observers.isChanged(in: holder.loop), holder.observers.changeCount == 1,
            element.index < count(whole), id(whole, element.index) == element.id,
            // Not behind one that has the identity of another.
            element.index < elements.count, elements[element.index] === element
        else { return nil }
        return element
    }

    private func reconcile(_ whole: Holder) {
        let before = Dictionary(zip(elements.map(\.id), zip(elements, shown)), uniquingKeysWith: { first, _ in first })
        var ids: Set<ID> = []
        let wanted = (0..<count(whole)).map { (id(whole, $0), $0) }.filter { ids.insert($0.0).inserted }
        let gone = elements.filter { !ids.contains($0.id) }
        elements = []
        for element in gone { element.end() }
        for (id, index) in wanted where !isOver {
            guard let (element, _) = before[id] else {
                start(id, at: index)
                continue
            }
            element.index = index
            elements.append(element)
        }
        shown = elements.compactMap { readPart(whole, $0.index) }
        for (element, part) in zip(elements, shown) where !isOver && before[element.id]?.1 != part {
            element.observers.deliver(in: holder.loop)
        }
    }

    private func start(_ id: ID, at index: Int) {
        let observers = Observers(in: holder.observers, at: holder.extent)
        let element = Element<ID, Part>(id, at: index, observers, within: parent)
        observers.onChange = { [unowned self, unowned element] in changed = element }
        let cell = Cell<Part>(
            holder.loop, observers, nil, leavesEqual, isCompared: true,
            read: { [self] in read(element, $0) },
            modify: { [self] in modify(element, $0) })
        // Before its feature starts, which may end all of them.
        elements.append(element)
        holder.loop.starting(element.life) { Subscription(startFeature(id, cell)) }
    }

    private func read(_ element: Element<ID, Part>, _ body: (Part) -> Void) -> Bool {
        var isThere = false
        holder.read { whole in
            guard let index = find(element, in: whole), let part = readPart(whole, index) else { return }
            isThere = true
            body(part)
        }
        return isThere
    }

    private func modify(_ element: Element<ID, Part>, _ body: (inout Part) -> Void) -> Bool {
        var isThere = false
        holder.modify { whole in
            guard let index = find(element, in: whole) else { return }
            isThere = true
            modifyPart(&whole, index, body)
        }
        return isThere
    }

    /// Where an element is, if it is still there.
    private func find(_ element: Element<ID, Part>, in whole: Holder) -> Int? {
        let end = count(whole)
        if element.index < end, id(whole, element.index) == element.id { return element.index }
        return (0..<end).first { id(whole, $0) == element.id }
    }
}
