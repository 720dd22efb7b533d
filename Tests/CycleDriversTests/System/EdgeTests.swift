import Cycle
import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// Numbers and durations of public initialisers may come from data: each is taken, or limited.
@Suite("Programs and timers, given any number", .waiting, .timeLimit(.minutes(60)))
struct EdgeTests {
    private static let durations: [Duration] = [
        .zero, .nanoseconds(1), .seconds(1), .seconds(-1), .seconds(Int64.max), .seconds(Int64.min),
        Duration(attoseconds: .max),
        Duration(attoseconds: .min), Duration(attoseconds: 1), Duration(attoseconds: -1),
    ]
    private static let numbers = [0, 1, -1, .max, .min, .max - 1, .min + 1, 65_536]

    private func duration(_ random: inout SplitMix64) -> Duration {
        EdgeTests.durations.randomElement(using: &random) ?? .zero
    }

    @Test("the session of programs takes any limit, patience and number of a line", arguments: Seeds(60).map(\.self))
    func programs(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var session = ProcessSession<Int>(patience: duration(&random))
        var now = Duration.zero
        var pids: Set<Int> = []
        for _ in 0..<50 {
            var actions: [ProcessSession<Int>.Action] = []
            let input = ProcessInput(
                ["a", "b"], from: EdgeTests.numbers.randomElement(using: &random) ?? 0,
                isComplete: Bool.random(using: &random))
            let signals = ProcessSignals([.hangUp], from: EdgeTests.numbers.randomElement(using: &random) ?? 0)
            let size = ConsoleDriver.Size(
                columns: EdgeTests.numbers.randomElement(using: &random) ?? 0,
                rows: EdgeTests.numbers.randomElement(using: &random) ?? 0)
            let command = ProcessCommand(
                "p", arguments: [], output: .whole(upTo: EdgeTests.numbers.randomElement(using: &random) ?? 0))
            let program = ProcessDriver<Int>.Program(
                Int.random(in: 0..<3, using: &random), command, input: Bool.random(using: &random) ? input : nil,
                signals: signals, terminal: Bool.random(using: &random) ? size : nil,
                limit: Bool.random(using: &random) ? duration(&random) : nil)
            session.receive(.modelChanged(.running([program])), at: now, into: &actions)
            session.receive(.device(.started(pids.randomElement(using: &random) ?? 1, pid: 1)), at: now, into: &actions)
            session.receive(.device(.output(pids.randomElement(using: &random) ?? 1, [1])), at: now, into: &actions)
            session.receive(.device(.inputWritten(pids.randomElement(using: &random) ?? 1)), at: now, into: &actions)
            now = max(now, now.adding(duration(&random)))
            session.receive(.timePassed, at: now, into: &actions)
            for case .start(_, let number, _, _) in actions { pids.insert(number) }
            if let deadline = session.deadline { #expect(deadline <= .longest, "seed \(seed)") }
        }
    }

    /// How many lines a program was seen to write that would never end.
    private func lineCount(withPatience patience: Duration) async -> Int? {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: patience),
                frameFilter: { _ in .running([.init(1, .init("sh", "-c", "echo; exec sleep 1000"))]) },
                eventFilter: { frame, event in if event.text != nil { frame += 1 } })
        }
        return await cycle.run(until: { $0 == 1 })
    }

    @Test("a driver takes any patience, and its run ends", arguments: EdgeTests.durations.filter { $0 <= .seconds(1) })
    func patience(_ patience: Duration) async {
        #expect(await lineCount(withPatience: patience) == 1)
    }

    @Test("a patience without end is taken, where the program ends")
    func endlessPatience() async {
        for patience in EdgeTests.durations where patience > .seconds(1) {
            #expect(await lineCount(withPatience: patience) == 1)
        }
    }

    @Test("a cutter of lines takes any limit")
    func limits() {
        for limit in EdgeTests.numbers {
            var cutter = LineCutter(limit: limit)
            var bytes: [UInt8] = []
            cutter.take(Array("a line\nb".utf8)) { bytes += $0 }
            cutter.finish { bytes += $0 }
            #expect(bytes == Array("a lineb".utf8))
        }
    }
}
