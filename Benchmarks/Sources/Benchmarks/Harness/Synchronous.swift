import Cycle
import CycleMonitor
import Dispatch

/// The rows that one thread can do alone, without `async`: their instructions can be counted.
enum Synchronous {
    static var rows: [(id: String, run: (_ events: Int) -> Void)] {
        [
            ("S1-floor", { handWritten(to: $0) }),
            ("S1", { drive(counting(to: $0)) }),
            ("S2", { drive(fanningOut(to: 100, events: $0)) }),
            ("S2-features", { drive(fanningOutInFeatures(events: $0)) }),
            ("S3", { drive(changing(size: 100_000, events: $0)) }),
            ("S4", { arriving($0) }),
            ("S5", { animated(to: $0) }),
            ("S8-1", { drive(embedded1(events: $0)) }),
            ("S8-10", { drive(embedded10(events: $0)) }),
            ("S10", { drive(observed(to: $0)) }),
            ("S10-ring", { drive(recorded(to: $0, in: Recorder(keeping: 1_024))) }),
            ("S10-file", { drive(recorded(to: $0, in: recorderOfAFile())) }),
            // A change goes over 10,000 rows: the figure is in thousands of instructions.
            ("S14", { changes in _ = MainActor.assumeIsolated { Row.changeObservedRows(count: changes / 1_000) } }),
        ]
    }

    static func run(_ id: String?, _ events: Int?) {
        // Only when asked for by name: how two threads meet is another matter on every machine.
        if id == "S6", let events { return effected(to: events) }
        guard let events, let row = rows.first(where: { $0.id == id }) else {
            return print(rows.map(\.id).joined(separator: "\n"))
        }
        row.run(events)
    }

    static func drive<Receiver, Frame>(_ cycle: CycledLens<Receiver, Frame>) {
        cycle.start(on: NoTime())
        cycle.drain()
        cycle.stop()
    }

    private static func handWritten(to goal: Int) {
        let shown = Shown()
        let program = HandWritten(frame: Counter(), reduce: { $0.total &+= $1 }, render: { shown.total = $0.total })
        for _ in 0..<goal { program.send(1) }
    }

    /// The way of an event from an inlet to its frame, without the threads.
    private static func arriving(_ goal: Int) {
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Counter()) { frames in
            frames.lens(events: events) { frame, event in frame.total &+= event }
        }
        cycle.start(on: NoTime())
        for number in 1...goal {
            inlet.send(1)
            if number % 1_000 == 0 { cycle.drain() }
        }
        cycle.drain()
        cycle.stop()
    }

    /// The tasks of the effects take all turns but the first, while this thread waits.
    private static func effected(to goal: Int) {
        let isDone = DispatchSemaphore(value: 0)
        Task {
            await effects(count: goal).run(on: NoTime())
            isDone.signal()
        }
        isDone.wait()
    }

    private static func animated(to goal: Int) {
        let cycle = animating(Reel(0...goal))
        cycle.start(on: PromptTime())
        cycle.drain()
        cycle.stop()
    }
}
