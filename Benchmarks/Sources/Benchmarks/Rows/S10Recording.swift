import Cycle

extension Row {
    /// S10: what it costs to keep every moment.
    static var recording: Row {
        Row(
            id: "S10", work: "recording: S1 with the last 1,024 moments kept",
            contestants: [
                Contestant(.floor, "not recorded", events: million) {
                    let cycle = counting(to: million)
                    return { await cycle.run(on: NoTime(), until: \.isDone) }
                },
                Contestant(.cycle, "in a ring buffer", events: million) {
                    let cycle = counting(to: million)
                    let moments = Latest1024<Moment<Counter>>()
                    let recording = cycle.observeMoments { moments.append($0) }
                    return {
                        await cycle.run(on: NoTime(), until: \.isDone)
                        recording.cancel()
                    }
                },
            ])
    }
}

final class Latest1024<Element> {
    private var elements: [Element] = []
    private var next = 0

    func append(_ element: Element) {
        if elements.count < 1_024 { return elements.append(element) }
        elements[next & 1_023] = element
        next &+= 1
    }
}
