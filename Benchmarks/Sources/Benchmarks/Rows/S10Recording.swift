import Cycle
import CycleMonitor
import Foundation

extension Row {
    /// S10: what it costs to keep every moment.
    static var recording: Row {
        Row(
            id: "S10", work: "recording: S1 with its moments kept: event, frame before, frame after, time",
            contestants: [
                contestant(.floor, "not recorded") { counting(to: million) },
                contestant(.other, "observed, 1,024 kept by hand") { observed(to: million) },
                contestant(.cycle, "Recorder(keeping: 1_024)") {
                    recorded(to: million, in: Recorder(keeping: 1_024))
                },
                contestant(.cycle, "Recorder(appendingTo:)") { recorded(to: million, in: recorderOfAFile()) },
                contestant(.alternative, "JSONEncoder, 1,024 kept by hand", events: million / 20) {
                    let cycle = counting(to: million / 20)
                    let lines = Latest1024<Data>()
                    let encoder = JSONEncoder()
                    _ = cycle.observeMoments { moment in
                        do { lines.append(try encoder.encode(moment.effect)) } catch { preconditionFailure("\(error)") }
                    }
                    return cycle
                },
            ],
            goals: [
                .difference("Recorder(keeping: 1_024)", above: "not recorded", atMost: 100, "ns"),
                .difference("Recorder(appendingTo:)", above: "not recorded", atMost: 3_000, "ns"),
            ])
    }

    private static func contestant(
        _ kind: Contestant.Kind, _ name: String, events: Int = million,
        _ cycle: @escaping () -> CycledLens<Counting, Counter>
    ) -> Contestant {
        Contestant(kind, name, events: events) {
            let cycle = cycle()
            return { await cycle.run(on: NoTime(), until: \.isDone) }
        }
    }
}

/// The newest elements, kept by hand.
final class Latest1024<Element> {
    private var elements: [Element] = []
    private var next = 0

    func append(_ element: Element) {
        if elements.count < 1_024 { return elements.append(element) }
        elements[next & 1_023] = element
        next &+= 1
    }
}

func observed(to goal: Int) -> CycledLens<Counting, Counter> {
    let cycle = counting(to: goal)
    let moments = Latest1024<Moment<Counter>>()
    _ = cycle.observeMoments { moments.append($0) }
    return cycle
}

func recorded(to goal: Int, in recorder: Recorder) -> CycledLens<Counting, Counter> {
    let cycle = counting(to: goal)
    cycle.record(into: recorder)
    return cycle
}

/// Writes to a file that is gone with its last descriptor.
func recorderOfAFile() -> Recorder {
    let path = NSTemporaryDirectory() + "cycle-benchmark-\(ProcessInfo.processInfo.processIdentifier).jsonl"
    defer { unlink(path) }
    do {
        return try Recorder(
            appendingTo: path, limits: RecordingLimits(byteCount: .max, lineCount: .max),
            onFailure: { preconditionFailure("\($0)") })
    } catch {
        preconditionFailure("\(error)")
    }
}
