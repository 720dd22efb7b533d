import Cycle
import CycleTesting
import Testing

@Suite("Features embedded in a frame")
struct PartsTests {
    struct Feature: Equatable, Sendable, Identifiable {
        var id = 0
        var count = 0
    }

    enum Route: Equatable, Sendable {
        case home
        case detail(Feature)
    }

    struct Whole: Equatable, Sendable {
        var first = Feature()
        var second = Feature()
        var sheet: Feature?
        var rows: [Feature] = []
        var route = Route.home

        var swapped: Feature {
            get { Feature(count: -first.count) }
            set { first.count = -newValue.count }
        }
    }

    /// A feature's driver in a test: each id has its own.
    final class Dials {
        private var dials: [Int: Dial] = [:]

        subscript(id: Int) -> Dial {
            if let dial = dials[id] { return dial }
            let dial = Dial()
            dials[id] = dial
            return dial
        }
    }

    let time = VirtualTime()
    let root = ScriptedDriver<Int, Whole>()
    let dials = Dials()

    private func feature(_ dial: Dial) -> (Signal<Feature>) -> MutatingLens<Signal<Feature>, Dial> {
        { frames in frames.lens(driver: dial, frameFilter: \.count, eventFilter: { $0.count += $1 }) }
    }

    private func cycle<Receiver>(
        from first: Whole = Whole(), _ lens: (Signal<Whole>) -> MutatingLens<Signal<Whole>, Receiver>
    ) -> CycledLens<(ScriptedDriver<Int, Whole>, Receiver), Whole> {
        CycledLens(startingWith: first) { frames in
            MutatingLens.zip(
                frames.lens(driver: root, frameFilter: { _ in 0 }, eventFilter: { $0 = $1 }), lens(frames))
        }
    }

    @Test("by key path: a feature changes its part in the whole, and sees what the whole does to it")
    func byKeyPath() {
        let cycle = cycle { $0.lens(\.second, feature(dials[2])) }
        cycle.start(on: time)
        dials[2].send(3)
        cycle.drain()
        #expect(cycle.frame == Whole(second: Feature(count: 3)))
        root.send(Whole(second: Feature(count: 7)))
        cycle.drain()
        #expect(dials[2].unaccounted == [0, 3, 7])
        cycle.stop()
    }

    @Test("a computed part works like a stored one")
    func computedPart() {
        let cycle = cycle { $0.lens(\.swapped, feature(dials[1])) }
        cycle.start(on: time)
        dials[1].send(5)
        cycle.drain()
        #expect(cycle.frame.first.count == -5)
        #expect(dials[1].unaccounted == [0, 5])
        cycle.stop()
    }

    @Test("an event of one feature does not filter the frames of the features beside it")
    func featuresBesideAreLeftAlone() {
        let log = Logbook<String>()
        let watched = { (name: String, dial: Dial) in
            { (frames: Signal<Feature>) in
                frames.lens(
                    driver: dial,
                    frameFilter: { feature in
                        log.append(name)
                        return feature.count
                    }, eventFilter: { $0.count += $1 })
            }
        }
        let cycle = cycle {
            MutatingLens.zip(
                $0.lens(\.first, watched("first", dials[1])), $0.lens(\.second, watched("second", dials[2])))
        }
        cycle.start(on: time)
        dials[1].send(1)
        dials[1].send(1)
        dials[2].send(1)
        cycle.drain()
        #expect(log.entries == ["first", "second", "first", "first", "second"])
        cycle.stop()
    }

    @Test("two features on the same part see each other's changes, and so does one on a part of the part")
    func overlappingParts() {
        let cycle = cycle {
            MutatingLens.zip(
                $0.lens(\.first, feature(dials[1])), $0.lens(\.first, feature(dials[2])),
                $0.lens(\.first.count) { counts in
                    counts.lens(driver: dials[3], frameFilter: { $0 }, eventFilter: { $0 += $1 })
                })
        }
        cycle.start(on: time)
        dials[1].send(1)
        dials[3].send(1)
        cycle.drain()
        for id in 1...3 { #expect(dials[id].unaccounted == [0, 1, 2]) }
        cycle.stop()
    }

    @Test("features nest: an event deep inside reaches every frame above it")
    func nested() {
        struct Outer: Equatable { var whole = Whole() }
        let log = Logbook<Int>()
        let cycle = CycledLens(startingWith: Outer()) { frames in
            MutatingLens.zip(
                frames.lens(\.whole) { $0.lens(\.first, feature(dials[1])) },
                frames.lens(get: { $0.map(\.whole.first.count).handle(log.append) }))
        }
        cycle.start(on: time)
        dials[1].send(4)
        cycle.drain()
        #expect(cycle.frame.whole.first.count == 4)
        #expect(log.entries == [0, 4])
        cycle.stop()
    }

    @Test("in an optional: the feature runs while there is a value, and is silent afterwards")
    func inAnOptional() {
        let cycle = cycle { $0.lens(optional: \.sheet, feature(dials[1])) }
        cycle.start(on: time)
        #expect(!dials[1].isRunning)
        root.send(Whole(sheet: Feature(count: 5)))
        cycle.drain()
        #expect(dials[1].isRunning)
        dials[1].send(1)
        cycle.drain()
        #expect(cycle.frame.sheet == Feature(count: 6))
        root.send(Whole())
        dials[1].send(1)
        cycle.drain()
        #expect(cycle.frame == Whole())
        #expect(!dials[1].isRunning)
        #expect(dials[1].unaccounted == [5, 6])
        cycle.stop()
    }

    @Test("an event that waited while its feature left and came back is not given to the new one")
    func goneAndBack() {
        let answering = Dial { $0 == 5 ? [100] : [] }
        let cycle = CycledLens(startingWith: Whole(sheet: Feature(count: 5))) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: ScriptedDriver<Int, Whole> { _ in [Whole(), Whole(sheet: Feature(count: 1))] },
                    frameFilter: { _ in 0 }, eventFilter: { $0 = $1 }),
                frames.lens(optional: \.sheet, feature(answering)))
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(cycle.frame.sheet == Feature(count: 1))
        cycle.stop()
    }

    @Test("in a case: the feature runs while the value is of that case")
    func inACase() {
        let cycle = cycle { frames in
            frames.lens(
                \.route, case: { if case .detail(let feature) = $0 { feature } else { nil } }, embed: Route.detail,
                feature(dials[1]))
        }
        cycle.start(on: time)
        root.send(Whole(route: .detail(Feature(count: 1))))
        dials[1].send(1)
        cycle.drain()
        dials[1].send(1)
        cycle.drain()
        #expect(cycle.frame.route == .detail(Feature(count: 3)))
        root.send(Whole(route: .home))
        cycle.drain()
        #expect(!dials[1].isRunning)
        cycle.stop()
    }

    @Test("per element: each has its feature, by identity, wherever it moves, until it is removed")
    func perElement() {
        let cycle = cycle { frames in frames.lens(each: \.rows) { id, rows in feature(dials[id])(rows) } }
        cycle.start(on: time)
        root.send(Whole(rows: [Feature(id: 1), Feature(id: 2), Feature(id: 3)]))
        cycle.drain()
        dials[2].send(5)
        cycle.drain()
        #expect(cycle.frame.rows.map(\.count) == [0, 5, 0])
        root.send(Whole(rows: [Feature(id: 3), Feature(id: 2, count: 5)]))
        cycle.drain()
        dials[2].send(1)
        dials[3].send(2)
        dials[1].send(9)
        cycle.drain()
        #expect(cycle.frame.rows.map(\.count) == [2, 6])
        #expect([1, 2, 3].map { dials[$0].isRunning } == [false, true, true])
        #expect(dials[2].unaccounted == [0, 5, 6])
        #expect(dials[1].unaccounted == [0])
        cycle.stop()
    }

    @Test("the general form works in a part")
    func generalFormInAPart() {
        let (presses, button) = Signal<Int>.pipe()
        let cycle = cycle { frames in
            frames.lens(\.second) { part in
                part.lens(
                    get: { _ in presses },
                    set: { (presses, part: Signal<Feature>) in
                        presses.withLatest(from: part).map { Feature(count: $0 + $1.count) }
                    })
            }
        }
        cycle.start(on: time)
        for _ in 0..<5 { button.send(2) }
        cycle.drain()
        #expect(cycle.frame == Whole(second: Feature(count: 10)))
        cycle.stop()
    }

    @Test("a lens whose frames go through another operator still loses no update")
    func behindAnOperator() {
        let cycle = CycledLens(startingWith: 0) { frames in
            let lens = frames.lens(driver: dials[1], frameFilter: { $0 }, eventFilter: { $0 += $1 })
            return MutatingLens(
                value: frames, get: { _ in dials[1] }, set: { _, _ in lens.set.map { $0.filter { $0 < 3 } } })
        }
        cycle.start(on: time)
        for _ in 0..<5 { dials[1].send(1) }
        cycle.drain()
        #expect(cycle.frame == 2)
        cycle.stop()
    }

    @Test("a loop that is let go of is gone, with its frame")
    func isReleased() {
        final class Token: Equatable, Sendable {
            static func == (first: Token, second: Token) -> Bool { first === second }
        }
        struct Holder: Equatable { var token: Token; var whole = Whole(sheet: Feature(), rows: [Feature(id: 1)]) }
        weak var token: Token?
        do {
            let strong = Token()
            token = strong
            let cycle = CycledLens(startingWith: Holder(token: strong)) { frames in
                MutatingLens.zip(
                    frames.lens(\.whole.first, feature(dials[1])), frames.lens(\.whole.swapped, feature(dials[4])),
                    frames.lens(optional: \.whole.sheet, feature(dials[2])),
                    frames.lens(each: \.whole.rows) { _, rows in feature(dials[3])(rows) })
            }
            cycle.start(on: time)
            dials[1].send(1)
            cycle.drain()
            cycle.stop()
        }
        #expect(token == nil)
    }
}
