extension Signal {
    /// Runs one effect for each thing that a value wants, as long as it is wanted: the one mechanism behind drivers that
    /// do several things at a time.
    ///
    ///     models.effects(for: \.requests, by: \.id) { request in Signal.task { await load(request) } }
    ///
    /// With every value the wants are compared by identity: those that left are cancelled, in the order in which they
    /// were started, and are silent from then on, also with what still waits for its turn; those that stay are left alone, unless they differ, then their effect
    /// starts anew; those that came are started, in the order given. Of two with one identity the first counts. An
    /// effect that has ended is not started again while its want stays the same.
    ///
    /// - Complexity: O(wants) per value, nothing between values.
    /// - Source: `react(requests:)` of RxFeedback; subscriptions of Elm.
    public func effects<Wants: Sequence, ID: Hashable, Event>(
        for wants: @escaping (Value) -> Wants, by identity: @escaping (Wants.Element) -> ID,
        run effect: @escaping (Wants.Element) -> Signal<Event>
    ) -> Signal<Event> where Wants.Element: Equatable {
        effects(for: wants, by: identity) { (_: ID, want: Signal<Wants.Element>) in want.flatMap(.latest, effect) }
    }

    /// As ``effects(for:by:run:)-(_,_,(Wants.Element)->Signal<Event>)``, with one effect for the whole life of an
    /// identity: it is handed what is wanted now and every different want that follows.
    public func effects<Wants: Sequence, ID: Hashable, Event>(
        for wants: @escaping (Value) -> Wants, by identity: @escaping (Wants.Element) -> ID,
        run effect: @escaping (_ id: ID, _ want: Signal<Wants.Element>) -> Signal<Event>
    ) -> Signal<Event> where Wants.Element: Equatable {
        Signal<Event>(place: nil) { sink in
            let running = KeyedEffects(sink, effect)
            return Subscription([
                run(
                    Sink(
                        sink.turns,
                        receive: { value in running.reconcile(wants(value).map { (identity($0), $0) }) },
                        finish: running.sourceEnded)),
                Subscription(running.cancelAll),
            ])
        }
    }
}

/// The effects of one running ``Signal/effects(for:by:run:)``.
private final class KeyedEffects<ID: Hashable, Want: Equatable, Event> {
    private final class Entry {
        let id: ID
        let life: Subscription
        let number: Int
        var want: Want
        /// Hands a changed want to the effect.
        var update: ((Want) -> Void)?
        /// Tells the effect that no other want will follow.
        var endWants: (() -> Void)?
        /// The reconciliation that last saw this want.
        var generation: Int

        init(_ id: ID, _ want: Want, number: Int, generation: Int, within parent: Subscription?) {
            self.id = id
            self.want = want
            self.number = number
            self.generation = generation
            life = Subscription(within: parent)
        }

        /// The effect and what hands it its wants hold each other.
        func letGo() {
            update = nil
            endWants = nil
        }
    }

    private let sink: Sink<Event>
    private let effect: (ID, Signal<Want>) -> Signal<Event>
    private let parent: Subscription?
    private var entries: [ID: Entry] = [:]
    /// The same, in the order in which they were started.
    private var started: [Entry] = []
    private var startedCount = 0
    private var runningCount = 0
    private var generation = 0
    private var hasSourceEnded = false

    init(_ sink: Sink<Event>, _ effect: @escaping (ID, Signal<Want>) -> Signal<Event>) {
        self.sink = sink
        self.effect = effect
        parent = sink.turns.life
    }

    func reconcile(_ wants: [(ID, Want)]) {
        generation += 1
        var changed: [(ID, Want)] = []
        var keptCount = 0
        for (id, want) in wants {
            guard let entry = entries[id] else {
                changed.append((id, want))
                continue
            }
            guard entry.generation < generation else { continue }
            entry.generation = generation
            keptCount += 1
            if entry.want != want { changed.append((id, want)) }
        }
        if keptCount < entries.count { cancel { $0.generation < generation } }
        let newestBefore = startedCount
        for (id, want) in changed {
            guard let entry = entries[id] else {
                start(id, want)
                continue
            }
            // A second want of an identity that has just been started is not another want.
            if entry.number <= newestBefore { update(entry, to: want) }
        }
    }

    func sourceEnded() {
        hasSourceEnded = true
        for entry in started { entry.endWants?() }
        endIfDone()
    }

    func cancelAll() {
        cancel { _ in true }
    }

    private func cancel(where isUnwanted: (Entry) -> Bool) {
        let unwanted = started.filter(isUnwanted)
        started.removeAll(where: isUnwanted)
        for entry in unwanted { entries[entry.id] = nil }
        for entry in unwanted {
            if entry.life.isActive { runningCount -= 1 }
            entry.life.cancel()
        }
    }

    private func update(_ entry: Entry, to want: Want) {
        guard entry.want != want, entry.generation == generation else { return }
        entry.want = want
        entry.update?(want)
    }

    private func start(_ id: ID, _ want: Want) {
        startedCount += 1
        runningCount += 1
        let entry = Entry(id, want, number: startedCount, generation: generation, within: parent)
        entries[id] = entry
        started.append(entry)
        // As in a flatMap: the sink's closure, not the sink.
        let (turns, receive) = (sink.turns, sink.receive)
        let wants = Signal<Want>(place: nil) { [weak entry] wantSink in
            guard let entry else { return Subscription() }
            entry.update = wantSink.send
            entry.endWants = wantSink.end
            wantSink.send(entry.want)
            return Subscription(entry.letGo)
        }
        let events = effect(id, wants)
        let taking = Sink<Event>(
            turns,
            receive: { event in turns.emitting(entry.life) { receive(event) } },
            finish: { [self] in
                guard entry.life.isActive else { return }
                entry.life.finish()
                entry.letGo()
                runningCount -= 1
                endIfDone()
            })
        turns.starting(entry.life) { events.run(taking) }
    }

    private func endIfDone() {
        if hasSourceEnded, runningCount == 0 { sink.end() }
    }
}
