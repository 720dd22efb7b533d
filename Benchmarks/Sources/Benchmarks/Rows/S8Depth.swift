import Cycle

extension Row {
    /// S8: a feature costs the same however deep it is embedded.
    static var depth: Row {
        Row(
            id: "S8", work: "depth: a feature embedded by key path, ns an event",
            contestants: [
                Contestant(.floor, "1 level", events: million) {
                    let cycle = embedded1(events: million)
                    return { await cycle.run(on: NoTime()) }
                },
                Contestant(.cycle, "10 levels", events: million) {
                    let cycle = embedded10(events: million)
                    return { await cycle.run(on: NoTime()) }
                },
            ],
            goals: [.ratio("10 levels", to: "1 level", atMost: 1.5)])
    }
}

private struct Nested<Inner> {
    var inner: Inner
    var other = 0
}

private typealias Two = Nested<Nested<Counter>>
private typealias Five = Nested<Nested<Nested<Two>>>
private typealias Ten = Nested<Nested<Nested<Nested<Nested<Five>>>>>

private func leaf(_ frames: Signal<Counter>, events: Int) -> MutatingLens<Signal<Counter>, Numbers> {
    frames.lens(driver: Numbers(count: events), frameFilter: { $0.total }, eventFilter: { $0.total = $1 + 1 })
}

private func deeper<Inner, Receiver>(
    _ feature: @escaping (Signal<Inner>) -> MutatingLens<Signal<Inner>, Receiver>
) -> (Signal<Nested<Inner>>) -> MutatingLens<Signal<Nested<Inner>>, Receiver> {
    { frames in frames.lens(\.inner, feature) }
}

func embedded1(events: Int) -> CycledLens<some Any, some Any> {
    CycledLens(startingWith: Nested(inner: Counter()), answerLimit: .max, lens: deeper { leaf($0, events: events) })
}

func embedded10(events: Int) -> CycledLens<some Any, some Any> {
    let five = Five(inner: Nested(inner: Nested(inner: Nested(inner: Nested(inner: Counter())))))
    let ten = Ten(inner: Nested(inner: Nested(inner: Nested(inner: Nested(inner: five)))))
    return CycledLens(
        startingWith: ten, answerLimit: .max,
        lens: deeper(
            deeper(deeper(deeper(deeper(deeper(deeper(deeper(deeper(deeper { leaf($0, events: events) }))))))))))
}
