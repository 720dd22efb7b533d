import Cycle

/// The drivers of a program that can be stopped, so that a person tries what the program would do and nothing happens to the world.
///
/// A driver that is silent does not run: what it was doing is cancelled, as if its lens had left. Later it starts anew with the model of
/// the frame that is there then, as in a program that goes on from a saved frame.
///
/// Confined to the loop.
package final class SilencedDrivers {
    private struct Running {
        let number: Int
        let start: () -> Void
        let stop: () -> Void
    }

    package private(set) var isSilent = false
    private var all: [Running] = []
    private var latestNumber = 0

    package init() {}

    /// Stops all drivers, and keeps from running those that come.
    package func silence() {
        guard !isSilent else { return }
        isSilent = true
        for driver in all { driver.stop() }
    }

    /// Starts all drivers.
    package func wake() {
        guard isSilent else { return }
        isSilent = false
        for driver in all { driver.start() }
    }

    /// The events of a driver, while it is not silent.
    package func whileAwake<Event>(_ events: Signal<Event>) -> Signal<Event> {
        Signal { [self] sink in
            var running: Subscription?
            let start = { running = events.run(inside: sink, finish: { sink.end() }, receive: { sink.send($0) }) }
            let stop = { running.take()?.cancel() ?? () }
            latestNumber += 1
            let number = latestNumber
            all.append(Running(number: number, start: start, stop: stop))
            if !isSilent { start() }
            return Subscription { [weak self] in
                self?.all.removeAll { $0.number == number }
                stop()
            }
        }
    }
}
