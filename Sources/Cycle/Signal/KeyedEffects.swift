extension Signal {
    /// Runs one effect for each thing that a value wants, as long as it is wanted: the one mechanism behind drivers that
    /// do several things at a time.
    ///
    ///     models.effects(for: \.requests, by: \.id) { request in Signal.task { await load(request) } }
    ///
    /// With every value the wants are compared by identity, of which equal wants have the same one: the effects of those that left or
    /// differ are cancelled, in the order in which they were started; those that stay are left alone; then those that came or
    /// differ are started, in the order given. Of two with one identity the first counts. An
    /// effect that has ended is not started again while its want stays the same. A want or an identity that is not equal to itself, as a
    /// number that is NaN, is another one with each value.
    ///
    /// All that a want led to is silent from the moment that it leaves or differs, also what still waits for its turn, and also
    /// where its effect had ended.
    ///
    /// - Complexity: O(wants) per value, nothing between values.
    /// - Source: `react(requests:)` of RxFeedback; subscriptions of Elm.
    @inlinable  // hot: reconciled for the wants' own types
    public func effects<Wants: Sequence, ID: Hashable, Event>(
        for wants: @escaping (Value) -> Wants, by identity: @escaping (Wants.Element) -> ID,
        run effect: @escaping (Wants.Element) -> Signal<Event>
    ) -> Signal<Event> where Wants.Element: Equatable {
        effects(for: wants, by: identity, isRestarting: true) { _, want in want.flatMap(.latest, effect) }
    }

    /// As ``effects(for:by:run:)-(_,_,(Wants.Element)->Signal<Event>)``, with one effect for the whole life of an
    /// identity: it is handed what is wanted now and every different want that follows, until its identity leaves or this
    /// signal ends. Events for the want before that still wait are silent then.
    @inlinable  // hot, as above
    public func effects<Wants: Sequence, ID: Hashable, Event>(
        for wants: @escaping (Value) -> Wants, by identity: @escaping (Wants.Element) -> ID,
        run effect: @escaping (_ id: ID, _ want: Signal<Wants.Element>) -> Signal<Event>
    ) -> Signal<Event> where Wants.Element: Equatable {
        effects(for: wants, by: identity, isRestarting: false, run: effect)
    }

    @inlinable  // hot, as above
    func effects<Wants: Sequence, ID: Hashable, Event>(
        for wants: @escaping (Value) -> Wants, by identity: @escaping (Wants.Element) -> ID, isRestarting: Bool,
        run effect: @escaping (ID, Signal<Wants.Element>) -> Signal<Event>
    ) -> Signal<Event> where Wants.Element: Equatable {
        Signal<Event>.makeOperator { sink in
            let effects = KeyedEffects(sink, isRestarting: isRestarting, effect)
            return Subscription([
                run(
                    Sink(
                        sink.loop, receive: { value in effects.reconcile(wants(value), by: identity) },
                        finish: effects.sourceEnded)),
                Subscription(effects.cancelAll),
            ])
        }
    }
}

/// One want of a running ``Signal/effects(for:by:run:)`` and its effect.
@usableFromInline
final class KeyedEffect<ID: Hashable, Want: Equatable> {
    @usableFromInline let id: ID
    @usableFromInline private(set) var want: Want
    /// The reconciliation that first saw this want, and the last that had to look whether it is still there: negative where it is not,
    /// 0 where another one is in its place.
    private let number: Int
    @exclusivity(unchecked) @usableFromInline var seen: Int
    /// How many effects were started before it.
    @usableFromInline let order: Int
    /// The effect, for as long as its identity is wanted.
    let subscription: Subscription
    /// Names its events for the want as it is now.
    fileprivate(set) var current: Subscription
    /// Hands a changed want to the effect, and the end of its wants.
    fileprivate var wants: Sink<Want>?

    fileprivate init(_ id: ID, _ want: Want, seen: Int, after order: Int, within parent: Subscription?) {
        self.id = id
        self.want = want
        self.seen = seen
        self.order = order
        number = seen
        subscription = Subscription(within: parent, isWanted: true)
        current = Subscription(within: subscription, isWanted: true)
        // The effect and what hands it its wants hold each other.
        subscription.atClose { [self] in wants = nil }
    }

    /// Events for the want before are silent from here on. A second want of an identity that has just come is not
    /// another want.
    fileprivate func change(to want: Want, in number: Int) {
        guard self.number < number, self.want != want else { return }
        _ = exchange(&self.want, with: want)
        current.silence()
        current = Subscription(within: subscription, isWanted: true)
        wants?.send(want)
    }

    /// It is not wanted any more: nothing of it arrives from here on.
    fileprivate func silence() {
        current.silence()
        subscription.silence()
    }
}

/// The effects of one running ``Signal/effects(for:by:run:)``.
@usableFromInline
final class KeyedEffects<ID: Hashable, Want: Equatable, Event> {
    @usableFromInline typealias Effect = KeyedEffect<ID, Want>

    private let sink: Sink<Event>
    /// Whether a want that differs has left and come.
    @usableFromInline let isRestarting: Bool
    private let run: (ID, Signal<Want>) -> Signal<Event>
    private let parent: Subscription?
    @usableFromInline var byID: [ID: Effect] = [:]
    /// The wants of these, as they came; none while they are applied.
    @usableFromInline var latest: [Want] = []
    /// Whether `==`, `hash` or the identity of a want is called, which must not lead back here.
    @exclusivity(unchecked) @usableFromInline var isComparing = false
    @exclusivity(unchecked) @usableFromInline var number = 0
    private var startedCount = 0
    private var runningCount = 0
    private var hasSourceEnded = false
    private var hasEnded = false

    @usableFromInline
    init(_ sink: Sink<Event>, isRestarting: Bool, _ run: @escaping (ID, Signal<Want>) -> Signal<Event>) {
        self.sink = sink
        self.isRestarting = isRestarting
        self.run = run
        parent = sink.loop.starter
    }

    @inlinable  // hot
    func reconcile(_ wants: some Sequence<Want>, by identity: (Want) -> ID) {
        if isStopped { return }
        number += 1
        let wants = Array(wants)
        guard let (gone, changes) = comparing({ changes(to: wants, by: identity) }) else { return }
        let number = number
        latest = []
        cancel(gone)
        apply(changes)
        if number == self.number { latest = wants }
    }

    /// Hands a want that has changed in its place to its effect: all others are as they were.
    func change(_ want: Want, at index: Int, of id: ID) {
        if isStopped { return }
        number += 1
        latest[index] = want
        comparing { byID[id] }?.change(to: want, in: number)
    }

    /// - Returns: The effects that are not wanted any more, and the wants that came or differ; `nil` if there is nothing to do.
    @inlinable  // hot
    func changes(to wants: [Want], by identity: (Want) -> ID) -> (gone: [Effect], come: [(id: ID, want: Want)])? {
        // Where two have one identity, and in the midst of another reconciliation, all are looked up.
        var isInOrder = byID.count == latest.count
        while true {
            let (gone, come) = isInOrder ? wants.differences(from: latest) : ([], wants)
            if isInOrder, gone.isEmpty, come.isEmpty { return nil }
            let leaving = isInOrder ? gone.compactMap { byID[identity($0)] } : Array(byID.values)
            // An identity that is not equal to itself is not found.
            if !isInOrder || leaving.count == gone.count, let changes = changes(come, leaving, by: identity) {
                return (leaving.filter { $0.seen != number }, changes)
            }
            // An identity is that of one that stays, too.
            number += 1
            isInOrder = false
        }
    }

    /// - Returns: The wants that came or differ; `nil` where an identity is that of an effect that is not among `leaving`.
    @inlinable  // hot
    func changes(_ come: [Want], _ leaving: [Effect], by identity: (Want) -> ID) -> [(id: ID, want: Want)]? {
        for effect in leaving { effect.seen = -number }
        var changes: [(id: ID, want: Want)] = []
        for want in come {
            let id = identity(want)
            guard let effect = byID[id] else {
                changes.append((id, want))
                continue
            }
            // Of two with one identity the first has counted.
            if effect.seen == number || effect.seen == 0 { continue }
            guard effect.seen == -number else { return nil }
            let differs = effect.want != want
            effect.seen = differs && isRestarting ? 0 : number
            if differs { changes.append((id, want)) }
        }
        return changes
    }

    /// Calls `==`, `hash` and identities of wants, which belong to the application.
    @inlinable  // hot
    func comparing<Result>(_ body: () -> Result) -> Result {
        stopIfComparing()
        isComparing = true
        defer { isComparing = false }
        return body()
    }

    @usableFromInline func stopIfComparing() {
        if isComparing {
            stop(
                """
                effects(for:by:): an identity, == or hash of a want called back into its effects: let it be pure, one that \
                calls nothing of its loop
                """)
        }
    }

    @usableFromInline var isStopped: Bool { hasEnded || (parent?.isStopped ?? false) }

    /// Cancels those that are not wanted any more, in the order in which they were started.
    @usableFromInline
    func cancel(_ effects: [Effect]) {
        comparing {
            let found = effects.filter { byID.removeValue(forKey: $0.id) != nil }
            if found.count < effects.count { byID = byID.filter { $0.value.seen == number } }
        }
        for effect in effects.sorted(by: { $0.order < $1.order }) {
            if effect.subscription.isActive { runningCount -= 1 }
            effect.silence()
        }
    }

    @usableFromInline
    func apply(_ changes: [(id: ID, want: Want)]) {
        let number = number
        for (id, want) in changes {
            // An effect may end all of them at its start, or lead to other wants.
            if isStopped || number != self.number { return }
            if let effect = comparing({ byID[id] }) { effect.change(to: want, in: number) } else { start(id, want) }
        }
    }

    @usableFromInline
    func sourceEnded() {
        stopIfComparing()
        hasSourceEnded = true
        for effect in started { effect.wants?.end() }
        endIfDone()
    }

    @usableFromInline
    func cancelAll() {
        stopIfComparing()
        hasEnded = true
        let all = started
        byID = [:]
        latest = []
        for effect in all {
            effect.current.cancel()
            effect.subscription.cancel()
        }
    }

    /// In the order in which they were started.
    private var started: [Effect] { byID.values.sorted { $0.order < $1.order } }

    private func start(_ id: ID, _ want: Want) {
        runningCount += 1
        startedCount += 1
        let effect = Effect(id, want, seen: number, after: startedCount, within: parent)
        comparing { byID[id] = effect }
        let wants = Signal<Want>.makeOperator { sink in
            effect.wants = sink
            if !sink.loop.isStartStopped { sink.send(effect.want) }
            return Subscription()
        }
        let (loop, emit) = (sink.loop, sink.receive)
        let taking = Sink<Event>(
            loop,
            receive: { event in loop.emitting(effect.current) { emit(event) } },
            finish: { [self] in
                // Its events still arrive, for as long as its want stays the same.
                effect.current.end()
                guard effect.subscription.end() else { return }
                runningCount -= 1
                endIfDone()
            })
        loop.starting(effect.subscription) { run(id, wants).run(taking) }
        if hasSourceEnded { effect.wants?.end() }
    }

    private func endIfDone() {
        guard hasSourceEnded, runningCount == 0, !hasEnded else { return }
        hasEnded = true
        sink.finish()
    }
}
