extension Signal {
    /// Joins a driver to the frame.
    ///
    ///     frames.lens(
    ///         driver: ConsoleDriver(),
    ///         frameFilter: { .screen("total \($0.total)", input: .keys) },
    ///         eventFilter: { frame, event in
    ///             if event == .key("+") { frame.total += 1 }
    ///         })
    ///
    /// Both filters are called in the isolation that runs the loop. They look at nothing but what they are given, and do not wait.
    ///
    /// - Parameters:
    ///   - driver: Renders the models and reports events.
    ///   - label: The name of the lens in moments, complaints and stand-ins; without one, the name of its type. Two drivers
    ///     of one type in one feature need one each.
    ///   - frameFilter: The driver's model of a frame. A model equal to the one before is not rendered again.
    ///   - eventFilter: Changes the frame, in place, into the next one. Gets the frame that the event before it left.
    @inlinable  // hot: the filters of an application become one closure each
    public func lens<D: Driver>(
        driver: D,
        label: String? = nil,
        frameFilter: @escaping (Value) -> D.Model,
        eventFilter: @escaping (_ frame: inout Value, _ event: D.Event) -> Void = { _, _ in }
    ) -> MutatingLens<Signal, D> {
        joining(driver, label, D.self, eventFilter) { frames, stage in
            driver.events(rendering: frames.narrowed(by: frameFilter), label, on: stage)
        }
    }

    /// Joins a driver whose Event-Filter knows the time, and the frames that were delivered before the one it changes.
    ///
    ///     frames.lens(
    ///         driver: ConsoleDriver(), frameFilter: screen, keepingPrevious: 1,
    ///         eventFilter: { frame, event, turn in
    ///             if event == .key("u"), let before = turn.previous.last { frame = before }
    ///             frame.touchedAt = turn.time
    ///         })
    ///
    /// - Parameters:
    ///   - driver: Renders the models and reports events.
    ///   - label: As above.
    ///   - frameFilter: The driver's model of a frame.
    ///   - count: How many frames to keep. Each is a copy: what the loop changes in a frame that is kept is copied.
    ///   - eventFilter: Gets the ``Turn`` beside the frame to change.
    @inlinable  // hot: as above
    public func lens<D: Driver>(
        driver: D,
        label: String? = nil,
        frameFilter: @escaping (Value) -> D.Model,
        keepingPrevious count: Int = 0,
        eventFilter: @escaping (_ frame: inout Value, _ event: D.Event, _ turn: Turn<Value>) -> Void
    ) -> MutatingLens<Signal, D> {
        // Not the cell, which would hold itself.
        guard let loop = cell?.loop else {
            stop("a lens whose event-filter knows its turn is made on the frames of a loop")
        }
        // The newest is the frame as it is now.
        let kept = Variable<[Value]>([])
        let keeping = keeping(count, in: kept)
        let lens = lens(driver: driver, label: label, frameFilter: frameFilter) { frame, event in
            eventFilter(&frame, event, Turn(loop.turnTime, Array(kept.value.dropLast())))
        }
        return MutatingLens(
            value: self, receiver: driver, set: count == 0 ? lens.set : [keeping] + lens.set)
    }

    /// Joins a driver that renders a part of the frame: the Frame-Filter runs only when that part has changed.
    ///
    ///     frames.lens(driver: disk, of: \.items) { .files(.write("items", $0)) }
    ///
    /// - Parameters:
    ///   - driver: Renders the models and reports events.
    ///   - label: As above.
    ///   - part: The part that the models are made of. A stored property is the fastest. Of one that cannot be set, let the
    ///     Frame-Filter of the first form make the model: it is rendered as seldom.
    ///   - frameFilter: The driver's model of the part.
    ///   - eventFilter: Changes the whole frame, as above. An Event-Filter that asks for its ``Turn`` goes with the whole
    ///     frame, too.
    @inlinable
    public func lens<D: Driver, Part: Equatable>(
        driver: D,
        label: String? = nil,
        of part: WritableKeyPath<Value, Part>,
        frameFilter: @escaping (Part) -> D.Model,
        eventFilter: @escaping (_ frame: inout Value, _ event: D.Event) -> Void = { _, _ in }
    ) -> MutatingLens<Signal, D> {
        joining(driver, label, D.self, eventFilter) { frames, stage in
            let parts = frames.part(part, nil, Cell.comparing { $0 })
            return driver.events(rendering: parts.narrowed(by: frameFilter), label, on: stage)
        }
    }

    /// Joins events that come from outside: of a ``pipe()``, a task, a sequence.
    ///
    ///     let (numbers, inlet) = Signal<Int>.pipe()
    ///     frames.lens(events: numbers, label: "numbers") { sum, number in sum += number }
    ///
    /// - Parameters:
    ///   - events: Run with the loop.
    ///   - label: As above; without one, the name of the events' type.
    ///   - eventFilter: As above.
    @inlinable  // hot: as above
    public func lens<Event>(
        events: Signal<Event>, label: String? = nil,
        eventFilter: @escaping (_ frame: inout Value, _ event: Event) -> Void
    ) -> MutatingLens<Signal, Signal<Event>> {
        joining(events, label, Event.self, eventFilter) { _, stage in
            stage?.events(events, of: label, Event.self) ?? events
        }
    }

    /// The general form: a receiver that watches the frames, and the frames that it leads to.
    ///
    /// - Parameters:
    ///   - label: As above; without one, the name of the receiver's type.
    ///   - get: Called once, now.
    ///   - set: Called once, now. With stand-ins, what it returns may be played, see ``StandIns/events(_:at:)``.
    public func lens<Receiver>(
        label: String? = nil, get: (Signal) -> Receiver, set: (Receiver, Signal) -> Signal
    ) -> MutatingLens<Signal, Receiver> {
        MutatingLens(value: self, get: get, set: { set($0, $1).setting(of: label, Receiver.self) })
    }

    /// The general form of a receiver that only watches: `get` returns what it does with the frames, and that is run.
    public func lens<Ignored>(get: (Signal) -> Signal<Ignored>) -> MutatingLens<Signal, Signal<Ignored>> {
        MutatingLens(value: self, get: get, set: { watching, _ in watching.ignoringValues() })
    }

    /// Joins what reports events: `run` makes them of the frames, at a start.
    @inlinable  // hot: as above
    func joining<Receiver, Event>(
        _ receiver: Receiver, _ label: String?, _ type: Any.Type,
        _ eventFilter: @escaping (inout Value, Event) -> Void,
        _ run: @escaping (Signal, Stage?) -> Signal<Event>
    ) -> MutatingLens<Signal, Receiver> {
        let frames = Signal.makeOperator { sink in
            run(self, sink.target?().stage).changing(self, of: label, type, eventFilter).run(sink)
        }
        return MutatingLens(value: self, receiver: receiver, set: [frames])
    }

    /// These frames, each set in a turn of its own.
    func setting(of label: String?, _ type: Any.Type) -> Signal {
        .makeOperator { sink in
            guard let (cell, stage) = sink.target?() else { return run(sink) }
            let frames = stage.events(self, of: label, type)
            return frames.run(cell.sink(owner: label ?? name(of: type), on: stage, finish: sink.finish))
        }
    }

    /// Models of the values, without repeats; a frame is read where it lives.
    @inlinable  // hot: what every lens does with every frame
    func narrowed<Model: Equatable>(by filter: @escaping (Value) -> Model) -> Signal<Model> {
        guard let cell else { return map(filter).removeDuplicates() }
        return Signal<Model>.makeOperator { sink in
            cell.stop(unlessIn: sink.loop)
            let latest = LatestModel(of: cell, by: filter, sink.receive)
            return cell.observe(latest.update)
        }
    }

    /// The frames that these events lead to.
    ///
    /// In the loop that shows `frames`, a frame is changed where it lives. Anywhere else, for a signal that has
    /// another operator behind it, the event is applied to a copy of the latest frame.
    @inlinable  // hot: what every event goes through
    func changing<Frame>(
        _ frames: Signal<Frame>, of label: String?, _ type: Any.Type,
        _ eventFilter: @escaping (inout Frame, Value) -> Void
    ) -> Signal<Frame> {
        Signal<Frame>.makeOperator { sink in
            guard let (cell, stage) = sink.target?() else {
                return self.applied(toCopiesOf: frames, eventFilter).run(sink)
            }
            stage.run.value.standIns?.noteLens(at: stage.path(of: label, type), reaching: cell.reach)
            let loop = sink.loop
            let source = Source(loop, owner: { stage.path(of: label, type) }, within: loop.starter) { (event: Value) in
                cell.change { frame in eventFilter(&frame, event) }
            }
            source.acceptInjections()
            return self.run(sink.taking(source.append))
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

/// The model that a lens made last. One object: its method is the observer, which needs no context of its own.
@usableFromInline
final class LatestModel<Frame, Model: Equatable> {
    @usableFromInline let cell: Cell<Frame>
    @usableFromInline let spot: Spot<Frame>?
    @usableFromInline let filter: (Frame) -> Model
    @usableFromInline let receive: (Model) -> Void
    @exclusivity(unchecked) @usableFromInline var model: Model?

    @inlinable  // hot: made where the types are known
    init(of cell: Cell<Frame>, by filter: @escaping (Frame) -> Model, _ receive: @escaping (Model) -> Void) {
        self.cell = cell
        spot = cell.spot
        self.filter = filter
        self.receive = receive
    }

    /// Makes the model of the frame that is shown, and hands it on if it is another one.
    @inlinable  // hot: every lens makes its model of every frame
    func update() {
        let new: Model
        if let spot {
            new = spot.read(filter)
        } else {
            guard let lent = cell.readLent(filter) else { return }
            new = lent
        }
        if let model, model == new { return }
        model = new
        // A filter that has stopped its loop leads to no render.
        if cell.loop.isStarted { receive(new) }
    }
}
