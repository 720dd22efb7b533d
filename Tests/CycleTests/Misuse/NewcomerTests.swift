import Cycle
import CycleTesting
import Testing

@Suite("An observer that comes while a turn changes the frame")
struct NewcomerTests {
    private let time = VirtualTime()
    private let pipe = Signal<Int>.pipe()

    enum Place: CaseIterable, Sendable { case filter, moment }

    @Test("is shown the frame once", arguments: Place.allCases)
    func once(_ place: Place) {
        var shown: [Int] = []
        var observe: (Place) -> Void = { _ in }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: pipe.signal) { frame, event in
                frame = event
                observe(.filter)
            }
        }
        let watching = cycle.observeMoments { _ in observe(.moment) }
        cycle.start(on: time)
        observe = { [unowned cycle] reached in
            guard reached == place else { return }
            observe = { _ in }
            cycle.observe { shown.append($0) }
        }
        for event in [1, 2] {
            pipe.inlet.send(event)
            cycle.drain()
        }
        #expect(shown == [1, 2])
        watching.cancel()
        cycle.stop()
    }

    @Test("is shown a frame that the turn leaves equal, once")
    func unchanged() {
        var shown: [Int] = []
        var observe: () -> Void = {}
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: pipe.signal) { _, _ in observe() }
        }
        observe = { [unowned cycle] in cycle.observe { shown.append($0) } }
        cycle.start(on: time)
        pipe.inlet.send(1)
        cycle.drain()
        #expect(shown == [0])
        cycle.stop()
    }

    private struct Frame: Equatable {
        var (a, b) = (0, 0)
    }

    @Test("of a part does not keep the change from those that were there")
    func others() {
        var shown: [String] = []
        let triggers = pipe.signal.inTurns().share()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(get: { _ in }, set: { _, _ in triggers.map { Frame(a: $0, b: $0) } })
            frames.lens(\.a) { part in
                part.lens(get: { $0.handle { shown.append("old \($0)") } })
                part.lens(get: { part in triggers.flatMap(.latest) { _ in part }.handle { shown.append("new \($0)") } })
            }
        }
        cycle.start(on: time)
        pipe.inlet.send(7)
        cycle.drain()
        #expect(shown == ["old 0", "new 7", "old 7"])
        cycle.stop()
    }
}
