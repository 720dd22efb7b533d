import Cycle
import CycleTesting
import Testing

@Suite("Law 9: a value that an operator keeps counts for the bound of its source")
struct KeptRoomTests {
    private let time = VirtualTime()

    /// The most values that waited before one was let go, of a source that sends as many as it is let.
    private func taken(bound: Int, seconds: Int, _ keep: (Signal<Int>) -> Signal<Int>) -> (sent: Int, applied: Int) {
        let makeRoom = Unchecked(Logbook<Void>())
        var (sent, applied) = (0, 0)
        var inlet: Inlet<Int>?
        let source = Signal<Int> { sink in
            inlet = sink.inlet(bound: bound, onRoom: { makeRoom.value.append(()) })
            return Subscription { inlet = nil }
        }
        /// Sends until there is no room.
        func fill() {
            while let inlet {
                sent += 1
                if inlet.send(sent) != .accepted { return }
            }
        }
        let events = keep(source)
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: events) { _, _ in applied += 1 }
        }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        fill()
        var roomCount = 0
        for _ in 0..<seconds {
            time.advance(by: .seconds(1))
            while makeRoom.value.entries.count > roomCount {
                roomCount = makeRoom.value.entries.count
                fill()
                cycle.drain()
            }
        }
        time.leave(cycle)
        cycle.stop()
        return (sent, applied)
    }

    @Test("behind concat and concurrent", arguments: [1, 3])
    func flattened(_ limit: Int) {
        let (sent, applied) = taken(bound: 4, seconds: 50) { source in
            source.flatMap(.concurrent(limit)) { Signal.just($0).delay(.seconds(1)) }
        }
        #expect(applied >= 45 && sent <= applied + 4 + limit, "\(sent) \(applied)")
    }

    @Test("behind a delay")
    func delayed() {
        let (sent, applied) = taken(bound: 4, seconds: 50) { $0.delay(.seconds(5)) }
        #expect(applied >= 20 && sent <= applied + 8, "\(sent) \(applied)")
    }

    @Test("and without an operator that keeps it, until its turn is over")
    func plain() {
        let (sent, applied) = taken(bound: 4, seconds: 1) { $0.prefix(100) }
        #expect(applied == 100 && sent <= 104)
    }
}
