import Cycle

extension Row {
    /// S12: what comes and goes, and elements of which few change.
    static var comingAndGoing: Row {
        Row(
            id: "S12", work: "coming and going: 100,000 lenses, observers, elements; ms for all of them", unit: "ms",
            contestants: [
                contestant("stop 100,000 lenses") {
                    let cycle = fanningOut(to: 100_000, events: 0)
                    cycle.start(on: NoTime())
                    return { cycle.stop() }
                },
                contestant("cancel 100,000 observers, oldest first") {
                    let cycle = watched()
                    let observers = (0..<100_000).map { _ in cycle.observe { _ in } }
                    return { for observer in observers { observer.cancel() } }
                },
                contestant("one event of the whole over 100,000 elements", each: 10) {
                    let (cycle, _, changes) = elements()
                    return {
                        for number in 0..<10 {
                            changes.send(number)
                            cycle.drain()
                        }
                    }
                },
            ],
            goals: [
                .atMost(300, "ms", "stop 100,000 lenses"),
                .atMost(100, "ms", "cancel 100,000 observers, oldest first"),
                .atMost(20, "ms", "one event of the whole over 100,000 elements"),
            ])
    }

    /// S12, in the time of an event.
    static var oneElement: Row {
        Row(
            id: "S12", work: "one element of 100,000 changes, in answer to itself; ns an event",
            contestants: [
                Contestant(.cycle, "one element of 100,000 changes", events: million / 5) {
                    let (cycle, inlet, _) = elements(answering: million / 5)
                    return {
                        inlet.send(1)
                        cycle.drain()
                    }
                }
            ],
            goals: [.atMost(2_000, "ns", "one element of 100,000 changes")])
    }

    private static func contestant(
        _ name: String, each count: Double = 1, prepare: @escaping () -> (() -> Void)
    ) -> Contestant {
        Contestant(.cycle, name, isAlone: false) {
            let work = prepare()
            let clock = ContinuousClock()
            let start = clock.now
            work()
            return start.duration(to: clock.now) / .milliseconds(1) / count
        }
    }

    private static func watched() -> CycledLens<some Any, Int> {
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: Signal<Int>.never) { $0 = $1 } }
        cycle.start(on: NoTime())
        return cycle
    }
}

private struct Item: Identifiable, Equatable {
    let id: Int
    var number = 0
}

private struct List {
    var items: [Item]
    var revision = 0
}

/// 100,000 elements with a lens each, of which one counts on, and a way to change what is beside them.
func elements(answering goal: Int = 0) -> (cycle: CycledLens<some Any, some Any>, one: Inlet<Int>, whole: Inlet<Int>) {
    let (whole, changes) = Signal<Int>.pipe()
    let (one, inlet) = Signal<Int>.pipe()
    let shown = Shown()
    let cycle = CycledLens(
        startingWith: List(items: (0..<100_000).map { Item(id: $0) }), answerLimit: .max
    ) { frames in
        MutatingLens.zip(
            frames.lens(events: whole) { list, revision in
                list.revision = revision
                list.items[revision % 100_000].number += 1
            },
            frames.lens(each: \.items) { id, item in
                MutatingLens.zip(
                    item.lens(driver: Display(shown: shown), frameFilter: { $0.number }),
                    item.lens(events: id == 50_000 ? one : .never) { $0.number += $1 },
                    item.lens(
                        driver: Numbers(count: id == 50_000 ? goal : 0),
                        frameFilter: { $0.number == 0 ? .max : $0.number },
                        eventFilter: { item, number in item.number = number + 1 }))
            })
    }
    cycle.start(on: NoTime())
    return (cycle, inlet, changes)
}
