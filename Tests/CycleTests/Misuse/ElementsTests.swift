import Cycle
import CycleTesting
import Testing

@Suite("Elements that come and go, with two of one identity, and with calls from where they come and go")
struct ElementsTests {
    private struct Element: Identifiable, Equatable {
        let id: Int
        var number = 0
    }

    private let time = VirtualTime()

    /// The values that the elements receive: `id:number` a time, the lists in turn.
    private func shown(_ lists: [Element]...) -> [[String]] {
        var log: [String] = []
        let (events, inlet) = Signal<[Element]>.pipe()
        let cycle = CycledLens(startingWith: [Element]()) { frames in
            frames.lens(each: \.self) { id, element in
                element.lens(get: { $0.handle { log.append("\(id):\($0.number)") } })
            }
            frames.lens(events: events) { $0 = $1 }
        }
        cycle.start(on: time)
        let lines = lists.map { list in
            log = []
            inlet.send(list)
            cycle.drain()
            return log
        }
        cycle.stop()
        return lines
    }

    @Test("a second element of one identity may leave while another one changes")
    func duplicateLeaves() {
        let lines = shown([.init(id: 1), .init(id: 1), .init(id: 2)], [.init(id: 1), .init(id: 2, number: 5)])
        #expect(lines == [["1:0", "2:0"], ["2:5"]])
    }

    @Test("after that each element is shown its own number")
    func placesAfterADuplicate() {
        let rest = [Element(id: 3), Element(id: 4)]
        let lines = shown(
            [.init(id: 1), .init(id: 1), .init(id: 2)] + rest, [.init(id: 1), .init(id: 2, number: 5)] + rest,
            [.init(id: 1), .init(id: 2, number: 6)] + rest, [.init(id: 1), .init(id: 2, number: 5)] + rest)
        #expect(lines == [["1:0", "2:0", "3:0", "4:0"], ["2:5"], ["2:6"], ["2:5"]])
    }

    @Test("an event of an element changes the first one of its identity, also after another duplicate has left")
    func eventAfterADuplicate() {
        let (events, inlet) = Signal<[Element]>.pipe()
        let (pokes, poke) = Signal<Int>.pipe()
        let cycle = CycledLens(
            startingWith: [Element(id: 1), Element(id: 1), Element(id: 2), Element(id: 2)]
        ) { frames in
            frames.lens(each: \.self) { id, element in
                element.lens(events: pokes.filter { $0 == id }) { element, _ in element.number += 1 }
            }
            frames.lens(events: events) { $0 = $1 }
        }
        cycle.start(on: time)
        inlet.send([Element(id: 1), Element(id: 2)])
        inlet.send([Element(id: 1), Element(id: 2), Element(id: 2)])
        poke.send(2)
        cycle.drain()
        #expect(cycle.frame == [Element(id: 1), Element(id: 2, number: 1), Element(id: 2)])
        cycle.stop()
    }

    enum Place: CaseIterable, Sendable { case cancel, start }

    @Test("a stop where elements come and go leaves nothing running", arguments: Place.allCases)
    func stop(_ place: Place) {
        var log: [String] = []
        let (events, inlet) = Signal<[Element]>.pipe()
        var stop: () -> Void = {}
        let cycle = CycledLens(startingWith: [Element(id: 1), Element(id: 2)]) { frames in
            frames.lens(each: \.self) { id, element in
                element.lens(
                    events: Signal<Int> { _ in
                        if place == .start, id == 3 { stop() }
                        return Subscription { if place == .cancel, id == 1 { stop() } }
                    }
                ) { _, _ in }
                element.lens(events: Signal<Int>.ticks(every: .seconds(1))) { element, number in
                    log.append("\(id) ticks \(number)")
                    element.number = number
                }
            }
            frames.lens(events: events) { $0 = $1 }
        }
        stop = { [unowned cycle] in cycle.stop() }
        time.join(cycle) { [unowned cycle] in cycle.drain() }
        cycle.start(on: time)
        time.advance(by: .seconds(1))
        inlet.send([Element(id: 3), Element(id: 2)])
        cycle.drain()
        #expect(time.armedCount == 0)
        log = []
        stop = {}
        cycle.start(on: time)
        time.advance(by: .seconds(2))
        #expect(log == ["1 ticks 1", "2 ticks 1", "1 ticks 2", "2 ticks 2"])
        cycle.stop()
        #expect(time.armedCount == 0)
        time.leave(cycle)
    }

    private struct Pair: Identifiable, Equatable {
        let id: Int
        var left = 0
        var right = 0
    }

    @Test("a rule changes a part of an element, which is shown although the element changed itself in that turn")
    func ruleBesideAnEvent() {
        var log: [String] = []
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: [Pair(id: 1)]) { frames in
            frames.lens(each: \.self) { _, pair in
                pair.lens(\.left) { left in left.lens(events: events) { left, event in left = event } }
                pair.lens(\.right) { right in right.lens(get: { $0.handle { log.append("right \($0)") } }) }
            }
            frames.rule(onChangeOf: { $0[0].left }) { pairs in pairs[0].right = pairs[0].left }
        }
        cycle.start(on: time)
        inlet.send(5)
        cycle.drain()
        #expect(log == ["right 0", "right 5"])
        cycle.stop()
    }

    /// An element that counts how many times its identity was looked at.
    private struct Counted: Equatable, Identifiable {
        final class Looks {
            var count = 0
        }

        var number: Int
        let looks: Looks
        var id: Int {
            looks.count += 1
            return number
        }

        static func == (one: Counted, other: Counted) -> Bool { one.number == other.number }
    }

    @Test("one identity that two elements share does not have all others looked for")
    func duplicates() {
        /// - Returns: How many looks it takes to start and to turn round so many elements, of which two have one identity.
        func lookCount(_ count: Int) -> Int {
            let looks = Counted.Looks()
            var elements = (0..<count).map { Counted(number: $0, looks: looks) }
            elements[count - 1].number = 0
            let (events, inlet) = Signal<Int>.pipe()
            let cycle = CycledLens(startingWith: elements) { frames in
                frames.lens(each: \.self) { _, element in element.lens(get: { $0.handle { _ in } }) }
                frames.lens(events: events) { frame, _ in frame.reverse() }
            }
            cycle.start(on: time)
            inlet.send(1)
            cycle.drain()
            cycle.stop()
            return looks.count
        }
        let (few, many) = (lookCount(100), lookCount(1_000))
        #expect(many < 15 * few, "\(few) \(many)")
    }
}
