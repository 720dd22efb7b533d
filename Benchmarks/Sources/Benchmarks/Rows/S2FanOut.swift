import Cycle
import OpenCombine

extension Row {
    /// S2: one field of many changes, every lens but one has nothing to show.
    static var fanOut: Row {
        Row(
            id: "S2", work: "fan-out: one field changes, all other driver lenses are unchanged; ns for each lens",
            contestants: [10, 100, 1_000].flatMap(contestants) + [alone, features],
            goals: [10, 100, 1_000].map {
                .unchanged("driver lenses, \($0)", count: $0, less: "the event alone, ns an event", atMost: 5)
            } + [
                .atMost(1_000, "ns an event", "1,024 lenses in 32 features by key path, ns an event")
            ])
    }

    private static func contestants(lensCount: Int) -> [Contestant] {
        let events = million * 5 / lensCount
        return [
            Contestant(
                lensCount == 10 ? .floor : .other, "observers in an array, \(lensCount)", events: events * lensCount
            ) {
                let shown = Shown()
                let observers = (0..<lensCount).map { field in
                    unrepeated({ (wide: Wide) in wide.fields[field] }) { shown.total = $0 }
                }
                let program = HandWritten(
                    frame: Wide(count: lensCount), reduce: { $0.fields[$1] &+= 1 },
                    render: { wide in for observer in observers { observer(wide) } })
                return { for event in 0..<events { program.send(event % lensCount) } }
            },
            Contestant(.cycle, "driver lenses, \(lensCount)", events: events * lensCount) {
                let cycle = fanningOut(to: lensCount, events: events)
                return { await cycle.run(on: NoTime()) }
            },
            Contestant(.alternative, "OpenCombine, \(lensCount)", events: events / 20 * lensCount) {
                let shown = Shown()
                let subject = PassthroughSubject<Int, Never>()
                let frames = subject.scan(Wide(count: lensCount)) { frame, event in
                    var next = frame
                    next.fields[event] &+= 1
                    return next
                }.share()
                let renderings = (0..<lensCount).map { field in
                    frames.map { $0.fields[field] }.removeDuplicates().sink { shown.total = $0 }
                }
                return {
                    for event in 0..<events / 20 { subject.send(event % lensCount) }
                    for rendering in renderings { rendering.cancel() }
                }
            },
        ]
    }

    /// The loop without the lenses of this row.
    private static var alone: Contestant {
        Contestant(.other, "the event alone, ns an event", events: million) {
            let cycle = fanningOut(to: 10, events: million, displayCount: 0)
            return { await cycle.run(on: NoTime()) }
        }
    }

    private static var features: Contestant {
        let events = million / 5
        return Contestant(.other, "1,024 lenses in 32 features by key path, ns an event", events: events) {
            let cycle = fanningOutInFeatures(events: events)
            return { await cycle.run(on: NoTime()) }
        }
    }
}

struct Wide {
    var fields: [Int]

    init(count: Int) {
        fields = Array(repeating: 0, count: count)
    }
}

/// Shows a number, and does nothing else.
struct Display: Driver {
    let shown: Shown

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Never> {
        model.handle { [shown] in shown.total = $0 }.ignoringValues()
    }
}

/// Emits the numbers up to `count`, each in answer to the one before.
struct Numbers: Driver {
    let count: Int

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
        Signal { [count] sink in
            model.run(inside: sink) { number in
                if number < count { sink.send(number) }
            }
        }
    }
}

/// Any number of lenses as one.
func zip<Frame, Receiver>(
    _ frames: Signal<Frame>, _ lenses: [MutatingLens<Signal<Frame>, Receiver>]
) -> MutatingLens<Signal<Frame>, Void> {
    MutatingLens(value: frames, get: { _ in }, set: { _, _ in lenses.flatMap(\.set) })
}

private struct Counted<Part> {
    var part: Part
    var count = 0
}

/// - Parameter displayCount: How many lenses there are beside the one that emits; one for each field unless told.
func fanningOut(to lensCount: Int, events: Int, displayCount: Int? = nil) -> CycledLens<some Any, some Any> {
    let shown = Shown()
    return CycledLens(startingWith: Counted(part: Wide(count: lensCount)), answerLimit: .max) { frames in
        MutatingLens.zip(
            frames.lens(
                driver: Numbers(count: events), frameFilter: { $0.count },
                eventFilter: { frame, number in
                    frame.part.fields[number % lensCount] &+= 1
                    frame.count = number + 1
                }),
            zip(
                frames,
                (0..<(displayCount ?? lensCount)).map { field in
                    frames.lens(driver: Display(shown: shown), frameFilter: { $0.part.fields[field] })
                }))
    }
}

func fanningOutInFeatures(events: Int) -> CycledLens<some Any, some Any> {
    let shown = Shown()
    return CycledLens(startingWith: Features(), answerLimit: .max) { frames in
        zip(
            frames,
            Features.all.enumerated().map { position, path in
                frames.lens(path) { part in
                    MutatingLens.zip(
                        part.lens(
                            driver: Numbers(count: position == 0 ? events : 0), frameFilter: { $0.count },
                            eventFilter: { part, number in
                                part.fields[number % 32] &+= 1
                                part.count = number + 1
                            }),
                        zip(
                            part,
                            (0..<32).map { field in
                                part.lens(driver: Display(shown: shown), frameFilter: { $0.fields[field] })
                            }))
                }
            })
    }
}

struct Feature {
    var fields = Array(repeating: 0, count: 32)
    var count = 0
}

/// 32 features side by side, as stored properties.
struct Features {
    var a = Four(), b = Four(), c = Four(), d = Four(), e = Four(), f = Four(), g = Four(), h = Four()

    struct Four {
        var a = Feature(), b = Feature(), c = Feature(), d = Feature()
    }

    static var all: [WritableKeyPath<Features, Feature>] {
        let fours: [WritableKeyPath<Features, Four>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h]
        let four: [WritableKeyPath<Four, Feature>] = [\.a, \.b, \.c, \.d]
        return fours.flatMap { group in four.map { group.appending(path: $0) } }
    }
}
