import CycleBase
import Cycle
import Foundation
import TestSupport
import Testing

@testable import CycleDrivers

/// A program whose standard input is what a shell may make of it.
@Suite("The end of standard input", .serialized, .waiting)
struct EndOfInputTests {
    /// Words that a shell adds to a program so that its input ends, and the keys for that.
    static let kinds = [
        "closed": "\"$0\" lines <&-",
        "/dev/null": "\"$0\" lines < /dev/null",
        "a file": "\"$0\" lines < /etc/passwd",
        "a pipe with data": "printf 'a\nb' | \"$0\" lines",
        "a slow pipe": "(printf a; sleep 0.01; printf 'b\n'; sleep 0.01) | \"$0\" lines",
        "a terminal": "\"$0\" lines",
    ]

    @Test("ends a program that waits for it, whatever it is", arguments: kinds.keys.sorted(), Readiness.tested)
    func ends(kind: String, readiness: Readiness) throws {
        let terminal = try PseudoTerminal()
        try terminal.start(
            ["/bin/sh", "-c", Self.kinds[kind] ?? "", fixturePath()], environment: readiness.variables)
        // The first Ctrl-D at the beginning of a line is the end.
        if kind == "a terminal" { terminal.type("\u{4}") }
        #expect(try terminal.ending() == .exited(0))
        if kind.contains("pipe") { #expect(terminal.terminal.lines.contains { $0.hasPrefix("line ") }) }
    }

    /// Prints how long after the end of the input a loop in real time has its event:
    ///
    ///     CYCLE_MEASURE=1 swift test --filter EndOfInputTests
    @Test(
        "is an event within 100 ms", .enabled(if: ProcessInfo.processInfo.environment["CYCLE_MEASURE"] != nil),
        arguments: InputKind.allCases)
    func measure(kind: InputKind) async throws {
        var longest = Duration.zero
        for _ in 0..<50 {
            let bench = RealBench(isTerminal: kind == .terminal, input: kind.descriptor())
            let clock = ContinuousClock()
            var end = clock.now
            let cycle = CycledLens(startingWith: false) { frames in
                frames.lens(driver: bench.driver, frameFilter: { _ in .lines(input: .lines) }) { frame, event in
                    if case .resized = event, kind == .terminal {
                        end = clock.now
                        bench.end()
                    }
                    if event == .line("a"), kind == .slowPipe {
                        end = clock.now
                        bench.end()
                    }
                    frame = event == .ended
                }
            }
            if kind == .slowPipe { bench.type("a\n") }
            if kind == .pipeWithData {
                bench.type("a\nb")
                bench.end()
            }
            await cycle.run(until: { $0 })
            longest = max(longest, clock.now - end)
        }
        print("MEASURE end of input, \(kind): longest of 50 \(longest)")
        #expect(longest < .milliseconds(100))
    }

    enum InputKind: CaseIterable {
        case closed, nothing, file, pipeWithData, slowPipe, terminal

        /// `nil` for what the bench has made.
        func descriptor() -> Int32? {
            switch self {
            case .closed: RealBench.closed
            case .nothing: open("/dev/null", O_RDONLY)
            case .file: open("/etc/passwd", O_RDONLY)
            case .pipeWithData, .slowPipe, .terminal: nil
            }
        }
    }
}
