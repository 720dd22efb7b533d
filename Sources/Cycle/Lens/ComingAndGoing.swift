extension Signal {
    /// A feature written for a value that is not always there. Its lens is made when the value appears, and all it runs
    /// is cancelled, silently, when the value goes.
    public func lens<Part: Equatable, Receiver>(
        optional path: WritableKeyPath<Value, Part?>,
        _ feature: @escaping (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, .equality, ids: { $0[keyPath: path] == nil ? [] : [0] },
            read: { whole, _, body in
                guard var part = whole.pointee[keyPath: path] else { return false }
                body(&part)
                return true
            },
            modify: { whole, _, body in withPayload(of: &whole.pointee[keyPath: path], body) },
            { _, part in feature(part) })
    }

    /// A feature written for what a case of an enum carries. It runs while the value at `path` is of that case.
    ///
    ///     frames.lens(\.route, case: { if case .search(let search) = $0 { search } else { nil } }, embed: Route.search) { … }
    ///
    /// - Complexity: A change takes the payload out and puts it back: a large array in it is copied.
    public func lens<Whole, Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Whole>, case extract: @escaping (Whole) -> Part?,
        embed: @escaping (Part) -> Whole,
        _ feature: @escaping (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        comingAndGoing(
            path, .equality, ids: { extract($0[keyPath: path]) == nil ? [] : [0] },
            read: { whole, _, body in
                guard var part = extract(whole.pointee[keyPath: path]) else { return false }
                body(&part)
                return true
            },
            modify: { whole, _, body in
                guard var part = extract(whole.pointee[keyPath: path]) else { return false }
                body(&part)
                whole.pointee[keyPath: path] = embed(part)
                return true
            },
            { _, part in feature(part) })
    }

    /// A feature for each element of a collection, by identity: an element that moves keeps its feature, one that is
    /// removed takes it along. Of two elements with one identity the first counts.
    ///
    /// - Complexity: O(elements) when the collection may have changed; an event of an element changes it in place.
    public func lens<Part: Equatable & Identifiable, Receiver>(
        each path: WritableKeyPath<Value, [Part]>,
        _ feature: @escaping (_ id: Part.ID, Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        var indices: [Part.ID: Int] = [:]
        let index = { (id: Part.ID, parts: [Part]) -> Int? in
            if let index = indices[id], index < parts.count, parts[index].id == id { return index }
            return parts.firstIndex { $0.id == id }
        }
        return comingAndGoing(
            path, .equality,
            ids: { whole in
                let ids = whole[keyPath: path].map(\.id)
                indices = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
                return ids
            },
            read: { whole, id, body in
                let parts = whole.pointee[keyPath: path]
                guard let index = index(id, parts) else { return false }
                var part = parts[index]
                body(&part)
                return true
            },
            modify: { whole, id, body in
                guard let index = index(id, whole.pointee[keyPath: path]) else { return false }
                body(&whole.pointee[keyPath: path][index])
                return true
            },
            feature)
    }

    fileprivate typealias Lending<ID, Part> = (
        _ whole: UnsafeMutablePointer<Value>, _ id: ID, _ body: (UnsafeMutablePointer<Part>) -> Void
    ) -> Bool

    /// The one way in which parts come and go: each has an identity, a place, and a feature that runs while it is there.
    private func comingAndGoing<ID: Hashable, Holder, Part, Receiver>(
        _ path: KeyPath<Value, Holder>, _ comparison: Comparison<Part>, ids: @escaping (Value) -> [ID],
        read: @escaping Lending<ID, Part>, modify: @escaping Lending<ID, Part>,
        _ feature: @escaping (ID, Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Void> {
        guard let whole = place else {
            preconditionFailure(
                "a lens on parts that come and go is made on the frames of a loop, or on a part of them")
        }
        let extent = whole.extent(of: path)
        let features = Signal(place: nil) { sink in
            let running = RunningParts<ID>(sink.turns)
            let watching = whole.observe { frame in
                guard running.isNew || sink.turns.state.pointee.mayHaveChanged(extent) else { return }
                running.reconcile(Resident<Value>.at(frame).pointee.read(ids)) { id, life in
                    let part = whole.element(id, extent, comparison, read: read, modify: modify)
                    part.branch.pointee.compare(by: comparison.memory?())
                    let replace = part.replacing(owner: "\(Receiver.self)")
                    for frames in feature(id, part.signal).set {
                        life.append(frames.run(Sink(sink.turns, place: part, receive: replace, finish: {})))
                    }
                    return (part.branch, { _ = part.read { part.branch.deliver(part: UnsafeRawPointer($0)) } })
                }
            }
            return Subscription([watching, Subscription(running.cancelAll)])
        }
        return MutatingLens<Signal, Void>(value: self, receiver: (), set: [features])
    }
}

extension Place {
    /// The place of a part that is found by its identity, each time.
    fileprivate func element<ID, Part>(
        _ id: ID, _ extent: Range<UInt>, _ comparison: Comparison<Part>,
        read readElement: @escaping Signal<Value>.Lending<ID, Part>,
        modify modifyElement: @escaping Signal<Value>.Lending<ID, Part>
    ) -> Place<Part> {
        MovingPlace<Part>(
            turns, Branch(parent: branch, extent: extent, turns.state), leavesEqual: comparison.leavesEqual,
            read: { [self] body in
                var isThere = false
                return read { isThere = readElement($0, id, body) } && isThere
            },
            modify: { [self] body in
                var isThere = false
                return modify { isThere = modifyElement($0, id, body) } && isThere
            })
    }
}

/// Lends what an optional holds, in place.
private func withPayload<Part>(of optional: inout Part?, _ body: (UnsafeMutablePointer<Part>) -> Void) -> Bool {
    guard optional != nil else { return false }
    optional.mutate(body)
    return true
}

extension Optional {
    fileprivate mutating func mutate(_ body: (UnsafeMutablePointer<Wrapped>) -> Void) {
        // Taken out and put back, so that the payload stays uniquely held while it changes.
        guard var payload = take() else { return }
        body(&payload)
        self = payload
    }
}

/// The features of the parts that are there now.
private final class RunningParts<ID: Hashable> {
    private struct Part {
        let life: Subscription
        let branch: UnsafeMutablePointer<Branch>
        let deliver: () -> Void
    }

    private let turns: Turns
    private let parent: Subscription?
    /// Until the first frame.
    private(set) var isNew = true
    private var parts: [ID: Part] = [:]
    private var order: [ID] = []

    init(_ turns: Turns) {
        self.turns = turns
        parent = turns.life
    }

    func reconcile(_ ids: [ID], make: (ID, _ life: inout [Subscription]) -> (UnsafeMutablePointer<Branch>, () -> Void))
    {
        isNew = false
        if !turns.state.pointee.isWhole,
            let changed = order.first(where: { parts[$0]?.branch.pointee.mark == turns.state.pointee.number })
        {
            // One element changed itself: the others are where they were.
            parts[changed]?.deliver()
            return
        }
        if ids != order {
            let wanted = Set(ids)
            for id in order where !wanted.contains(id) { parts.removeValue(forKey: id)?.life.cancel() }
            order = ids
        }
        for id in ids {
            let part = parts[id] ?? start(id, make)
            part.deliver()
        }
    }

    func cancelAll() {
        for id in order { parts.removeValue(forKey: id)?.life.cancel() }
        order = []
    }

    private func start(
        _ id: ID, _ make: (ID, _ life: inout [Subscription]) -> (UnsafeMutablePointer<Branch>, () -> Void)
    ) -> Part {
        let life = Subscription(within: parent)
        let outer = turns.life
        turns.life = life
        var running: [Subscription] = []
        let (branch, deliver) = make(id, &running)
        turns.life = outer
        life.stop(with: Subscription(running))
        let part = Part(life: life, branch: branch, deliver: deliver)
        parts[id] = part
        return part
    }
}
