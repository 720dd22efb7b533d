import Cycle
import CycleTesting
import Testing

@Suite("Law 11: nothing reaches into a loop that has gone")
struct AfterTheLoopTests {
    private struct Frame: Equatable {
        var numbers = Array(0..<100)
        var child = Child()
        var maybe: Child? = Child()

        struct Child: Equatable { var text = String(repeating: "x", count: 100) }
    }

    /// Runs a signal in a loop of its own.
    private func values<Value>(_ signal: Signal<Value>) -> [Value] {
        var values: [Value] = []
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: signal) { frame, value in
                values.append(value)
                frame += 1
            }
        }
        let time = VirtualTime()
        cycle.start(on: time)
        cycle.drain()
        cycle.stop()
        return values
    }

    /// Allocates arrays that would reuse memory that was freed.
    private func useMemory() -> [[Int]] { (0..<64).map { Array(repeating: $0, count: 100) } }

    @Test("frames that are read after their loop has gone are its last, or nothing", arguments: [false, true])
    func frames(_ wasRun: Bool) {
        var cycle: CycledLens<Signal<Int>, Frame>? = CycledLens(startingWith: Frame()) { frames in
            frames.lens(events: Signal.just(1)) { frame, _ in frame.numbers.append(100) }
        }
        guard let frames = cycle?.frames else { return }
        if wasRun {
            cycle?.start(on: VirtualTime())
            cycle?.drain()
        }
        cycle = nil
        let memory = useMemory()
        let read = values(Signal.just(1).withLatest(from: frames)).map { $0.1.numbers.count }
        #expect(read == [] || read == [wasRun ? 101 : 100])
        let shown = values(frames.map(\.numbers.count))
        #expect(shown == [] || shown == [wasRun ? 101 : 100])
        withExtendedLifetime(memory) {}
    }

    @Test("so are the frames of a part, always there or not")
    func parts() {
        var children: [Signal<Frame.Child>] = []
        var cycle: CycledLens<(Void, Void), Frame>? = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(\.child) { child in
                    children.append(child)
                    return MutatingLens(value: child, get: { _ in })
                },
                frames.lens(optional: \.maybe) { child in
                    children.append(child)
                    return MutatingLens(value: child, get: { _ in })
                })
        }
        cycle?.start(on: VirtualTime())
        cycle?.drain()
        cycle = nil
        let memory = useMemory()
        #expect(children.count == 2)
        for child in children {
            let read = values(Signal.just(1).withLatest(from: child)).map { $0.1.text.count }
            #expect(read == [] || read == [100])
            let shown = values(child.map(\.text.count))
            #expect(shown == [] || shown == [100])
        }
        withExtendedLifetime(memory) {}
    }

    @Test("a part that is listened to after it has gone shows nothing")
    func partThatHasGone() {
        var child: Signal<Frame.Child>?
        let (events, inlet) = Signal<Int>.pipe()
        let (listening, listen) = Signal<Int>.pipe()
        var shownCount = 0
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(events: events) { frame, _ in frame.maybe = nil },
                frames.lens(optional: \.maybe) { part in
                    child = part
                    return MutatingLens(value: part, get: { _ in })
                },
                frames.lens(
                    events: listening.flatMap(.merge) { number in
                        child.map { Signal.just(number).withLatest(from: $0) } ?? .never
                    }
                ) { _, _ in shownCount += 1 })
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
        listen.send(1)
        cycle.drain()
        #expect(shownCount == 1)
        inlet.send(1)
        cycle.drain()
        listen.send(1)
        cycle.drain()
        #expect(shownCount == 1)
        cycle.stop()
    }

    @Test("objects that a loop gave out may go before it or after it, in every order")
    func everyOrder() {
        for order in permutations(of: Array(0..<6)) {
            let holder = Holder()
            order.forEach(holder.drop)
            #expect(holder.census.aliveCount == 0, "in the order \(order)")
        }
    }

    /// Holds all that can be had of a loop, and lets go of it piece by piece.
    private final class Holder {
        let census = Census()
        private let time = VirtualTime()
        private var cycle: CycledLens<Void, Int>?
        private var frames: Signal<Int>?
        private var observers: [Subscription] = []
        private var sinks: [Sink<Int>] = []
        private var alarm: (any Alarm)?
        private var inlets: [Inlet<Int>] = []

        init() {
            let (events, inlet) = Signal<Int>.pipe()
            let witness = census.makeWitness()
            let cycle = CycledLens(startingWith: 0) { [unowned self] frames in
                let saving = Signal<Int> { [unowned self] sink in
                    sinks.append(sink)
                    alarm = sink.alarm { withExtendedLifetime(witness) {} }
                    inlets.append(sink.inlet())
                    return Subscription { withExtendedLifetime(witness) {} }
                }.share()
                let lens = frames.lens(events: Signal.merge(events, saving, saving)) { [census] frame, event in
                    frame += event
                    withExtendedLifetime(census) {}
                }
                return MutatingLens(value: frames, get: { _ in }, set: { _, _ in lens.set })
            }
            cycle.start(on: time)
            alarm?.arm(at: .seconds(1))
            inlets.append(inlet)
            observers = [
                cycle.observe { _ in withExtendedLifetime(witness) {} },
                cycle.observeMoments { _ in withExtendedLifetime(witness) {} },
            ]
            frames = cycle.frames.map {
                withExtendedLifetime(witness) {}
                return $0
            }
            inlet.send(1)
            cycle.drain()
            inlet.send(1)
            self.cycle = cycle
        }

        func drop(_ number: Int) {
            switch number {
            case 0: cycle = nil
            case 1: frames = nil
            case 2:
                for observer in observers { observer.cancel() }
                observers = []
            case 3:
                for sink in sinks { sink.send(1) }
                sinks = []
            case 4:
                alarm?.arm(at: .seconds(2))
                alarm?.disarm()
                alarm = nil
            default:
                for inlet in inlets { inlet.send(1) }
                inlets = []
            }
            time.advance(by: .seconds(1))
        }
    }

    private func permutations(of numbers: [Int]) -> [[Int]] {
        guard let last = numbers.last else { return [[]] }
        return permutations(of: numbers.dropLast()).flatMap { others in
            (0...others.count).map { index in
                var all = others
                all.insert(last, at: index)
                return all
            }
        }
    }

    @Test("an inlet whose loop has gone says that it is closed")
    func inlet() {
        let (events, inlet) = Signal<Int>.pipe()
        var cycle: CycledLens<Signal<Int>, Int>? = CycledLens(startingWith: 0) { frames in
            frames.lens(events: events) { $0 += $1 }
        }
        cycle?.start(on: VirtualTime())
        #expect(inlet.send(1) == .accepted)
        cycle?.drain()
        cycle = nil
        #expect(inlet.send(1) == .closed)
    }
}
