import Cycle
import CycleTesting
import Testing

@testable import CycleDrivers

@Suite("Reports of one driver, fair to the others")
struct FairReportsTests {
    /// A driver that answers a number by so many reports at once.
    private struct Flooding: Driver {
        let numbers: Signal<Int>

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
            Signal { sink in
                let reports = FairReports<Int>(sink)
                return numbers.run(
                    inside: sink, finish: { reports.end() },
                    receive: { count in for number in 0..<count { reports.send(number) } })
            }
        }
    }

    private struct Frame: Equatable {
        var numbers: [Int] = []
        /// How many numbers had come at each beat.
        var beats: [Int] = []
    }

    private func run(_ counts: [Int], beats: Int) -> Frame {
        let (numbers, flood) = Signal<Int>.pipe()
        let (ticks, beat) = Signal<Void>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(driver: Flooding(numbers: numbers), frameFilter: { _ in 0 }) { $0.numbers.append($1) }
            frames.lens(events: ticks, label: "beat") { frame, _ in
                frame.beats.append(frame.numbers.count)
                if frame.beats.count < beats { beat.send(()) }
            }
        }
        cycle.start(on: VirtualTime())
        for count in counts { flood.send(count) }
        beat.send(())
        cycle.drain()
        let frame = cycle.frame
        flood.end()
        beat.end()
        cycle.drain()
        #expect(cycle.isOver)
        return frame
    }

    @Test("another event has its turn after each 64 of them, and their order stays", arguments: [1, 63, 64, 65, 1_000])
    func portions(count: Int) {
        let frame = run([count], beats: count / 64 + 1)
        #expect(frame.numbers == Array(0..<count))
        #expect(frame.beats.first == min(count, 64))
        for (before, after) in zip(frame.beats, frame.beats.dropFirst()) { #expect(after - before <= 64) }
    }

    @Test("several floods one after the other keep their order, and the end comes last")
    func order() {
        let frame = run([100, 1, 200, 64], beats: 6)
        #expect(frame.numbers == Array(0..<100) + [0] + Array(0..<200) + Array(0..<64))
        #expect(frame.beats.prefix(5) == [64, 128, 192, 256, 320])
    }

    @Test("a flood over many letters is counted like one in a single letter")
    func manyLetters() {
        let frame = run([Int](repeating: 1, count: 1_000), beats: 3)
        #expect(frame.beats == [64, 128, 192])
    }
}
