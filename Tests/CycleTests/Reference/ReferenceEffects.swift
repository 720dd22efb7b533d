extension ReferenceSignal {
    /// Rules: with every value, those that left or changed are cancelled, in the order in which they were started; then those that
    /// came or changed are started, in the order given; what left or changed is silent, whether it had ended or not. Of two with one identity the first counts. An effect that has ended is not started
    /// again while its want stays the same. The end comes when the source and all effects have ended.
    func effects<ID: Hashable, Want: Equatable, Event>(
        for wants: @escaping (Value) -> [(id: ID, want: Want)], run effect: @escaping (Want) -> ReferenceSignal<Event>
    ) -> ReferenceSignal<Event> {
        effects(for: wants, isRestarting: true) { _, wants in wants.flatMap(.latest, effect) }
    }

    /// As above, with one effect for an identity: it is handed its want, and every other that follows. When the source ends,
    /// so do they.
    func effects<ID: Hashable, Want: Equatable, Event>(
        for wants: @escaping (Value) -> [(id: ID, want: Want)], isRestarting: Bool = false,
        run effect: @escaping (ID, ReferenceSignal<Want>) -> ReferenceSignal<Event>
    ) -> ReferenceSignal<Event> {
        ReferenceSignal<Event> { world, send, end in
            let effects = ReferenceEffects<ID, Want, Event>(
                world, isRestarting: isRestarting, send: send, end: end, effect)
            let stop = start(world, { effects.reconcile(wants($0)) }, effects.sourceEnded)
            return { ending in
                stop(ending)
                effects.stop(ending)
            }
        }
    }
}

/// One want and its effect.
private final class ReferenceEffect<ID, Want> {
    let id: ID
    var want: Want
    /// The effect, and what it emits for its want as it is now.
    let life: Life
    var current: Life
    /// Hand the effect another want, and the end of them.
    var sendWant: (Want) -> Void = { _ in }
    var endWants: () -> Void = {}

    init(_ id: ID, _ want: Want, within parent: Life?) {
        self.id = id
        self.want = want
        life = Life(within: parent)
        current = Life(within: life)
    }
}

/// The effects of one running `effects`.
private final class ReferenceEffects<ID: Hashable, Want: Equatable, Event> {
    private typealias Effect = ReferenceEffect<ID, Want>

    private let world: ReferenceWorld
    /// Whether a want that changed has left and come.
    private let isRestarting: Bool
    private let send: (Event) -> Void
    private let end: () -> Void
    private let run: (ID, ReferenceSignal<Want>) -> ReferenceSignal<Event>
    private let parent: Life?
    /// In the order in which they were started.
    private var effects: [Effect] = []
    private var hasSourceEnded = false
    private var isOver = false

    init(
        _ world: ReferenceWorld, isRestarting: Bool, send: @escaping (Event) -> Void, end: @escaping () -> Void,
        _ run: @escaping (ID, ReferenceSignal<Want>) -> ReferenceSignal<Event>
    ) {
        self.world = world
        self.isRestarting = isRestarting
        self.send = send
        self.end = end
        self.run = run
        parent = world.starter
    }

    /// Whether it was stopped, also if that has not reached it yet: it is being started.
    private var isStopped: Bool { isOver || parent?.isStopped == true }

    func reconcile(_ given: [(id: ID, want: Want)]) {
        if isStopped { return }
        var wants: [(id: ID, want: Want)] = []
        for want in given where !wants.contains(where: { $0.id == want.id }) { wants.append(want) }
        let unwanted = effects.filter { effect in
            !wants.contains { $0.id == effect.id && ($0.want == effect.want || !isRestarting) }
        }
        effects.removeAll { effect in unwanted.contains { $0 === effect } }
        for effect in unwanted {
            effect.current.silence()
            effect.life.silence()
        }
        for (id, want) in wants where !isStopped {
            guard let effect = effects.first(where: { $0.id == id }) else {
                start(id, want)
                continue
            }
            guard effect.want != want else { continue }
            effect.want = want
            effect.current.silence()
            effect.current = Life(within: effect.life)
            effect.sendWant(want)
        }
    }

    private func start(_ id: ID, _ want: Want) {
        let effect = Effect(id, want, within: parent)
        effects.append(effect)
        let wants = ReferenceSignal<Want> { world, send, end in
            effect.sendWant = send
            effect.endWants = end
            if !world.isStartStopped { send(want) }
            return { _ in (effect.sendWant, effect.endWants) = ({ _ in }, {}) }
        }
        world.starting(effect.life) {
            run(id, wants).start(
                world, { event in self.world.emitting(effect.current) { self.send(event) } },
                {
                    guard effect.life.isActive else { return }
                    effect.current.finish()
                    effect.life.finish()
                    (effect.sendWant, effect.endWants) = ({ _ in }, {})
                    self.endIfDone()
                })
        }
        if hasSourceEnded { effect.endWants() }
    }

    func sourceEnded() {
        hasSourceEnded = true
        for effect in effects { effect.endWants() }
        endIfDone()
    }

    private func endIfDone() {
        guard hasSourceEnded, !isOver, !effects.contains(where: { $0.life.isActive }) else { return }
        isOver = true
        end()
    }

    func stop(_ ending: Ending) {
        isOver = true
        let stopped = effects
        effects = []
        for effect in stopped {
            effect.current.end(ending)
            effect.life.end(ending)
        }
    }
}
