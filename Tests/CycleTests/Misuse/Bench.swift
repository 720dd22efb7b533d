import Cycle
import CycleTesting

/// A loop over an integer that the misuse is done to: three lenses that render it, and events that are added to it.
final class Bench {
    typealias Cycle = CycledLens<Void, Int>

    /// The events of a test, in order. Lives as long as the loop, so it also notes what is stopped with the loop.
    final class Notes {
        var lines: [String] = []
        /// Called where the test wants to be called: with the name of the place, and the frame there.
        var act: (_ place: String, _ frame: Int) -> Void = { _, _ in }

        func note(_ place: String, _ frame: Int) {
            lines.append("\(place): \(frame)")
            act(place, frame)
        }
    }

    let time = VirtualTime()
    let notes = Notes()
    private let (events, inlet) = Signal<Int>.pipe()
    private(set) var cycle: Cycle?
    private var watching: [Subscription] = []

    init() {
        cycle = Cycle(startingWith: 0) { [notes, events] frames in
            let lenses = (0..<3).flatMap { Bench.lens($0, frames, notes).set }
            let adding = frames.lens(events: events) { frame, event in
                notes.note("filter", frame)
                frame += event
            }
            return MutatingLens(value: frames, get: { _ in }, set: { _, _ in lenses + adding.set })
        }
        time.join(self) { [unowned self] in cycle?.drain() }
    }

    deinit { time.leave(self) }

    /// A lens whose start and stop count.
    private static func lens(
        _ number: Int, _ frames: Signal<Int>, _ notes: Notes
    ) -> MutatingLens<Signal<Int>, Signal<Int>> {
        frames.lens(get: { (frames: Signal<Int>) -> Signal<Int> in
            Signal { sink in
                notes.lines.append("start \(number)")
                let rendering = frames.run(inside: sink) { notes.note("render \(number)", $0) }
                let clock = Signal<Int>.ticks(every: .seconds(60)).run(inside: sink) { _ in }
                return Subscription {
                    rendering.cancel()
                    clock.cancel()
                    notes.lines.append("stop \(number)")
                }
            }
        })
    }

    /// Observes the frames as well, after the lenses.
    func observe() {
        guard let cycle else { return }
        watching.append(cycle.observe { [notes] in notes.note("observer", $0) })
    }

    func start() { cycle?.start(on: time) }

    /// One event, and all that follows from it.
    func send(_ event: Int) {
        inlet.send(event)
        time.advance(by: .zero)
    }

    /// Lets go of the loop.
    func release() { cycle = nil }

    /// The notes since the last call.
    func takeLog() -> [String] {
        defer { notes.lines = [] }
        return notes.lines
    }
}
