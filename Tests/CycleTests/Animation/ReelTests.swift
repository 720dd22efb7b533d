import Cycle
import CycleTesting
import Testing

@Suite("Reels and their tail")
struct ReelTests {
    let time = VirtualTime()
    let events = ScriptedDriver<Int, [Int]>()

    private func cycle(missed: MissedTicks = .skip) -> CycledLens<(ScriptedDriver<Int, [Int]>, Ticker), Reel<Int>> {
        CycledLens(startingWith: [1, 2, 3]) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: events, frameFilter: { $0.shown ?? 0 },
                    eventFilter: { frames, more in frames.append(contentsOf: more) }),
                frames.emittingTail(every: .seconds(1), missed: missed))
        }
    }

    @Test("the tail is sent back at each tick, and nothing ticks while one frame is left")
    func emitsTheTail() throws {
        let test = TestRun(cycle(), time: time, standIns: events)
        try test.expect([1, 2, 3])
        try test.advance(by: .seconds(1), expecting: [2, 3])
        try test.advance(by: .seconds(1), expecting: [3])
        for shown in [1, 2, 3] { try events.expect(shown) }
        try test.finish()
    }

    @Test("a tick and an event in the same turn never step the animation back", arguments: [true, false])
    func tickAndEvent(isEventFirst: Bool) throws {
        let test = TestRun(cycle(), time: time, standIns: events)
        try test.expect([1, 2, 3])
        if isEventFirst {
            events.send([9])
            try test.advance(by: .seconds(1), expecting: [1, 2, 3, 9], [2, 3, 9])
        } else {
            try test.advance(by: .seconds(1), expecting: [2, 3])
            events.send([9])
            try test.expect([2, 3, 9])
        }
        for shown in [1, 2] { try events.expect(shown) }
        try test.finish(leavingAlarms: true)
    }

    @Test("ticks do not drift: they are due at multiples of the period, however late the one before")
    func noDrift() {
        let slow = CycledLens(startingWith: Reel(0..<100)) { frames in frames.emittingTail(every: .seconds(1)) }
        slow.start(on: time)
        time.advance(by: .milliseconds(1_900))
        slow.drain()
        #expect(slow.frame.shown == 1)
        time.join(slow) { slow.drain() }
        time.advance(by: .milliseconds(100))
        #expect(slow.frame.shown == 2)
        slow.stop()
        time.leave(slow)
    }

    @Test("missed frames are dropped or all shown, as asked", arguments: [(MissedTicks.skip, 2), (.all, 4)])
    func missedFrames(_ missed: MissedTicks, _ frameCount: Int) {
        let cycle = CycledLens(startingWith: Reel(0..<9)) { frames in
            frames.emittingTail(every: .seconds(1), missed: missed)
        }
        var count = 0
        let watching = cycle.observe { _ in count += 1 }
        cycle.start(on: time)
        time.advance(by: .seconds(3))
        cycle.drain()
        #expect(cycle.frame.shown == 3)
        #expect(count == frameCount)
        cycle.stop()
        watching.cancel()
    }

    @Test("animations of two parts run together")
    func parts() {
        struct Scene: Equatable { var x: Reel<Int> = [1, 2, 3], y: Reel<Int> = [5, 6, 7, 8] }
        let cycle = CycledLens(startingWith: Scene()) { frames in
            MutatingLens.zip(
                frames.lens(\.x) { $0.emittingTail(every: .seconds(1)) },
                frames.lens(\.y) { $0.emittingTail(every: .seconds(2)) })
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        time.advance(by: .seconds(4))
        #expect(cycle.frame == Scene(x: [3], y: [7, 8]))
        cycle.stop()
        time.leave(cycle)
    }

    @Test(
        "policies",
        arguments: [
            (AnimationPolicy.append, [[2, 3, 4, 5], [1, 2, 3]]), (.replace, [[2, 3, 4], [1, 2, 3]]),
            (.disable, [[2, 3], [1, 2, 3]]), (.remove, [[2], [1, 2, 3]]),
        ])
    func policies(_ policy: AnimationPolicy, _ expected: [[Int]]) {
        let results = [[2, 3], [1]].map { frames in
            var frames = frames
            frames.animate(policy) { [$0 + 1, $0 + 2] }
            return frames
        }
        #expect(results == expected)
    }

    @Test("a change to all frames is not taken back by the animation")
    func changeAll() {
        var reel: Reel = [1, 2, 3]
        reel.removeFirst()
        reel.changeAll { $0 *= 10 }
        #expect(reel == [20, 30])
    }

    @Test("taking a frame off a reel moves none of the others")
    func constantTime() {
        var reel = Reel(0..<100_000)
        let before = reel.withContiguousStorageIfAvailable { $0.baseAddress.map { $0 + 1 } }
        reel.removeFirst()
        let after = reel.withContiguousStorageIfAvailable { $0.baseAddress }
        #expect(before == after)
    }

    @Test("an array works in a reel's place, and stops at its last frame however many ticks were missed")
    func array() {
        let cycle = CycledLens(startingWith: [1, 2, 3, 4]) { frames in frames.emittingTail(every: .seconds(1)) }
        cycle.start(on: time)
        time.advance(by: .seconds(2))
        cycle.drain()
        #expect(cycle.frame == [3, 4])
        time.advance(by: .seconds(60))
        cycle.drain()
        #expect(cycle.frame == [4])
        #expect(time.armedCount == 0)
        cycle.stop()
    }

    @Test("nothing is in flight in no frame, nor in one")
    func inFlight() {
        #expect(![Int]().isInFlight)
        #expect(![1].isInFlight)
        #expect([1, 2].isInFlight)
        #expect(!Reel<Int>().isInFlight)
        #expect(Reel([1, 2]).isInFlight)
    }
}
