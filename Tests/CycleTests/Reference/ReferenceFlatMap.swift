import Cycle

extension ReferenceSignal {
    /// Rules: an inner signal that is replaced is silent; when one ends, those that wait for room are started before
    /// anything else happens; the end comes when the source and all inner signals have ended.
    func flatMap<Other>(
        _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> ReferenceSignal<Other>
    ) -> ReferenceSignal<Other> {
        ReferenceSignal<Other> { world, send, end in
            let flattening = ReferenceFlattening(
                world, limit: strategy.limit, isRace: strategy == .race, send: send, end: end,
                start: { transform($0).start })
            let stop = start(
                world,
                { value in
                    if strategy == .latest { flattening.stopRunning(.cancelled) }
                    if strategy == .first, flattening.isRunning { return }
                    if strategy == .race, flattening.winner != nil { return }
                    flattening.add(value)
                }, flattening.sourceEnded)
            return { ending in
                stop(ending)
                flattening.stop(ending)
            }
        }
    }
}

extension FlattenStrategy {
    fileprivate var limit: Int {
        switch self {
        case .merge, .latest, .first, .race: .max
        case .concat: 1
        case .concurrent(let limit): limit
        }
    }
}

/// The inner signals of one running `flatMap`.
private final class ReferenceFlattening<Value, Other> {
    private let world: ReferenceWorld
    private let limit: Int
    private let isRace: Bool
    private let send: (Other) -> Void
    private let end: () -> Void
    private let start: (Value) -> ReferenceSignal<Other>.Start
    private let parent: Life?
    private var running: [Life] = []
    /// In a race: the first that has emitted or ended.
    private(set) var winner: Life?
    private var waiting: [Value] = []
    private var isStarting = false
    private var hasSourceEnded = false
    private var isOver = false

    init(
        _ world: ReferenceWorld, limit: Int, isRace: Bool, send: @escaping (Other) -> Void, end: @escaping () -> Void,
        start: @escaping (Value) -> ReferenceSignal<Other>.Start
    ) {
        self.world = world
        self.limit = limit
        self.isRace = isRace
        self.send = send
        self.end = end
        self.start = start
        parent = world.starter
    }

    var isRunning: Bool { !running.isEmpty }

    func add(_ value: Value) {
        if isOver { return }
        if running.count < limit, waiting.isEmpty { run(value) } else { waiting.append(value) }
    }

    private func run(_ value: Value) {
        let life = Life(within: parent)
        guard life.isActive else { return }
        running.append(life)
        let start = start(value)
        world.starting(life) {
            start(
                world,
                { other in
                    self.win(life)
                    self.world.emitting(life) { self.send(other) }
                },
                {
                    self.win(life)
                    self.ended(life)
                })
        }
    }

    private func win(_ life: Life) {
        guard isRace, winner == nil, life.isActive else { return }
        winner = life
        let losers = running.filter { $0 !== life }
        running = [life]
        for loser in losers { loser.end(.cancelled) }
    }

    private func ended(_ life: Life) {
        guard life.isActive else { return }
        life.finish()
        winner = nil
        running.removeAll { $0 === life }
        guard !isStarting else { return }
        isStarting = true
        while running.count < limit, !waiting.isEmpty { run(waiting.removeFirst()) }
        isStarting = false
        endIfDone()
    }

    func sourceEnded() {
        hasSourceEnded = true
        endIfDone()
    }

    private func endIfDone() {
        guard hasSourceEnded, running.isEmpty, waiting.isEmpty, !isStarting, !isOver else { return }
        isOver = true
        end()
    }

    func stopRunning(_ ending: Ending) {
        let stopped = running
        running = []
        for life in stopped { life.end(ending) }
    }

    func stop(_ ending: Ending) {
        isOver = true
        waiting = []
        stopRunning(ending)
    }
}
