import Cycle

extension Row {
    /// S6: an event starts an effect, whose result is the next event.
    static var effect: Row {
        Row(
            id: "S6", work: "effect: event -> async effect -> event, one after the other",
            contestants: [
                Contestant(.floor, "await in a loop", events: million / 10) {
                    {
                        var total = 0
                        while total < million / 10 { total = await successor(of: total) }
                    }
                }
            ]
                + isolations.flatMap { name, isolation in
                    [
                        Contestant(.other, "by hand, \(name)", events: million / 10) {
                            { await sleeping(count: million / 10, isolation: isolation) }
                        },
                        Contestant(.cycle, "driver with Signal.task, \(name)", events: million / 10) {
                            { await running(count: million / 10, isolation: isolation) }
                        },
                    ]
                } + [
                    Contestant(.alternative, "actor store", events: million / 10) {
                        let store = EffectStore(goal: million / 10)
                        return { await store.run() }
                    },
                    Contestant(.alternative, "AsyncStream", events: million / 10) {
                        let (events, source) = AsyncStream.makeStream(of: Int.self)
                        return {
                            source.yield(0)
                            for await total in events {
                                if total == million / 10 { break }
                                Task { source.yield(await successor(of: total)) }
                            }
                        }
                    },
                ],
            goals: isolations.map { name, _ in
                .ratio("driver with Signal.task, \(name)", to: "by hand, \(name)", atMost: 1.5)
            })
    }

    private static var isolations: [(String, (any Actor)?)] {
        [("no isolation", nil), ("an actor", Home()), ("the main actor", MainActor.shared)]
    }
}

@inline(never)
@Sendable private func successor(of number: Int) async -> Int {
    number + 1
}

private actor Home {}

/// A loop by hand: a task that sleeps on a continuation, and is resumed by the task of the effect.
private func sleeping(count: Int, isolation: isolated (any Actor)?) async {
    var total = 0
    while total < count {
        let latest = total
        total = await withUnsafeContinuation { continuation in
            Task.detached { continuation.resume(returning: await successor(of: latest)) }
        }
    }
}

private func running(count: Int, isolation: isolated (any Actor)?) async {
    await effects(count: count).run(on: NoTime(), isolation: isolation)
}

struct Successors: Driver {
    let count: Int

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
        model.flatMap(.latest) { [count] total in
            total == count ? .empty : .task { await successor(of: total) }
        }
    }
}

func effects(count: Int) -> CycledLens<some Any, some Any> {
    CycledLens(startingWith: 0, answerLimit: .max) { frames in
        frames.lens(driver: Successors(count: count), frameFilter: { $0 }, eventFilter: { $0 = $1 })
    }
}

/// Starts a task for every effect, which sends the next event.
private actor EffectStore {
    private let goal: Int
    private var total = 0
    private var waiting: CheckedContinuation<Void, Never>?

    init(goal: Int) {
        self.goal = goal
    }

    func run() async {
        await withCheckedContinuation { continuation in
            waiting = continuation
            send(0)
        }
    }

    private func send(_ event: Int) {
        total = event
        if total == goal {
            waiting?.resume()
        } else {
            Task { self.send(await successor(of: total)) }
        }
    }
}
