import Cycle
import Foundation

/// Sends numbers into a loop from threads of its own, and ends when all threads are through.
struct Producer: Driver {
    /// A number, and the thread that sent it.
    struct Event: Equatable, Sendable {
        let source: Int
        let number: Int
    }

    let sources: Range<Int>
    let numberCount: Int

    /// - Parameter model: Nothing is to be rendered.
    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Event> {
        Signal { [sources, numberCount] sink in
            // The last thread to let go of the inlet ends the signal.
            let inlet = sink.inlet()
            for source in sources {
                Thread.detachNewThread {
                    for number in 1...numberCount { inlet.send(Event(source: source, number: number)) }
                }
            }
            return Subscription()
        }
    }
}

/// The values that came from each source, and the faults on the way.
struct Tally: Equatable {
    var newest: [Int]
    var total = 0
    var inversionCount = 0
    var duplicateCount = 0
    var gapCount = 0

    init(sources: Int) {
        newest = Array(repeating: 0, count: sources)
    }

    mutating func add(_ event: Producer.Event) {
        let expected = newest[event.source] + 1
        if event.number == newest[event.source] { duplicateCount += 1 }
        if event.number < newest[event.source] { inversionCount += 1 }
        if event.number > expected { gapCount += 1 }
        newest[event.source] = max(event.number, newest[event.source])
        total += 1
    }
}
