extension Signal {
    /// Joins a driver to the frame.
    ///
    /// - Parameters:
    ///   - driver: Renders the models and reports events.
    ///   - label: What moments and complaints call it; without one, the name of its type. Two drivers of one type that
    ///     are to be told apart need one.
    ///   - frameFilter: The driver's model of a frame. A model equal to the one before is not rendered again.
    ///   - eventFilter: Changes the frame, in place, into the next one. Gets the frame that the event before it left.
    @inlinable  // hot: the filters of an application become one closure each
    public func lens<D: Driver>(
        driver: D,
        label: String? = nil,
        frameFilter: @escaping (Value) -> D.Model,
        eventFilter: @escaping (_ frame: inout Value, _ event: D.Event) -> Void
    ) -> MutatingLens<Signal, D> {
        MutatingLens(
            value: self, get: { _ in driver },
            set: { driver, frames in
                driver.eventsCapturedAfterRendering(model: frames.narrowed(by: frameFilter))
                    .changing(frames, owner: label ?? name(of: D.self), eventFilter)
            })
    }

    /// Joins a driver whose Event-Filter looks back: at the frames that were delivered before the one it changes.
    ///
    /// - Parameters:
    ///   - driver: Renders the models and reports events.
    ///   - label: As above.
    ///   - frameFilter: The driver's model of a frame.
    ///   - count: How many frames to keep. Each is a copy: what the loop changes in a frame that is kept is copied.
    ///   - eventFilter: Gets up to `count` frames, the newest last, beside the frame to change.
    public func lens<D: Driver>(
        driver: D,
        label: String? = nil,
        frameFilter: @escaping (Value) -> D.Model,
        keepingPrevious count: Int,
        eventFilter: @escaping (_ frame: inout Value, _ event: D.Event, _ previous: [Value]) -> Void
    ) -> MutatingLens<Signal, D> {
        guard count >= 0 else { stop("keepingPrevious: \(count): a loop has no fewer than 0 frames before the latest") }
        var delivered: [Value] = []
        let keeping = Signal.makeOperator { sink in
            delivered = []
            return run(
                sink.taking { frame in
                    delivered.append(frame)
                    if delivered.count > count + 1 { delivered.removeFirst() }
                })
        }
        let lens = lens(driver: driver, label: label, frameFilter: frameFilter) { frame, event in
            eventFilter(&frame, event, Array(delivered.dropLast()))
        }
        return MutatingLens(value: self, receiver: driver, set: [keeping] + lens.set)
    }

    /// Joins events that come from outside: of a ``pipe()``, a task, a sequence.
    ///
    /// - Parameters:
    ///   - events: Run with the loop.
    ///   - label: As above; without one, the name of the events' type.
    ///   - eventFilter: As above.
    public func lens<Event>(
        events: Signal<Event>, label: String? = nil,
        eventFilter: @escaping (_ frame: inout Value, _ event: Event) -> Void
    ) -> MutatingLens<Signal, Signal<Event>> {
        MutatingLens(
            value: self, get: { _ in events },
            set: { $0.changing($1, owner: label ?? name(of: Event.self), eventFilter) })
    }

    /// Joins a driver whose events lead nowhere.
    @inlinable  // as above
    public func lens<D: Driver>(
        driver: D, label: String? = nil, frameFilter: @escaping (Value) -> D.Model
    ) -> MutatingLens<Signal, D> {
        lens(driver: driver, label: label, frameFilter: frameFilter, eventFilter: { _, _ in })
    }

    /// The general form: a receiver that watches the frames, and signals of the frames that it leads to.
    public func lens<Receiver>(
        get: (Signal) -> Receiver, set: (Receiver, Signal) -> [Signal]
    ) -> MutatingLens<Signal, Receiver> {
        MutatingLens(value: self, get: get, set: set)
    }

    /// The general form, with one signal of frames.
    public func lens<Receiver>(
        get: (Signal) -> Receiver, set: (Receiver, Signal) -> Signal
    ) -> MutatingLens<Signal, Receiver> {
        MutatingLens(value: self, get: get, set: set)
    }

    /// The general form of a receiver that only watches: `get` returns what it does with the frames, and that is run.
    public func lens<Ignored>(get: (Signal) -> Signal<Ignored>) -> MutatingLens<Signal, Signal<Ignored>> {
        MutatingLens(value: self, get: get, set: { watching, _ in watching.ignoringValues() })
    }

    /// Models of the values, without repeats; a frame is read where it lives.
    @inlinable  // hot: what every lens does with every frame
    func narrowed<Model: Equatable>(by filter: @escaping (Value) -> Model) -> Signal<Model> {
        guard let cell else { return map(filter).removeDuplicates() }
        return Signal<Model>.makeOperator { sink in
            let narrowing = Narrowing(cell, filter, sink.receive)
            return cell.observe { narrowing.deliver() }
        }
    }

    /// The frames that these events lead to.
    ///
    /// In the loop that shows `frames`, a frame is changed where it lives. Anywhere else, for a signal that somebody has
    /// put another operator behind, the event is applied to a copy of the latest frame.
    @inlinable  // hot: what every event goes through
    func changing<Frame>(
        _ frames: Signal<Frame>, owner: String, _ eventFilter: @escaping (inout Frame, Value) -> Void
    ) -> Signal<Frame> {
        Signal<Frame>.makeOperator { sink in
            guard let cell = sink.cell else {
                return self.applied(toCopiesOf: frames, eventFilter).run(sink)
            }
            let wait = sink.loop.queueing(owner: owner) { (event: Value) in
                cell.change { frame in eventFilter(&frame, event) }
            }
            return self.run(sink.taking(wait))
        }
    }

    @usableFromInline
    func applied<Frame>(
        toCopiesOf frames: Signal<Frame>, _ eventFilter: @escaping (inout Frame, Value) -> Void
    ) -> Signal<Frame> {
        withLatest(from: frames).map { event, frame in
            var next = frame
            eventFilter(&next, event)
            return next
        }
    }
}

/// What a lens shows its driver: a Frame-Filter, and the model that it made last.
@usableFromInline
final class Narrowing<Value, Model: Equatable> {
    @usableFromInline let cell: Cell<Value>
    @usableFromInline let filter: (Value) -> Model
    @usableFromInline let receive: (Model) -> Void
    @exclusivity(unchecked) @usableFromInline var latest: Model?

    @inlinable
    init(_ cell: Cell<Value>, _ filter: @escaping (Value) -> Model, _ receive: @escaping (Model) -> Void) {
        self.cell = cell
        self.filter = filter
        self.receive = receive
    }

    @inlinable  // hot: called with every frame that differs
    func deliver() {
        guard let spot = cell.spot else { return deliverFromElsewhere() }
        show(spot.read(filter))
    }

    @inlinable
    func deliverFromElsewhere() {
        _ = cell.readElsewhere { show(filter($0)) }
    }

    @inlinable  // hot
    func show(_ model: Model) {
        if let latest, latest == model { return }
        latest = model
        receive(model)
    }
}
