import Cycle
import CycleMachine
import CycleTesting

/// The program that is explored: a frame loop or a machine, driven turn by turn.
struct Application<Frame> {
    let start: (_ time: any Scheduler, _ frame: Frame?, _ cast: ExploredCast) -> Void
    let step: () -> Bool
    let frame: () -> Frame
    let stop: () -> Void
    let isOver: () -> Bool
    /// Calls back for each turn, until the subscription is cancelled; `nil` for a machine, whose turns have no lens.
    let observe: ((@escaping (_ lens: String, _ event: Any, _ effect: Frame) -> Void) -> Subscription)?
    let canResume: Bool

    init<Receiver>(_ cycle: CycledLens<Receiver, Frame>) {
        start = { time, frame, cast in cycle.start(on: time, resuming: frame, standIns: cast) }
        step = { cycle.step() }
        frame = { cycle.frame }
        stop = { cycle.stop() }
        isOver = { cycle.isOver }
        observe = { receive in cycle.observeMoments { receive($0.cause.lens, $0.cause.event, $0.effect) } }
        canResume = true
    }

    init(_ machine: some Machine<Frame>) {
        let work = machine.property.work
        start = { time, _, _ in
            work.holdTurns()
            machine.start(on: time, isolation: nil)
        }
        step = { work.step() }
        frame = { machine.property.value }
        stop = { machine.stop() }
        isOver = { false }
        observe = nil
        canResume = false
    }
}
