import RowClock
import Subprocess

// subprocess-row children COUNT       microseconds of processor time a child, sixteen at a time
// subprocess-row pipe MEGABYTES       MB a second through the pipe of a child

func children(_ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
            if number >= 16 { try await group.next() }
            group.addTask { _ = try await run(.path("/bin/true"), output: .discarded, error: .discarded) }
        }
        try await group.waitForAll()
    }
}

let count = Int(CommandLine.arguments.last ?? "") ?? 1
if CommandLine.arguments.contains("children") {
    try await children(100)
    let before = processorTime()
    try await children(count)
    print((processorTime() - before) * 1e6 / Double(count))
} else {
    let start = ContinuousClock.now
    let outcome = try await run(
        .name("head"), arguments: ["-c", "\(count << 20)", "/dev/zero"], input: .none, output: .sequence,
        error: .discarded
    ) { execution in
        var byteCount = 0
        for try await piece in execution.standardOutput { byteCount += piece.count }
        return byteCount
    }
    print(Double(outcome.closureResult) / (start.duration(to: .now) / .seconds(1)) / 1e6)
}
