import Cycle
import CycleTesting
import Synchronization
import Testing

@Suite("Bridges to async code")
struct EffectsTests {
    private struct Mishap: Error {}

    /// All that a signal emits until it ends.
    private func values<Value: Sendable>(of signal: Signal<Value>) async -> [Value] {
        let cycle = CycledLens(startingWith: [Value]()) { frames in
            frames.lens(events: signal, eventFilter: { $0.append($1) })
        }
        return await cycle.run(on: VirtualTime())
    }

    @Test("an async function is one value and the end")
    func task() async {
        #expect(await values(of: .task { 1 }) == [1])
    }

    @Test("decision 10: an async function that throws becomes the event that its author mapped it to")
    func throwing() async {
        #expect(await values(of: Signal.task({ throw Mishap() }, catch: { "\($0)" })) == ["Mishap()"])
    }

    @Test("a sequence is all its elements, however far the loop is behind")
    func sequence() async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        for number in 0..<10_000 { continuation.yield(number) }
        continuation.finish()
        #expect(await values(of: .from(stream, bound: 4)) == Array(0..<10_000))
    }

    @Test("a sequence that throws ends with what its author made of the error")
    func throwingSequence() async {
        let stream = AsyncThrowingStream<Int, any Error> { continuation in
            continuation.yield(1)
            continuation.finish(throwing: Mishap())
        }
        #expect(await values(of: .from(stream, catch: { _ in -1 })) == [1, -1])
    }

    /// Numbers without an end, for as long as a test can bear it.
    private struct Endless: AsyncSequence, Sendable {
        final class Count: Sendable {
            let value = Atomic(0)
        }

        let made = Count()

        struct AsyncIterator: AsyncIteratorProtocol {
            let made: Count

            mutating func next() async -> Int? {
                let number = made.value.add(1, ordering: .relaxed).newValue
                return number < 10_000 ? number : nil
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(made: made) }

        /// How many were made by what `act` does.
        func made(by act: () -> Void) -> Int {
            let before = made.value.load(ordering: .relaxed)
            act()
            return made.value.load(ordering: .relaxed) - before
        }
    }

    @Test("a sequence is asked for no more once its signal was cancelled, and waits in the next run as in the first")
    func cancelledSequence() {
        let numbers = Endless()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: Signal.from(numbers, bound: 4), eventFilter: { $0 = $1 })
        }
        let time = VirtualTime()
        // Tasks run inside of this time, and the loop takes nothing of what they send.
        time.join(cycle) {}
        for _ in 0..<2 {
            cycle.start(on: time)
            cycle.drain()
            #expect(numbers.made { time.advance(by: .zero) } == 4)
            cycle.stop()
            #expect(numbers.made { time.advance(by: .zero) } == 0)
        }
        time.leave(cycle)
    }

    @Test("a task that is cancelled by the turns it came with does not begin")
    func cancelledBeforeItBegan() async {
        let begunInVain = Atomic(0)
        let driver = WantingDriver { want in
            .task {
                if want == 2 || want == 3 { begunInVain.add(1, ordering: .relaxed) }
                return want + 1
            }
        }
        let cycle = CycledLens(startingWith: [1]) { frames in
            MutatingLens.zip(
                frames.lens(driver: driver, frameFilter: { $0 }, eventFilter: { $0 = [$1] }),
                frames.lens(events: .from([2, 3, 10]), eventFilter: { $0 = [$1] }))
        }
        let last = await cycle.run(on: VirtualTime(), until: { $0 == [11] })
        #expect(last == [11])
        #expect(begunInVain.load(ordering: .relaxed) == 0)
    }

    @Test("a chain of effects is one turn each, in order, and leaves no task behind")
    func chain() async {
        let driver = WantingDriver { want in .task { want + 1 } }
        let cycle = CycledLens(startingWith: [0]) { frames in
            frames.lens(
                driver: driver, frameFilter: { $0.last == 2_000 ? [] : $0.suffix(1) }, eventFilter: { $0.append($1) })
        }
        #expect(await cycle.run(on: VirtualTime()) == Array(0...2_000))
    }

    @Test("cancelling the signal cancels its task, and what the task returns then never arrives")
    func cancelling() async {
        let (cancelled, note) = AsyncStream<Void>.makeStream()
        let driver = WantingDriver { _ in
            .task {
                await withTaskCancellationHandler {
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                } onCancel: {
                    note.yield()
                }
                return 5
            }
        }
        let (presses, button) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: [1]) { frames in
            MutatingLens.zip(
                frames.lens(driver: driver, frameFilter: { $0 }, eventFilter: { $0.append($1) }),
                frames.lens(events: presses, eventFilter: { wants, _ in wants = [] }))
        }
        cycle.start(on: VirtualTime())
        button.send(1)
        cycle.drain()
        for await _ in cancelled { break }
        cycle.drain()
        #expect(cycle.frame == [])
        cycle.stop()
    }
}
