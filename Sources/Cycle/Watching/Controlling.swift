// The means of a monitor to control a loop that runs. All of it happens in the isolation of the loop.

extension CycledLens {
    /// Takes no more turns, after the one under way, until ``resume()``. Only ``step()`` takes one.
    ///
    /// No driver hears of it: letters wait in the mailbox, as many as their inlets allow, and alarms ring late by the pause.
    /// The frame that is shown stays. A pause outlasts ``stop()`` and a new start, which shows its first frame and takes no
    /// turn; a `run` that is awaited does not end for want of events meanwhile.
    public func pause() {
        loop.attachments.isPaused = true
    }

    /// Goes on after ``pause()``: a `run` by itself, a loop that is driven by hand with the next ``drain()``.
    public func resume() {
        loop.attached?.isPaused = false
        loop.wakeRun()
    }

    /// Whether it was paused and not resumed.
    public var isPaused: Bool { loop.attached?.isPaused == true }

    /// Has an event wait for its turn as if the driver of that lens had reported it. Its moment says the same.
    ///
    ///     cycle.inject(ConsoleDriver.Event.key("q"), into: "console")
    ///
    /// - Parameters:
    ///   - event: Of the type of the driver's events.
    ///   - lens: The path of the lens, see ``Moment/Cause/lens``. Lenses with an Event-Filter that were started beside an
    ///     observer of moments can be found; of two with the same path, the first.
    /// - Returns: Whether there is such a lens and the event is of its type.
    @discardableResult
    public func inject(_ event: Any, into lens: String) -> Bool {
        loop.inject(into: lens) { _ in event }
    }

    /// As ``inject(_:into:)``, of an event that is made when its type is known: decoded, for instance.
    ///
    /// - Parameters:
    ///   - lens: As above.
    ///   - make: Called with the type of the events of that lens; `nil` for no event.
    @discardableResult
    public func inject(into lens: String, _ make: @escaping (_ type: Any.Type) -> Any?) -> Bool {
        loop.inject(into: lens, make)
    }

    /// Has every run from the next start on played by what `play` makes of its stand-ins, `nil` where the drivers run themselves.
    ///
    /// For a monitor that stands between the drivers and their lenses: its stand-ins run the driver that they are asked to play. Of
    /// several, a later one is given the stand-ins of an earlier one.
    ///
    /// - Returns: The same loop.
    public func playing(by play: @escaping (_ standIns: (any StandIns)?) -> any StandIns) -> CycledLens {
        let inner = accompaniment.value
        accompaniment.value = { play(inner?($0) ?? $0) }
        return self
    }

    /// Puts another frame in the place of this one, in a turn of its own: now, also while the loop is paused, or when the turn
    /// under way is over. The wants of the frame are reconciled, and nothing else happens: no Event-Filter and no rule is
    /// called.
    ///
    /// An equal frame is not delivered. The ``Moment`` has `replaceFrame` for its lens, and the frame for its event.
    ///
    /// - Returns: Whether the loop runs. To begin with a frame see ``start(on:resuming:standIns:)``.
    @discardableResult
    public func replaceFrame(with frame: Frame) -> Bool {
        loop.interpose("replaceFrame") { [cell, loop] in
            cell.replace(with: frame)
            loop.watch("replaceFrame", frame)
        }
    }
}

extension Loop {
    /// Has an event wait at the lens of that path, which `make` is given the type of.
    ///
    /// - Returns: Whether there is such a lens, and an event for it.
    func inject(into path: String, _ make: @escaping (_ type: Any.Type) -> Any?) -> Bool {
        guard isStarted, let attached else { return false }
        // Kept: `make` may inject another event.
        let outer = attached.injection
        attached.injection = (path, make)
        attached.lenses.callAll()
        let isTaken = attached.injection == nil
        attached.injection = outer
        if isTaken { wakeRun() }
        return isTaken
    }

    /// Takes a turn for what comes from outside and does not wait: now, or when the one under way is over.
    ///
    /// - Parameter owner: Whom to name where such turns lead to one another for ever.
    /// - Returns: Whether there is one, or will be.
    func interpose(_ owner: String, _ turn: @escaping () -> Void) -> Bool {
        guard isStarted, phase != .ended else { return false }
        let depth = depth
        if depth > answerLimit { stopForAnswering(owner) }
        after { [self] in
            guard isStarted else { return }
            // Not finished here: one that it leads to comes after it, not inside of it, and a long row needs no stack.
            if phase.isBusy { return take(Hook(number: depth, turn)) }
            takingTurns {
                take(Hook(number: depth, turn))
                finishTurn()
                _ = isRunDone()
            }
            wakeRun()
        }
        return true
    }
}

extension Source {
    /// Lets events in that ``Loop/inject(into:_:)`` has for this name, while what this runs inside of goes on: where moments are
    /// observed.
    @usableFromInline
    func acceptInjections() {
        guard let scope, loop.attached?.watchers.isEmpty == false else { return }
        let accepting = loop.add(to: \.lenses) { [self] in
            guard let injection = loop.attached?.injection, injection.path == name else { return }
            guard let event = injection.make(Value.self) as? Value else { return }
            loop.attached?.injection = nil
            loop.continuing(as: nil) { append(event) }
        }
        scope.atClose(accepting.cancel)
    }
}
