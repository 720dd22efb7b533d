import Cycle
import CycleObservation
import Observation
import Synchronization

extension Row {
    /// S14: 10,000 rows of a user interface, each with a view of its own, of which one changes.
    static var observation: Row {
        Row(
            id: "S14", work: "observation: one of 10,000 observed rows changes, and its view reads it; us a change",
            unit: "us",
            contestants: [
                Contestant(.floor, byHand, isAlone: false) { @MainActor in
                    let cards = (0..<rowCount).map { ObservableCard("card \($0)") }
                    let views = cards.map { card in RowView { card.title } }
                    return measured(views, count: changeCount) { number in
                        cards[place(number)].title = "changed \(number)"
                    }
                },
                Contestant(.cycle, ofAFrame, isAlone: false) { @MainActor in changeObservedRows(count: changeCount) },
            ],
            goals: [.atMost(1_000, "us", ofAFrame)])
    }

    /// - Returns: Microseconds for a change and the one view that reads it.
    @MainActor
    @discardableResult
    static func changeObservedRows(count: Int) -> Double {
        let changes = ViewEvents<Int>()
        let cycle = observing(changes)
        let observed = ObservedFrame(cycle, sending: changes)
        cycle.start(on: NoTime())
        cycle.drain()
        let views = observed.cards.elements.map { card in RowView { card.title.value } }
        defer { cycle.stop() }
        return measured(views, count: count) { number in
            observed.send(number)
            cycle.drain()
        }
    }

    private static let rowCount = 10_000
    private static let changeCount = 200
    private static let byHand = "a class with @Observable for each row"
    private static let ofAFrame = "ObservedFrame of one array"

    /// Goes over the rows in no order that helps.
    private static func place(_ number: Int) -> Int { number * 7_919 % rowCount }

    private static func observing(_ changes: ViewEvents<Int>) -> CycledLens<Signal<Int>, Cards> {
        let first = Cards(cards: (0..<rowCount).map { Card(id: $0, title: "card \($0)") })
        return CycledLens(startingWith: first) { frames in
            frames.lens(events: changes.signal) { frame, number in
                frame.cards[place(number)].title = "changed \(number)"
            }
        }
    }

    /// - Returns: Microseconds for a change and the one view that reads it. Stops the program if another number of views was told.
    @MainActor
    private static func measured(_ views: [RowView], count: Int, _ change: (Int) -> Void) -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<count {
            change(number)
            views[place(number)].update()
        }
        let time = start.duration(to: clock.now)
        guard views.reduce(0, { $0 + $1.toldCount }) == count else { fatalError("other views were told") }
        return time / .microseconds(1) / Double(count)
    }
}

private struct Card: Equatable, Identifiable {
    let id: Int
    var title: String
}

private struct Cards: Equatable {
    var cards: [Card]
}

@Observable
private final class ObservableCard {
    var title: String

    init(_ title: String) { self.title = title }
}

/// Reads its text again once it was told, as a view does before the next picture.
@MainActor
private final class RowView {
    private let body: () -> String
    private nonisolated let told = Mutex(0)
    private var readCount = 0
    private(set) var text = ""

    var toldCount: Int { told.withLock { $0 } }

    init(_ body: @escaping () -> String) {
        self.body = body
        read()
    }

    func update() {
        if toldCount > readCount { read() }
    }

    private func read() {
        readCount = toldCount
        withObservationTracking {
            text = body()
        } onChange: { [weak self] in
            self?.told.withLock { $0 += 1 }
        }
    }
}
