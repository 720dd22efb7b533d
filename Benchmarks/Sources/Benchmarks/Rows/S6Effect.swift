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
                },
                Contestant(.cycle, "driver with Signal.task", events: million / 10) {
                    let cycle = effects(count: million / 10)
                    return { await cycle.run(on: NoTime()) }
                },
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
            goals: [.atMost(1_000, "ns", "driver with Signal.task")])
    }
}

@inline(never)
@Sendable private func successor(of number: Int) async -> Int {
    number + 1
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
