import Cycle
import CycleObservation
import CycleTesting

/// A loop whose events change its frame, and the frame as views observe it.
@MainActor
struct ObservedRun<Frame: Equatable> {
    typealias Change = @Sendable (inout Frame) -> Void

    private let time = VirtualTime()
    private let changes = ViewEvents<Change>()
    let cycle: CycledLens<Signal<Change>, Frame>
    let observed: ObservedFrame<Frame, Change>

    init(_ first: Frame) {
        cycle = CycledLens(startingWith: first) { [changes] frames in
            frames.lens(events: changes.signal) { frame, change in change(&frame) }
        }
        observed = ObservedFrame(cycle, sending: changes)
        time.drive(cycle)
    }
}

/// Tests of one run.
@MainActor
protocol ObservedRunTests {
    associatedtype Frame: Equatable
    var run: ObservedRun<Frame> { get }
}

extension ObservedRunTests {
    typealias Change = ObservedRun<Frame>.Change

    var cycle: CycledLens<Signal<Change>, Frame> { run.cycle }
    var observed: ObservedFrame<Frame, Change> { run.observed }

    func change(_ change: @escaping Change) {
        observed.send(change)
        cycle.drain()
    }
}
