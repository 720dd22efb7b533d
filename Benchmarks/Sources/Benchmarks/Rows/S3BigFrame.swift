import Cycle

extension Row {
    /// S3: what an event costs does not depend on how large the frame is.
    static var bigFrame: Row {
        Row(
            id: "S3", work: "big frame: one element of an array in the frame changes",
            contestants: [1_000, 100_000].flatMap { size in
                [
                    Contestant(size == 1_000 ? .floor : .other, "by hand, \(size)", events: million) {
                        let shown = Shown()
                        let program = HandWritten<Big, Int>(
                            frame: Big(size: size), reduce: { $0.numbers[$1 % size] &+= 1 },
                            render: { shown.total = $0.numbers[7] })
                        return { for event in 0..<million { program.send(event) } }
                    },
                    Contestant(.cycle, "driver lens, \(size)", events: million) {
                        let cycle = changing(size: size, events: million)
                        return { await cycle.run(on: NoTime()) }
                    },
                ]
            },
            goals: [.ratio("driver lens, 100000", to: "driver lens, 1000", atMost: 1.2)])
    }
}

private struct Big {
    var numbers: [Int]
    var count = 0

    init(size: Int) {
        numbers = Array(repeating: 0, count: size)
    }
}

func changing(size: Int, events: Int) -> CycledLens<some Any, some Any> {
    let shown = Shown()
    return CycledLens(startingWith: Big(size: size), answerLimit: .max) { frames in
        MutatingLens.zip(
            frames.lens(
                driver: Numbers(count: events), frameFilter: { $0.count },
                eventFilter: { frame, number in
                    frame.numbers[number % size] &+= 1
                    frame.count = number + 1
                }),
            frames.lens(driver: Display(shown: shown), frameFilter: { $0.numbers[7] }))
    }
}
