import Cycle
import CycleDrivers
import CycleTesting

typealias FileEvent = PersistenceDriver.Event

/// Wants the files of one step after the other, each once the one before has led to an event for each of its files, and
/// notes all events.
struct Wants: Equatable {
    var steps: [[PersistenceDriver.Request]]
    var index = 0
    var due = 0
    var events: [FileEvent] = []

    var model: PersistenceDriver.Model {
        PersistenceDriver.Model(index < steps.count ? steps[index] : [])
    }

    var isDone: Bool { index == steps.count }

    mutating func take(_ event: FileEvent) {
        events.append(event)
        due += 1
        guard due >= steps[index].count else { return }
        due = 0
        index += 1
    }
}

/// The reports of a driver that renders one model after the other.
func events(
    of driver: some Driver<PersistenceDriver.Model, FileEvent>, _ steps: [PersistenceDriver.Request]...
) async -> [FileEvent] {
    let cycle = CycledLens(startingWith: Wants(steps: steps)) { frames in
        frames.lens(driver: driver, frameFilter: \.model, eventFilter: { $0.take($1) })
    }
    return await cycle.run(on: VirtualTime(), until: \.isDone).events
}

/// The events of a driver whose requests change with each of them, until there are so many.
///
/// - Parameter change: Called with the requests, and the number of events so far.
func events(
    of driver: some Driver<PersistenceDriver.Model, FileEvent>, from requests: [PersistenceDriver.Request],
    count: Int, _ change: @escaping (inout [PersistenceDriver.Request], Int) -> Void
) async -> [FileEvent] {
    let cycle = CycledLens(startingWith: ChangingWants(requests: requests)) { frames in
        frames.lens(
            driver: driver, frameFilter: { PersistenceDriver.Model($0.requests) },
            eventFilter: { frame, event in
                frame.events.append(event)
                change(&frame.requests, frame.events.count)
            })
    }
    return await cycle.run(on: VirtualTime(), until: { $0.events.count >= count }).events
}

private struct ChangingWants: Equatable {
    var requests: [PersistenceDriver.Request]
    var events: [FileEvent] = []
}
