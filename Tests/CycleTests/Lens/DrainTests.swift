import Cycle
import CycleTesting
import Testing

/// An object that owns a loop by hand: it counts what it is told, and answers 5 with one more.
@MainActor
private final class Owner {
    let time = VirtualTime()
    let (inputs, inlet) = Signal<Int>.pipe()
    private(set) var seen: [Int] = []
    /// Called while a frame is delivered.
    var whileDelivering: ((Int) -> Void)?
    private var enter: ((Int) -> Void)?
    private(set) var sink: Sink<Int>?
    private(set) var cycle: CycledLens<Void, Int>?

    init() {
        let cycle = CycledLens(startingWith: 0) { [unowned self] frames in
            frames.lens(
                get: { _ in },
                set: { _, frames in
                    let told = Signal<Int> { sink in
                        self.enter = sink.send
                        self.sink = sink
                        return Subscription()
                    }
                    let answers = frames.compactMap { total -> Int? in
                        self.seen.append(total)
                        self.whileDelivering?(total)
                        return total == 5 ? 1 : nil
                    }
                    return .merge(answers, told, self.inputs).withLatest(from: frames).map(+)
                })
        }
        self.cycle = cycle
    }

    func forgetCycle() {
        cycle = nil
    }

    func add(_ number: Int) {
        enter?(number)
        cycle?.drain()
    }
}

@Suite("CycledLens, drained by hand")
@MainActor
struct DrainTests {
    private let owner = Owner()

    @Test("drain applies what waits, and what follows from it at once, before it returns")
    func drainsAll() {
        owner.cycle?.start(on: owner.time)
        owner.add(5)
        #expect(owner.cycle?.frame == 6)
        #expect(owner.seen == [0, 5, 6])
    }

    @Test("drain from inside a turn lets the turn end first")
    func waitsInsideTurn() {
        owner.cycle?.start(on: owner.time)
        var framesAfterAdding: [Int?] = []
        owner.whileDelivering = { [owner] total in
            guard total == 1 else { return }
            owner.add(10)
            framesAfterAdding.append(owner.cycle?.frame)
        }
        owner.add(1)
        #expect(framesAfterAdding == [1])
        #expect(owner.seen == [0, 1, 11])
    }

    @Test("drain from inside the first frame lets it end first")
    func waitsInsideStart() {
        owner.whileDelivering = { [owner] total in if total == 0 { owner.add(10) } }
        owner.cycle?.start(on: owner.time)
        #expect(owner.seen == [0])
        owner.cycle?.drain()
        #expect(owner.seen == [0, 10])
    }

    @Test("drain takes what other threads have posted")
    func takesLetters() {
        owner.cycle?.start(on: owner.time)
        owner.inlet.send(3)
        #expect(owner.cycle?.frame == 0)
        owner.cycle?.drain()
        #expect(owner.cycle?.frame == 3)
    }

    @Test("drained events never count as answers of a lens to itself, however many they are")
    func isNoAnswer() {
        owner.cycle?.start(on: owner.time)
        for _ in 0..<120_000 { owner.add(0) }
        #expect(owner.cycle?.frame == 0)
    }

    @Test("run goes on with a started loop, and sees what is drained while it sleeps")
    func runGoesOn() async {
        owner.cycle?.start(on: owner.time)
        owner.add(1)
        let last = await withSleepingRun { owner in owner.add(2) }
        #expect(last == 3)
    }

    @Test("stop ends a run that sleeps")
    func stopEndsRun() async {
        let last = await withSleepingRun { owner in owner.cycle?.stop() }
        #expect(last == 0)
    }

    @Test("a stopped loop takes nothing more, and starts again from its first frame")
    func stops() {
        owner.cycle?.start(on: owner.time)
        owner.add(1)
        owner.cycle?.stop()
        owner.add(1)
        #expect(owner.cycle?.frame == 1)
        owner.cycle?.start(on: owner.time)
        #expect(owner.cycle?.frame == 0)
    }

    @Test("a loop that is stopped inside a turn hears other threads when it is started again")
    func hearsAgain() {
        let waiting = owner.inlet
        owner.whileDelivering = { [owner] total in if total == 1 { owner.cycle?.stop() } }
        owner.cycle?.start(on: owner.time)
        owner.add(1)
        owner.cycle?.start(on: owner.time)
        waiting.send(3)
        owner.cycle?.drain()
        #expect(owner.cycle?.frame == 3)
    }

    @Test("a run ends with the frame that its condition held for, whatever is added before it wakes")
    func endsWhereConditionHeld() async {
        owner.cycle?.start(on: owner.time)
        let last = await withSleepingRun { owner in
            owner.add(3)
            owner.add(1)
        }
        #expect(last == 3)
    }

    @Test("a sink drains the loop that it belongs to")
    func sinkDrains() {
        owner.cycle?.start(on: owner.time)
        owner.sink?.send(2)
        #expect(owner.cycle?.frame == 0)
        owner.sink?.drain()
        #expect(owner.cycle?.frame == 2)
    }

    @Test("a sink that outlives its loop drains nothing")
    func sinkOutlivesLoop() {
        owner.cycle?.start(on: owner.time)
        owner.forgetCycle()
        owner.sink?.send(2)
        owner.sink?.drain()
        #expect(owner.seen == [0])
    }

    /// Runs the loop until its frame is 3, calling `act` in the same isolation once `run` has given way.
    private func withSleepingRun(_ act: @escaping @MainActor (Owner) -> Void) async -> Int? {
        let acting = Task { act(owner) }
        let last = await owner.cycle?.run(on: owner.time, until: { $0 == 3 })
        await acting.value
        return last
    }
}
