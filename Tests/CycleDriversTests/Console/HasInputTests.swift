import CycleBase
import Testing

@testable import CycleDrivers

@Suite("Waiting for input")
struct HasInputTests {
    @Test(
        "ends at once when something is there or the input has ended, and after its time when nothing comes",
        arguments: Readiness.tested)
    func waits(readiness: Readiness) throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        var console = ConsoleDriver(input: ends[0])
        console.readiness = readiness
        #expect(!console.hasInput(within: .zero) && !console.hasInput(within: .milliseconds(3)))
        #expect(!console.hasInput(within: .seconds(-1)))
        #expect(write(ends[1], "x", 1) == 1)
        #expect(console.hasInput(within: Duration(attoseconds: .max)))
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        #expect(!console.hasInput(within: .zero))
        close(ends[1])
        #expect(console.hasInput(within: .seconds(1_000_000_000)))
    }
}
