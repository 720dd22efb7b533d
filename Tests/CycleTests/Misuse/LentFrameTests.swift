import Cycle
import CycleTesting
import Testing

/// A frame is read where it lives. While a reader has it, nothing may put another one in its place.
@Suite("A frame that a reader has is not replaced")
struct LentFrameTests {
    private struct Frame {
        var items = Array(0..<64)
        var number = 0

        init() {}

        init(_ number: Int) {
            items = Array(repeating: number, count: 64)
            self.number = number
        }
    }

    /// Allocations that take over the memory of a frame that was freed.
    private static func useMemory() -> [[Int]] { (0..<50).map { Array(repeating: $0, count: 64) } }

    private let time = VirtualTime()

    /// A loop with one general lens: at each event it listens to the frames anew, and sends a whole frame while it is shown the
    /// latest one.
    ///
    /// - Returns: The sums that the reader found after it had sent, and the last frame.
    private func sumsAfterSending(
        listening: @escaping (_ frames: Signal<Frame>, _ event: Int) -> Signal<Frame> = { frames, _ in frames }
    ) -> (sums: [Int], last: Int) {
        var sums: [Int] = []
        var kept: [[[Int]]] = []
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { (frames: Signal<Frame>) in
            frames.lens(
                get: { _ in () },
                set: { (_: Void, frames: Signal<Frame>) in
                    Signal<Frame> { sink in
                        var listener: Subscription?
                        return events.inTurns().run(inside: sink) { event in
                            listener?.cancel()
                            var isDone = false
                            listener = listening(frames, event).run(inside: sink, finish: {}) { frame in
                                if isDone { return }
                                isDone = true
                                sink.send(Frame(event))
                                kept.append(Self.useMemory())
                                sums.append(frame.items.reduce(0, +))
                            }
                        }
                    }
                })
        }
        cycle.start(on: time)
        cycle.drain()
        for event in [1, 2] {
            inlet.send(event)
            cycle.drain()
        }
        return (sums, cycle.frame.number)
    }

    @Test("a whole frame that is sent while a newcomer is shown the latest one has a turn of its own")
    func newcomer() {
        let (sums, last) = sumsAfterSending()
        #expect(sums == [2_016, 64])
        #expect(last == 2)
    }

    @Test("the same behind a prefix")
    func newcomerBehindAPrefix() {
        let (sums, last) = sumsAfterSending { frames, _ in frames.prefix(1) }
        #expect(sums == [2_016, 64])
        #expect(last == 2)
    }

    @Test("a value with the latest frame keeps that frame, whatever is set meanwhile")
    func withLatest() {
        let (sums, last) = sumsAfterSending { frames, event in
            Signal.just(event).withLatest(from: frames).map { $1 }
        }
        #expect(sums == [2_016, 64])
        #expect(last == 2)
    }

    @Test("the condition of a run reads the frame: what it sends and drains there waits")
    func condition() async {
        var sums: [Int] = []
        var kept: [[[Int]]] = []
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(events: events) { $0 = Frame($1) }
        }
        let last = await cycle.run(on: time) { frame in
            if frame.number < 3 { inlet.send(frame.number + 1) }
            cycle.drain()
            kept.append(Self.useMemory())
            sums.append(frame.items.reduce(0, +))
            return frame.number == 3
        }
        #expect(sums == [2_016, 64, 128, 192])
        #expect(last.number == 3)
    }
}
