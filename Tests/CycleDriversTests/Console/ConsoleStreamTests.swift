import Cycle
import CycleBase
import CycleTesting
import Synchronization
import TestSupport
import Testing

@testable import CycleDrivers

/// Descriptors as a shell may leave them.
@Suite("ConsoleDriver on descriptors of every kind", .serialized, .waiting)
struct ConsoleStreamTests {
    enum InputKind: CaseIterable {
        case pipeWithData, nothing, file, closed, slowPipe
    }

    /// Closed by the caller, unless it was not open.
    private func descriptor(_ kind: InputKind) throws -> Int32 {
        switch kind {
        case .nothing: return open("/dev/null", O_RDONLY)
        case .closed: return RealBench.closed
        case .file:
            var name = Array("/tmp/cycle-console-XXXXXX".utf8CString)
            let file = mkstemp(&name)
            _ = write(file, "ab", 2)
            lseek(file, 0, SEEK_SET)
            unlink(name)
            return file
        case .pipeWithData, .slowPipe:
            let pipe = RealBench.makePipe()
            if kind == .pipeWithData {
                _ = write(pipe.writing, "ab", 2)
                close(pipe.writing)
            } else {
                _ = startThread {
                    for byte in ["a", "b"] {
                        _ = write(pipe.writing, byte, 1)
                    }
                    close(pipe.writing)
                }
            }
            return pipe.reading
        }
    }

    @Test("reads all there is, and reports the end once", arguments: InputKind.allCases, Readiness.tested)
    func ends(kind: InputKind, readiness: Readiness) async throws {
        let input = try descriptor(kind)
        let output = RealBench.makePipe()
        defer {
            if kind != .closed { close(input) }
            close(output.reading)
            close(output.writing)
        }
        var driver = ConsoleDriver(input: input, output: output.writing)
        driver.readiness = readiness
        let observed = await events(driver) { _ in .screen("", input: .keys) }
        let hasData = kind != .nothing && kind != .closed
        #expect(observed == (hasData ? [.key("a"), .key("b")] : []) + [.ended])
    }

    @Test("writes every byte to an output that does not block")
    func slowReader() async {
        let output = RealBench.makePipe()
        _ = fcntl(output.writing, F_SETFL, O_NONBLOCK)
        let total = Atomic64()
        let gate = startThread {
            while case .bytes(let bytes) = Descriptors.read(output.reading, upTo: 5_000) {
                total.add(bytes.count { $0 == UInt8(ascii: "x") })
            }
        }
        let driver = ConsoleDriver(input: RealBench.closed, output: output.writing)
        let text = String(repeating: "x", count: 2_000_000)
        let observed = await events(driver) { _ in .lines(text, input: .lines) }
        close(output.writing)
        await gate?.wait()
        close(output.reading)
        #expect(total.value == 2_000_000)
        #expect(observed == [.ended])
    }

    @Test("reports that nobody reads the output, once, and goes on")
    func closedReader() async {
        let output = RealBench.makePipe()
        RealBench.closeReader(output)
        let input = RealBench.makePipe()
        _ = write(input.writing, "ab", 2)
        close(input.writing)
        let driver = ConsoleDriver(input: input.reading, output: output.writing)
        let observed = await events(driver) { .screen("\($0.count)", input: .keys) }
        close(output.writing)
        close(input.reading)
        #expect(observed == [.failed(.outputClosed), .key("a"), .key("b"), .ended])
    }

    @Test("reports that the reader has gone before it has read all")
    func leavingReader() async {
        let output = RealBench.makePipe()
        let gate = startThread {
            _ = Descriptors.read(output.reading, upTo: 5_000)
            close(output.reading)
        }
        let driver = ConsoleDriver(input: RealBench.closed, output: output.writing)
        let text = String(repeating: "x", count: 2_000_000)
        let observed = await events(driver) { _ in .lines(text, input: .lines) }
        await gate?.wait()
        close(output.writing)
        // The reader may be first or second.
        #expect(observed.count == 2)
        #expect(Set(observed) == [.ended, .failed(.outputClosed)])
    }

    @Test("reports an output that is not open")
    func noOutput() async {
        let driver = ConsoleDriver(input: RealBench.closed, output: RealBench.closed)
        let observed = await events(driver) { _ in .lines("text", input: .lines) }
        #expect(observed == [.failed(.output(code: EBADF)), .ended])
    }

    @Test("reads the lines of a pipe in one event, and fails by no output where it prints nothing")
    func onlyReading() async {
        let input = RealBench.makePipe()
        _ = write(input.writing, "a\nb\n\nc", 6)
        close(input.writing)
        let driver = ConsoleDriver(input: input.reading, output: -1)
        let observed = await events(driver) { _ in .lines([], input: .wholeLines) }
        close(input.reading)
        #expect(observed == [.line("a\nb\n"), .line("c"), .ended])
        #expect(observed.flatMap(\.lines) == ["a", "b", "", "c"])
    }

    @Test("prints lines that are equal, and a plain text anew that was gone meanwhile")
    func equalLines() async {
        let (input, output) = (RealBench.makePipe(), RealBench.makePipe())
        _ = write(input.writing, "abc", 3)
        close(input.writing)
        let driver = ConsoleDriver(input: input.reading, output: output.writing)
        _ = await events(driver) { events in
            var model = ConsoleDriver.Model()
            if events.count != 1 { model = .screen("text", input: .keys) }
            model.input = .keys
            model.lines = Array(repeating: "line", count: events.count)
            return model
        }
        close(output.writing)
        var printed: [UInt8] = []
        if case .bytes(let bytes) = Descriptors.read(output.reading, upTo: 500) { printed = bytes }
        #expect(String(decoding: printed, as: UTF8.self) == "text\nline\nline\ntext\nline\nline\n")
        close(output.reading)
        close(input.reading)
    }

    @Test("slows a source down that is faster than the loop")
    func backPressure() async {
        let input = RealBench.makePipe()
        let sent = Atomic64()
        let gate = startThread {
            let piece = [UInt8](repeating: UInt8(ascii: "k"), count: 4096)
            for _ in 0..<64 {
                guard write(input.writing, piece, piece.count) == piece.count else { return }
                sent.add(piece.count)
            }
            close(input.writing)
        }
        var taken = 0
        var farthest = 0
        let driver = ConsoleDriver(input: input.reading, output: RealBench.closed)
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: driver, frameFilter: { _ in .lines(input: .keys) }) { frame, event in
                frame += 1
                guard event == .key("k") else { return }
                taken += 1
                farthest = max(farthest, sent.value - taken)
            }
        }
        await cycle.run(on: ImpatientTime())
        await gate?.wait()
        close(input.reading)
        #expect(taken == 64 * 4096)
        // The pipe, sixteen pieces that wait for the loop, as many that wait for their turn, and two that are passed on by 64.
        #expect(farthest < 65_536 * 2 + 5 * 16 * 1024)
    }

    private func events(
        _ driver: ConsoleDriver, _ model: @escaping ([ConsoleDriver.Event]) -> ConsoleDriver.Model
    ) async -> [ConsoleDriver.Event] {
        let cycle = CycledLens(startingWith: [ConsoleDriver.Event]()) { frames in
            frames.lens(driver: driver, frameFilter: model, eventFilter: { $0.append($1) })
        }
        return await cycle.run(on: ImpatientTime())
    }
}

/// A count that a thread adds to.
private final class Atomic64: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func add(_ more: Int) { count.add(more, ordering: .sequentiallyConsistent) }
}
