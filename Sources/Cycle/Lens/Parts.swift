extension Signal {
    /// A feature written for a part of the frame, embedded by key path.
    ///
    ///     frames.lens(\.search) { search in search.lens(driver: …) }
    ///
    /// An event of the feature costs the features beside it nothing; an event of the whole costs those whose part is
    /// `Equatable` and did not change one comparison.
    ///
    /// - Parameters:
    ///   - path: The part. A stored property is the fastest.
    ///   - feature: Called once, with the frames of the part.
    /// - Source: `pullback` of TCA and CombineFeedback, `isolate` of Cycle.js.
    @inlinable  // hot: the comparison is made for the part's type, here and below
    public func lens<Part, Receiver>(
        _ path: WritableKeyPath<Value, Part>,
        _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        embedding(path, .none, feature)
    }

    @inlinable
    public func lens<Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Part>,
        _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        embedding(path, .equality, feature)
    }

    @usableFromInline
    func embedding<Part, Receiver>(
        _ path: WritableKeyPath<Value, Part>, _ comparison: Comparison<Part>,
        _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        let part = place?.part(path, comparison)
        let lens = feature(part?.signal ?? map { $0[keyPath: path] })
        return MutatingLens<Signal, Receiver>(
            value: self, receiver: lens.get,
            set: lens.set.map { $0.embedded(in: self, at: part, owner: "\(Receiver.self)") { $0[keyPath: path] = $1 } })
    }

    /// Frames of a part as frames of the whole: in its place inside the loop, in copies of the whole elsewhere.
    private func embedded<Whole>(
        in wholes: Signal<Whole>, at part: Place<Value>?, owner: String,
        _ put: @escaping (inout Whole, Value) -> Void
    ) -> Signal<Whole> {
        Signal<Whole>(place: nil) { sink in
            guard sink.place != nil, let part else {
                return applied(toCopiesOf: wholes) { put(&$0, $1) }.run(sink)
            }
            return run(Sink(sink.turns, place: part, receive: part.replacing(owner: owner), finish: sink.finish))
        }
    }
}

/// How a part tells that it did not change. Made where its type is known: all that handles it later does not know it.
@usableFromInline
struct Comparison<Value> {
    @usableFromInline let leavesEqual: Place<Value>.Change
    /// Makes the memory of one watcher: it remembers a value, and tells whether it was the one before. It is not compared
    /// when it is known to be new.
    @usableFromInline let memory: (() -> Branch.Memory)?

    @inlinable
    init(leavesEqual: @escaping Place<Value>.Change, memory: (() -> Branch.Memory)?) {
        self.leavesEqual = leavesEqual
        self.memory = memory
    }

    @inlinable  // hot: a change of a part that cannot be compared
    static var none: Comparison {
        Comparison(
            leavesEqual: { value, change in
                change(&value)
                return false
            }, memory: nil)
    }
}

extension Comparison where Value: Equatable {
    @inlinable  // hot: compares with the part's own ==
    static var equality: Comparison {
        Comparison(
            leavesEqual: { value, change in
                let before = value
                change(&value)
                return before == value
            },
            memory: {
                let kept = Box<Value?>(nil)
                return { address, isKnownNew in
                    Resident<Value>.at(address).pointee.read { value in
                        if !isKnownNew, kept.address.pointee == value { return true }
                        kept.address.pointee = value
                        return false
                    }
                }
            })
    }
}

extension Place {
    /// The place of a part: at an address of its own for a stored property, by key path for a computed one.
    func part<Part>(_ path: WritableKeyPath<Value, Part>, _ comparison: Comparison<Part>) -> Place<Part> {
        let extent = extent(of: path)
        let place: Place<Part>
        if let fixed, let offset = MemoryLayout<Value>.offset(of: path) {
            // A key path is 50 times slower than an address, and a frame never moves.
            let address = (UnsafeMutableRawPointer(fixed) + offset).assumingMemoryBound(to: Part.self)
            place = Place<Part>(
                fixed: address, turns, Branch(parent: branch, extent: extent, turns.state),
                leavesEqual: comparison.leavesEqual)
        } else {
            place = MovingPlace<Part>(
                turns, Branch(parent: branch, extent: extent, turns.state), leavesEqual: comparison.leavesEqual,
                read: { [self] body in
                    read { whole in
                        var value = whole.pointee[keyPath: path]
                        body(&value)
                    }
                },
                modify: { [self] body in modify { whole in body(&whole.pointee[keyPath: path]) } })
        }
        place.branch.pointee.attach = { [self, unowned place] in
            let branch = place.branch
            branch.pointee.compare(by: comparison.memory?())
            // Watched from above, a place lives: its branch may be left by all while it is being delivered.
            if place.fixed != nil { return observe(part: place) }
            return observe(keeping: place) { [unowned place] _ in
                _ = place.read { branch.deliver(part: UnsafeRawPointer($0)) }
            }
        }
        return place
    }
}

extension Place {
    /// The memory in which a part shows: its own for a stored property, else all of this place's.
    func extent<Part>(of path: KeyPath<Value, Part>) -> Range<UInt> {
        let whole = branch.pointee.extent
        guard fixed != nil, let offset = MemoryLayout<Value>.offset(of: path) else { return whole }
        let start = whole.lowerBound + UInt(offset)
        return start..<start + UInt(MemoryLayout<Part>.size)
    }
}

extension Turns.State {
    /// Whether the change that is being delivered can have touched this memory.
    func mayHaveChanged(_ extent: Range<UInt>) -> Bool {
        guard !isWhole, let origin else { return true }
        return extent.overlaps(origin.pointee.extent) || extent.isEmpty
    }
}
