import Cycle

extension Row {
    /// S13: keyed wants are compared by identity with those of the value before.
    static var wants: Row {
        Row(
            id: "S13", work: "wants: values that want 1,000 things; ns a value",
            contestants: [
                contestant("one of 1,000 is added, then removed") { Array(0..<(1_000 + $0 % 2)) },
                contestant("one of 1,000 is removed at the front, then added") { Array($0 % 2..<1_000) },
                // So many that starting the 1,000 does not count.
                contestant("1,000 that stay", events: 500_000) { _ in stayed },
                contestant("none", events: 500_000) { _ in [] },
            ],
            goals: [
                .atMost(30_000, "ns", "one of 1,000 is added, then removed"),
                .atMost(30_000, "ns", "one of 1,000 is removed at the front, then added"),
                .difference("1,000 that stay", above: "none", atMost: 100, "ns"),
            ])
    }

    private static let stayed = Array(0..<1_000)

    private static func contestant(
        _ name: String, events: Int = 20_000, _ wants: @escaping (Int) -> [Int]
    ) -> Contestant {
        Contestant(.cycle, name, events: events) {
            let cycle = wanting(wants, events: events)
            return { await cycle.run(on: NoTime()) }
        }
    }
}

/// A driver that runs an effect, which never ends, for each thing of its model.
private struct Runner: Driver {
    func eventsCapturedAfterRendering(model: Signal<[Int]>) -> Signal<Int> {
        model.effects(for: { $0 }, by: { $0 }) { (_: Int) in Signal<Int>.never }
    }
}

private struct Wanting {
    var wants: [Int]
    var count = 0
}

func wanting(_ wants: @escaping (Int) -> [Int], events: Int) -> CycledLens<some Any, some Any> {
    CycledLens(startingWith: Wanting(wants: wants(0)), answerLimit: .max) { frames in
        MutatingLens.zip(
            frames.lens(driver: Runner(), frameFilter: { $0.wants }),
            frames.lens(
                driver: Numbers(count: events), frameFilter: { $0.count },
                eventFilter: { frame, number in
                    frame.count = number + 1
                    frame.wants = wants(frame.count)
                }))
    }
}
