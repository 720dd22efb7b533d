import Cycle
import OpenCombine

extension Row {
    /// S5: animations of many frames, from the first to the last. Each tick takes one off, and the next is shown.
    static var tail: Row {
        Row(
            id: "S5", work: "tail: animations of 1,000 to 100,000 frames to their end, ns a tick",
            contestants: [counterOnTheWay] + lengths.flatMap(contestants),
            goals: lengths.dropFirst().map { .ratio("Reel, \($0)", to: "Reel, \(lengths[0])", atMost: 1.3) }
                + lengths.map { .difference("Reel, \($0)", above: "S1 in the same run", atMost: 100, "ns") }
                + lengths.dropFirst().map { .ratio("[Frame], \($0)", to: "[Frame], \(lengths[0])", atMost: 1.3) })
    }

    private static let lengths = [1_000, 10_000, 100_000]
    private static let ticks = 200_000

    private static var counterOnTheWay: Contestant {
        Contestant(.other, "S1 in the same run", events: million) {
            let cycle = counting(to: million)
            cycle.start(on: NoTime())
            return { finish(cycle) }
        }
    }

    private static func contestants(length: Int) -> [Contestant] {
        [
            Contestant(length == lengths[0] ? .floor : .other, "slice by hand, \(length)", events: ticks) {
                let shown = Shown()
                return {
                    for _ in 0..<ticks / length {
                        let program = HandWritten<ArraySlice<Int>, Void>(
                            frame: ArraySlice(0...length), reduce: { frames, _ in frames.removeFirst() },
                            render: { shown.total = $0.first ?? 0 })
                        for _ in 0..<length { program.send(()) }
                    }
                }
            },
            Contestant(.cycle, "Reel, \(length)", events: ticks) {
                let cycles = (0..<ticks / length).map { _ in
                    let cycle = animating(Reel(0...length))
                    cycle.start(on: PromptTime())
                    return cycle
                }
                return { for cycle in cycles { finish(cycle) } }
            },
            Contestant(.other, "[Frame], \(length)", events: ticks) {
                let cycles = (0..<ticks / length).map { _ in
                    let cycle = animating(Array(0...length))
                    cycle.start(on: PromptTime())
                    return cycle
                }
                return { for cycle in cycles { finish(cycle) } }
            },
            Contestant(.alternative, "OpenCombine, [Frame], \(length)", events: ticks) {
                let shown = Shown()
                return {
                    for _ in 0..<ticks / length {
                        let ticks = PassthroughSubject<Void, Never>()
                        let rendering = ticks.scan(Array(0...length)) { frames, _ in Array(frames.dropFirst()) }
                            .map { $0.first ?? 0 }.removeDuplicates().sink { shown.total = $0 }
                        for _ in 0..<length { ticks.send(()) }
                        rendering.cancel()
                    }
                }
            },
        ]
    }

    private static func finish<Receiver, Frame>(_ cycle: CycledLens<Receiver, Frame>) {
        cycle.drain()
        cycle.stop()
    }
}

/// Shows the first frame, and takes it off at each tick.
func animating(_ frames: Reel<Int>) -> CycledLens<(Display, Ticker), Reel<Int>> {
    let shown = Shown()
    return CycledLens(startingWith: frames, answerLimit: .max) { frames in
        MutatingLens.zip(
            frames.lens(driver: Display(shown: shown), frameFilter: { $0.first ?? 0 }),
            frames.emittingTail(every: .seconds(1) / 60))
    }
}

private func animating(_ frames: [Int]) -> CycledLens<(Display, Ticker), [Int]> {
    let shown = Shown()
    // By its length alone: to compare an array with the one before is to keep a copy of it.
    return CycledLens(startingWith: frames, comparing: \.count, answerLimit: .max) { frames in
        MutatingLens.zip(
            frames.lens(driver: Display(shown: shown), frameFilter: { $0.first ?? 0 }),
            frames.emittingTail(every: .seconds(1) / 60))
    }
}
