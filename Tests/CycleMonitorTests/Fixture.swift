import Cycle
import CycleMonitor
import CycleTesting
import Foundation

/// A counter driven by keys, in virtual time.
struct Counter: Codable, Equatable {
    var total = 0
}

struct Keys: Driver {
    enum Event: Codable, Equatable, Sendable {
        case key(String), ended
    }

    let time: VirtualTime
    let timeline: String

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Event> {
        time.signal(timeline).map { .key("\($0)") }
    }
}

struct Clock: Driver {
    /// Not `Encodable`.
    struct Tick: CustomStringConvertible, Sendable {
        let number: Int
        var description: String { "tick \(number)" }
    }

    let period: Duration

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Tick> {
        Signal<Int>.ticks(every: period).map { Tick(number: $0) }
    }
}

func counted(_ frame: inout Counter, _ event: Keys.Event) {
    switch event {
    case .key("+"): frame.total += 1
    case .key("-"): frame.total -= 1
    default: break
    }
}

extension VirtualTime {
    /// A loop that counts keys, and ticks of a clock if it has one.
    func counter(_ keys: String, clock period: Duration? = nil) -> CycledLens<some Any, Counter> {
        CycledLens(startingWith: Counter()) { frames in
            MutatingLens.zip(
                frames.lens(driver: Keys(time: self, timeline: keys), frameFilter: \.total, eventFilter: counted),
                frames.lens(driver: Clock(period: period ?? .seconds(1_000)), frameFilter: \.total) { frame, _ in
                    frame.total += 1
                })
        }
    }

    func run<Frame>(_ cycle: CycledLens<some Any, Frame>, steps: Int) {
        cycle.start(on: self)
        join(cycle) { while cycle.step() {} }
        advance(steps: steps)
        leave(cycle)
        cycle.stop()
    }
}
