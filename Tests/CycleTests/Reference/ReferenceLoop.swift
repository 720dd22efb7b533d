/// The frame of a loop, or a part of it.
///
/// Rules: who listens is given every value that is delivered, in the order in which they came, whether they listen to the
/// whole or to a part; who comes late gets the latest at once, unless it was stopped before. A part is given when it differs from what was given before.
struct ReferencePlace<Value: Equatable> {
    let world: ReferenceWorld
    let read: () -> Value?
    let write: (Value) -> Void
    /// The features that it is in, as moments name them.
    var path = ""
    /// Every value, from the latest on.
    let signal: ReferenceSignal<Value>

    /// Changes the value as the effect of the turn under way, and rules follow.
    func change(_ change: (inout Value) -> Void) {
        if changes(change) { world.applyRules() }
    }

    /// - Returns: Whether it is another one now.
    func changes(_ change: (inout Value) -> Void) -> Bool {
        guard let before = read() else { return false }
        var after = before
        change(&after)
        guard after != before else { return false }
        write(after)
        world.hasChanged = true
        return true
    }

    /// The name of a lens that stands here, in moments.
    func name(of lens: String) -> String {
        if path.isEmpty || lens.isEmpty { return path + lens }
        return lens.hasPrefix("[") ? path + lens : path + "." + lens
    }

    /// The same, in a feature of that name.
    func inside(_ component: String) -> ReferencePlace {
        var other = self
        other.path = name(of: component)
        return other
    }

    /// Models without repeats, as a driver gets them.
    func models(_ filter: @escaping (Value) -> Int) -> ReferenceSignal<Int> {
        signal.map(filter).removeDuplicates()
    }
}

/// A variable that is delivered: a frame, or a part that comes and goes.
final class ReferenceVariable<Value: Equatable> {
    let place: ReferencePlace<Value>
    private let listeners: ReferenceListeners<Value>
    private let shown: ReferenceShown<Value>

    init(_ world: ReferenceWorld, read: @escaping () -> Value?, write: @escaping (Value) -> Void) {
        let (listeners, shown) = (ReferenceListeners<Value>(), ReferenceShown<Value>())
        self.listeners = listeners
        self.shown = shown
        place = ReferencePlace(
            world: world, read: read, write: write,
            signal: ReferenceSignal { _, send, _ in
                // Who comes late in a turn that has changed the value is not given it again with the others.
                var given: Value?
                let leave = listeners.add(
                    { value in
                        if given.take() != value { send(value) }
                    }, {})
                if shown.latest != nil, !world.isStartStopped, let value = read() {
                    if world.hasChanged { given = value }
                    send(value)
                }
                return { _ in leave() }
            })
    }

    func deliver() {
        guard let value = place.read() else { return }
        shown.latest = value
        listeners.giveOut(value)
    }

    func deliverIfChanged() {
        if place.read() != shown.latest { deliver() }
    }

    /// A run is over: nobody is given anything more of it.
    func hide() { shown.latest = nil }
}

private final class ReferenceShown<Value> {
    var latest: Value?
}

/// The signal that a lens sets: started with the loop, or with the part that it belongs to, and stopped with it.
typealias ReferenceLens = () -> Stop

extension ReferencePlace {
    /// Rule: each event takes a turn of its own; in it nothing else can put a frame in the place of the one before.
    func lens(
        events: ReferenceSignal<Int>, label: String = "", eventFilter: @escaping (inout Value, Int) -> Void
    ) -> ReferenceLens {
        waiting(events, label) { event in change { eventFilter(&$0, event) } }
    }

    /// Rule: the first whole frame that a turn of its own leads to is applied in that turn; every other takes a turn.
    func lens(setting wholes: ReferenceSignal<Value>, label: String = "") -> ReferenceLens {
        waiting(wholes, label, isAtOnce: true) { whole in change { $0 = whole } }
    }

    /// Rule: unless the run goes on from a frame of an earlier one.
    func lens(prefixedWith whole: Value) -> ReferenceLens {
        { lens(setting: world.isResuming ? .empty : .just(whole), label: "prefix")() }
    }

    private func waiting<Event>(
        _ events: ReferenceSignal<Event>, _ label: String, isAtOnce: Bool = false, _ apply: @escaping (Event) -> Void
    ) -> ReferenceLens {
        {
            var isStopped = false
            let take = { (event: Event) in
                world.isApplying = false
                apply(event)
            }
            let stop = events.start(
                world,
                { event in
                    if isAtOnce, world.isApplying { return take(event) }
                    world.enqueue {
                        guard !isStopped else { return }
                        world.watch(name(of: label), event) { take(event) }
                    }
                }, {})
            return { ending in
                isStopped = true
                stop(ending)
            }
        }
    }

    /// A part that is always there.
    func part<Part: Equatable>(_ path: WritableKeyPath<Value, Part>) -> ReferencePlace<Part> {
        ReferencePlace<Part>(
            world: world, read: { read()?[keyPath: path] },
            write: { part in
                guard var whole = read() else { return }
                whole[keyPath: path] = part
                write(whole)
            }, path: self.path, signal: signal.map { $0[keyPath: path] }.removeDuplicates())
    }

    /// Parts that come and go.
    ///
    /// Rules: those that have gone are stopped, silently, in the order in which they stood; then those that are new are
    /// started, then each is delivered, if it has changed, both in the order in which they stand.
    func lens<ID: Hashable, Part: Equatable>(
        ids: @escaping (Value) -> [ID], get: @escaping (Value, ID) -> Part?,
        set: @escaping (inout Value, ID, Part) -> Void, name: @escaping (ID) -> String = { _ in "" },
        _ feature: @escaping (ID, ReferencePlace<Part>) -> [ReferenceLens]
    ) -> ReferenceLens {
        {
            let elements = ReferenceElements<ID, Part>(world)
            let makeVariable = { (id: ID) in
                ReferenceVariable<Part>(
                    world, read: { read().flatMap { get($0, id) } },
                    write: { part in
                        guard var whole = read() else { return }
                        set(&whole, id, part)
                        write(whole)
                    })
            }
            let named = { (id: ID, part: ReferencePlace<Part>) in
                var part = part
                part.path = self.name(of: name(id))
                return feature(id, part)
            }
            let stop = signal.start(world, { elements.reconcile(ids($0), makeVariable, named) }, {})
            return { ending in
                stop(ending)
                elements.stop(ending)
            }
        }
    }
}

/// The parts that are there now.
private final class ReferenceElements<ID: Hashable, Part: Equatable> {
    private let world: ReferenceWorld
    private let parent: Life?
    private var running: [(id: ID, life: Life, variable: ReferenceVariable<Part>)] = []
    private var isOver = false

    init(_ world: ReferenceWorld) {
        self.world = world
        parent = world.starter
    }

    func reconcile(
        _ ids: [ID], _ makeVariable: (ID) -> ReferenceVariable<Part>,
        _ feature: (ID, ReferencePlace<Part>) -> [ReferenceLens]
    ) {
        var wanted: [ID] = []
        for id in ids where !wanted.contains(id) { wanted.append(id) }
        let before = running
        running = []
        for part in before where !wanted.contains(part.id) { part.life.end(.cancelled) }
        for id in wanted where !isOver {
            if let part = before.first(where: { $0.id == id }) {
                running.append(part)
            } else {
                let (life, variable) = (Life(within: parent), makeVariable(id))
                running.append((id, life, variable))
                world.starting(life) {
                    let stops = feature(id, variable.place).map { $0() }
                    return { ending in for stop in stops { stop(ending) } }
                }
            }
        }
        for part in running where !isOver { part.variable.deliverIfChanged() }
    }

    func stop(_ ending: Ending) {
        isOver = true
        let stopped = running
        running = []
        for part in stopped { part.life.end(ending) }
    }
}

/// The frame loop.
final class ReferenceLoop<Frame: Equatable> {
    private let world: ReferenceWorld
    private let first: Frame
    private(set) var frame: Frame
    private var lenses: [ReferenceLens] = []
    private var running: Life?
    private lazy var variable = ReferenceVariable<Frame>(
        world, read: { [unowned self] in frame }, write: { [unowned self] in frame = $0 })

    init(_ world: ReferenceWorld, startingWith first: Frame) {
        self.world = world
        self.first = first
        frame = first
    }

    var place: ReferencePlace<Frame> { variable.place }
    var isStarted: Bool { running != nil }

    func join(_ lenses: [ReferenceLens]) { self.lenses = lenses }

    /// Rule: all lenses are started, in order, unless one of them stops the loop; then the first frame is delivered; then
    /// turns are taken.
    ///
    /// - Parameter resumed: The frame that it begins with instead of its first frame.
    func start(resuming resumed: Frame? = nil) {
        world.begin { [self] in
            let life = Life(within: nil)
            running = life
            world.root = life
            frame = resumed ?? first
            world.isResuming = resumed != nil
            world.deliver = { [unowned self] in variable.deliver() }
            world.starting(life) {
                var stops: [Stop] = []
                for lens in lenses where running === life { stops.append(lens()) }
                return { ending in for stop in stops { stop(ending) } }
            }
            if life.isActive {
                world.watch("start", "start") {}
                variable.deliver()
            }
            world.isResuming = false
        }
    }

    /// Rule: at once, also in the middle of a turn: those who have not been shown its frame yet are not.
    func stop() {
        world.dropWaiting()
        guard let life = running else { return }
        running = nil
        life.end(.cancelled)
        world.dropWaiting()
        variable.hide()
    }
}
