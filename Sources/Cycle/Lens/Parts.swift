extension Signal {
    /// A feature written for a part of the frame, embedded by key path.
    ///
    ///     frames.lens(\.search) { search in search.lens(driver: …) }
    ///
    /// An event of the feature costs the features beside it a comparison of addresses; an event of the whole costs those
    /// whose part is `Equatable` and did not change one comparison.
    ///
    /// - Parameters:
    ///   - path: The part. A stored property is the fastest.
    ///   - label: The beginning of the paths of the feature's lenses; without one, the name of the property.
    ///   - feature: Called once, with the frames of the part.
    /// - Source: `pullback` of TCA and CombineFeedback, `isolate` of Cycle.js.
    @inlinable  // hot: the comparison is made for the part's type, here and below
    public func lens<Part, Receiver>(
        _ path: WritableKeyPath<Value, Part>, label: String? = nil,
        @LensBuilder<Part> _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        embedding(path, label, nil, feature)
    }

    /// A feature written for an `Equatable` part of the frame: it is shown its part when that has changed.
    @inlinable
    public func lens<Part: Equatable, Receiver>(
        _ path: WritableKeyPath<Value, Part>, label: String? = nil,
        @LensBuilder<Part> _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        embedding(path, label, Cell.comparing { $0 }, feature)
    }

    @usableFromInline
    func embedding<Part, Receiver>(
        _ path: WritableKeyPath<Value, Part>, _ label: String?, _ leavesEqual: Cell<Part>.Comparison?,
        _ feature: (Signal<Part>) -> MutatingLens<Signal<Part>, Receiver>
    ) -> MutatingLens<Signal, Receiver> {
        let part = part(path, label, leavesEqual)
        let lens = feature(part)
        return MutatingLens<Signal, Receiver>(
            value: self, receiver: lens.get,
            set: lens.set.map {
                $0.embedded(in: self, as: part) { $0[keyPath: path] = $1 }
            })
    }

    /// The values of a part, when it has changed.
    @usableFromInline
    func part<Part>(
        _ path: WritableKeyPath<Value, Part>, _ label: String?, _ leavesEqual: Cell<Part>.Comparison?
    ) -> Signal<Part> {
        guard let (cell, stage) = shown?() else { return map { $0[keyPath: path] } }
        return cell.part(path, leavesEqual).signal(on: Stage(of: label ?? name(of: path), in: stage))
    }

    /// Frames of a part as frames of the whole: in its place inside the loop, in copies of the whole elsewhere.
    private func embedded<Whole>(
        in wholes: Signal<Whole>, as part: Signal<Value>, _ put: @escaping (inout Whole, Value) -> Void
    ) -> Signal<Whole> {
        Signal<Whole>.makeOperator { sink in
            let shown = part.shown?()
            shown?.cell.stop(unlessIn: sink.loop)
            guard sink.target != nil, let (cell, stage) = shown else {
                return applied(toCopiesOf: wholes, put).run(sink)
            }
            return run(cell.sink(owner: name(of: Value.self), on: stage, finish: sink.finish))
        }
    }
}

extension Cell {
    /// The values that this cell shows over time. It ends with the run of its loop, silently.
    func signal(on stage: Stage) -> Signal<Value> {
        Signal(showing: { (self, stage) }) { sink in
            self.stop(unlessIn: sink.loop)
            stage.run.value.standIns?.noteLens(at: "", reaching: self.reach)
            return self.observe { [receive = sink.receive] in self.read(receive) }
        }
    }

    /// The sink of what a lens sets: events change the value where it lives; the whole value that a turn leads to replaces it
    /// at once, every other one in a turn of its own.
    func sink(owner: @escaping @autoclosure () -> String, on stage: Stage, finish: @escaping () -> Void) -> Sink<Value>
    {
        let scope = loop.starter
        // Made with its first value: most lenses set changes, and never a whole.
        var replace: ((Value) -> Void)?
        let receive = { [self] (value: Value) in
            if loop.phase == .applying { return change { $0 = value } }
            if replace == nil {
                replace = loop.queueing(owner: stage.path(of: owner()), within: scope) { [self] value in
                    change { $0 = value }
                }
            }
            replace?(value)
        }
        return Sink(loop, receive: receive, finish: finish, setting: { (self, stage) })
    }

    /// The cell of a part: at an address of its own for a stored property, by key path for a computed one.
    func part<Inner>(
        _ path: WritableKeyPath<Value, Inner>, _ leavesEqual: Cell<Inner>.Comparison?
    ) -> Cell<Inner> {
        // A key path is 50 times slower than an address, and a frame never moves.
        let inner: Spot<Inner>? = spot.flatMap { spot in MemoryLayout<Value>.offset(of: path).map(spot.part) }
        let owner = self.owner ?? self
        let read: Cell<Inner>.Read = { [self] body in
            guard let inner else { return self.read { body($0[keyPath: path]) } != nil }
            withExtendedLifetime(owner) { inner.read(body) }
            return true
        }
        let latest = Variable<Inner?>(nil)
        let isRepeat = leavesEqual.map { leavesEqual in
            { (isKnownNew: Bool) in
                var isRepeat = true
                _ = read { value in
                    isRepeat = false
                    if !isKnownNew, var before = latest.value { isRepeat = leavesEqual(&before) { $0 = value } }
                    if !isRepeat { latest.value = value }
                }
                return isRepeat
            }
        }
        return Cell<Inner>(
            loop, observers, Part(observers, extent(of: path), in: part, isRepeat: isRepeat), leavesEqual, at: inner,
            in: owner, read: read, modify: { [self] body in modify { body(&$0[keyPath: path]) } != nil })
    }

    /// Where a part shows in what is observed: in its own bytes for a stored property, else in all of this cell's.
    func extent<Inner>(of path: KeyPath<Value, Inner>) -> Range<Int> {
        let whole = self.extent
        guard let offset = MemoryLayout<Value>.offset(of: path) else { return whole }
        let start = whole.lowerBound + offset
        return start..<start + MemoryLayout<Inner>.size
    }
}
