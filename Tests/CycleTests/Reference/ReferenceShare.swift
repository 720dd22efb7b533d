/// The listeners of something that runs without listeners too: a shared signal, a pipe, a frame.
///
/// Rules: they get a value in the order in which they came. A listener that comes while a value is given out does not
/// get that value; a listener that leaves gets nothing more.
final class ReferenceListeners<Value> {
    private final class Listener {
        let receive: (Value) -> Void
        let end: () -> Void
        var isGone = false

        init(_ receive: @escaping (Value) -> Void, _ end: @escaping () -> Void) {
            self.receive = receive
            self.end = end
        }
    }

    private var listeners: [Listener] = []
    /// Called when the last has left.
    var whenEmpty: () -> Void = {}

    var isEmpty: Bool { listeners.isEmpty }

    /// - Returns: Has the listener leave.
    func add(_ receive: @escaping (Value) -> Void, _ end: @escaping () -> Void) -> () -> Void {
        let listener = Listener(receive, end)
        listeners.append(listener)
        return { [self] in
            guard !listener.isGone else { return }
            listener.isGone = true
            listeners.removeAll { $0 === listener }
            if isEmpty { whenEmpty() }
        }
    }

    func giveOut(_ value: Value) {
        for listener in listeners where !listener.isGone { listener.receive(value) }
    }

    func end() {
        let ended = listeners
        listeners = []
        for listener in ended where !listener.isGone {
            listener.isGone = true
            listener.end()
        }
    }
}

extension ReferenceSignal {
    /// Rules: the source is started by the first who listens, as part of no listener's run; it is stopped when the last has
    /// left, which silences nothing that they were given, and started anew by the next. While it starts, a listener that was
    /// stopped meanwhile gets nothing, and the source is stopped when all of them were.
    func share() -> ReferenceSignal {
        var running: (listeners: ReferenceListeners<Value>, homes: ReferenceHomes)?
        return ReferenceSignal { world, send, end in
            if let (listeners, homes) = running {
                let isStopped = homes.add(world.starter)
                let leave = listeners.add({ if !isStopped() { send($0) } }, { if !isStopped() { end() } })
                return { _ in leave() }
            }
            let (listeners, homes) = (ReferenceListeners<Value>(), ReferenceHomes())
            let life = Life(within: world.root)
            running = (listeners, homes)
            let finish = { if running?.listeners === listeners { running = nil } }
            listeners.whenEmpty = {
                finish()
                life.end(.released)
            }
            let isStopped = homes.add(world.starter)
            let leave = listeners.add({ if !isStopped() { send($0) } }, { if !isStopped() { end() } })
            world.starting(life) {
                start(
                    world,
                    { value in
                        listeners.giveOut(value)
                        if homes.areStopped { listeners.whenEmpty() }
                    },
                    {
                        life.finish()
                        finish()
                        listeners.end()
                    })
            }
            homes.lives = nil
            return { _ in leave() }
        }
    }
}

/// The subscriptions inside of which the listeners of a starting source run.
private final class ReferenceHomes {
    var lives: [Life]? = []

    var areStopped: Bool { lives.map { !$0.isEmpty && $0.allSatisfy(\.isStopped) } ?? false }

    /// - Returns: Tells whether the listener was stopped meanwhile.
    func add(_ life: Life?) -> () -> Bool {
        if let life { lives?.append(life) }
        return { [self] in lives != nil && life?.isStopped == true }
    }
}

/// A signal that is fed from outside.
///
/// Rules: what comes after the end is nothing; what comes before anybody listens waits; what comes when nobody listens any more is dropped; who listens after
/// the end gets the end at once, also where the loop stopped before the end was taken.
final class ReferencePipe<Value> {
    private let world: ReferenceWorld
    private let listeners = ReferenceListeners<Value>()
    private var early: [Value?]? = []
    private var isOpen = false
    private var hasEnded = false
    private var isOver = false

    init(_ world: ReferenceWorld) {
        self.world = world
        listeners.whenEmpty = { [unowned self] in close() }
    }

    func send(_ value: Value) { post(value) }
    func end() { post(nil) }

    private func post(_ value: Value?) {
        if isOver { return }
        isOver = value == nil
        if early != nil { early?.append(value) } else { world.post(letter(value)) }
    }

    private func letter(_ value: Value?) -> ReferenceLetter {
        ReferenceLetter(take: { self.receive(value) }, drop: { if value == nil { self.hasEnded = true } })
    }

    private func receive(_ value: Value?) {
        if let value { return listeners.giveOut(value) }
        hasEnded = true
        close()
        listeners.end()
    }

    private func close() {
        if isOpen { world.openSourceCount -= 1 }
        isOpen = false
    }

    var signal: ReferenceSignal<Value> {
        ReferenceSignal { [self] world, send, end in
            guard !hasEnded else {
                end()
                return { _ in }
            }
            let leave = listeners.add(send, end)
            if !isOpen { world.openSourceCount += 1 }
            isOpen = true
            let waited = early ?? []
            early = nil
            world.postFirst(waited.map(letter))
            return { _ in leave() }
        }
    }
}
