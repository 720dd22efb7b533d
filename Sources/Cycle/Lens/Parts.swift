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
    public func lens<Part, Receiver>(
        _ path: WritableKeyPath<Value, Part>,
        _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        embedding(path, Comparison<Part>.none, feature)
    }

    public func lens<Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Part>,
        _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        embedding(path, .equality, feature)
    }

    private func embedding<Part, Receiver>(
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

/// How a part tells that it did not change; `nil` for parts that cannot be compared.
struct Comparison<Value> {
    let areEqual: ((Value, Value) -> Bool)?

    static var none: Comparison { Comparison(areEqual: nil) }

    var leavesEqual: Place<Value>.Change {
        guard let areEqual else { return Place.never }
        return { value, change in
            let before = value
            change(&value)
            return areEqual(before, value)
        }
    }
}

extension Comparison where Value: Equatable {
    static var equality: Comparison { Comparison(areEqual: ==) }
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
                fixed: address, turns, Branch(parent: branch, extent: extent), leavesEqual: comparison.leavesEqual)
        } else {
            place = Place<Part>(
                turns, Branch(parent: branch, extent: extent), leavesEqual: comparison.leavesEqual,
                read: { [read] body in
                    read { whole in
                        var value = whole.pointee[keyPath: path]
                        body(&value)
                    }
                },
                modify: { [modify] body in modify { whole in body(&whole.pointee[keyPath: path]) } })
        }
        place.branch.pointee.attach = { [self, unowned place] in
            // Watched from above, a place lives: its branch may be left by all while it is being delivered.
            observe { [place, deliver = place.delivery(comparison)] _ in _ = place.read(deliver) }
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

    /// Delivers the value of this part when its whole is delivered, unless it did not change.
    func delivery(_ comparison: Comparison<Value>) -> (UnsafeMutablePointer<Value>) -> Void {
        var kept: Value?
        return { [state = turns.state, branch] value in
            let isOnPath = !state.pointee.isWhole && branch.pointee.mark == state.pointee.number
            if branch.pointee.isShown, !isOnPath {
                guard state.pointee.mayHaveChanged(branch.pointee.extent) else { return }
                if let areEqual = comparison.areEqual, let kept, areEqual(kept, value.pointee) { return }
            }
            if comparison.areEqual != nil { kept = value.pointee }
            let wasWhole = state.pointee.isWhole
            state.pointee.isWhole = !isOnPath || branch == state.pointee.origin
            branch.deliver(UnsafeRawPointer(value))
            state.pointee.isWhole = wasWhole
        }
    }
}

extension Turns.State {
    /// Whether the change that is being delivered can have touched this memory.
    func mayHaveChanged(_ extent: Range<UInt>) -> Bool {
        guard !isWhole, let origin else { return true }
        return extent.overlaps(origin.pointee.extent) || extent.isEmpty
    }
}
