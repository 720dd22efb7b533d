import AsyncAlgorithms
import Cycle
import OpenCombine

extension Row {
    /// S1: events through a driver lens, one after the other.
    static var counter: Row {
        Row(
            id: "S1", work: "counter: event-filter, new frame, frame-filter, unchanged check, render",
            contestants: [
                Contestant(.floor, "two closures", events: million) {
                    let shown = Shown()
                    let program = HandWritten(
                        frame: Counter(), reduce: { $0.total &+= $1 }, render: { shown.total = $0.total })
                    return { for _ in 0..<million { program.send(1) } }
                },
                Contestant(.cycle, "driver lens", events: million) {
                    let cycle = counting(to: million)
                    return { await cycle.run(on: NoTime(), until: \.isDone) }
                },
                Contestant(.alternative, "OpenCombine", events: million) {
                    let shown = Shown()
                    let events = PassthroughSubject<Int, Never>()
                    let rendering =
                        events.scan(Counter()) { frame, event in
                            var next = frame
                            next.total &+= event
                            return next
                        }
                        .map(\.total).removeDuplicates().sink { shown.total = $0 }
                    return {
                        for _ in 0..<million { events.send(1) }
                        rendering.cancel()
                    }
                },
                Contestant(.alternative, "AsyncStream", events: million) {
                    let (events, source) = AsyncStream.makeStream(of: Int.self)
                    return {
                        let producer = Task {
                            for _ in 0..<million { source.yield(1) }
                            source.finish()
                        }
                        await consume(events)
                        await producer.value
                    }
                },
                Contestant(.alternative, "AsyncChannel", events: million / 10) {
                    let channel = AsyncChannel<Int>()
                    return {
                        let producer = Task {
                            for _ in 0..<million / 10 { await channel.send(1) }
                            channel.finish()
                        }
                        await consume(channel)
                        await producer.value
                    }
                },
                Contestant(.alternative, "actor store", events: million) {
                    let shown = Shown()
                    let store = Store<Counter, Int>(
                        frame: Counter(), reduce: { $0.total &+= $1 },
                        observers: [unrepeated({ $0.total }) { shown.total = $0 }])
                    return { for _ in 0..<million { await store.send(1) } }
                },
            ],
            goals: [
                .ratio("driver lens", to: "two closures", atMost: 2.5),
                .everyAlternative(atLeast: 4, timesAsSlowAs: "driver lens"),
            ])
    }
}

let million = 1_000_000

struct Counter: Equatable, Encodable {
    var total = 0
    var isDone = false
}

/// Where all contestants render to.
///
/// Unchecked: one contestant at a time runs, on one task.
final class Shown: @unchecked Sendable {
    var total = 0
}

/// The plainest program: keeps a frame, changes it, shows it.
final class HandWritten<Frame, Event> {
    private var frame: Frame
    private let reduce: (inout Frame, Event) -> Void
    private let render: (Frame) -> Void

    init(frame: Frame, reduce: @escaping (inout Frame, Event) -> Void, render: @escaping (Frame) -> Void) {
        self.frame = frame
        self.reduce = reduce
        self.render = render
    }

    @inline(never)
    func send(_ event: Event) {
        reduce(&frame, event)
        render(frame)
    }
}

private func consume(_ events: some AsyncSequence<Int, Never>) async {
    let shown = Shown()
    var frame = Counter()
    var latest: Int?
    for await event in events {
        frame.total &+= event
        if latest == frame.total { continue }
        latest = frame.total
        shown.total = frame.total
    }
}

/// A store as many write it: its state, its reducer, its observers.
actor Store<Frame, Event: Sendable> {
    private var frame: Frame
    private let reduce: @Sendable (inout Frame, Event) -> Void
    private let observers: [@Sendable (Frame) -> Void]

    init(
        frame: sending Frame, reduce: @escaping @Sendable (inout Frame, Event) -> Void,
        observers: [@Sendable (Frame) -> Void]
    ) {
        self.frame = frame
        self.reduce = reduce
        self.observers = observers
    }

    func send(_ event: Event) {
        reduce(&frame, event)
        for observer in observers { observer(frame) }
    }
}

/// An observer of one part of a frame that is not shown the same part twice in a row.
func unrepeated<Frame, Part: Equatable & SendableMetatype>(
    _ part: @escaping @Sendable (Frame) -> Part, _ render: @escaping @Sendable (Part) -> Void
) -> @Sendable (Frame) -> Void {
    let latest = Latest<Part>()
    return { frame in
        let current = part(frame)
        guard latest.part != current else { return }
        latest.part = current
        render(current)
    }
}

/// Unchecked: used by one store.
private final class Latest<Part>: @unchecked Sendable {
    var part: Part?
}

/// A driver that answers each model with the next event, until there were enough.
struct Counting: Driver {
    let goal: Int
    let shown = Shown()

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
        Signal { [goal, shown] sink in
            model.run(inside: sink) { total in
                shown.total = total
                if total < goal { sink.send(1) }
            }
        }
    }
}

func counting(to goal: Int) -> CycledLens<Counting, Counter> {
    CycledLens(startingWith: Counter(), answerLimit: .max) { frames in
        frames.lens(
            driver: Counting(goal: goal), frameFilter: { $0.total },
            eventFilter: { frame, event in
                frame.total &+= event
                frame.isDone = frame.total == goal
            })
    }
}
