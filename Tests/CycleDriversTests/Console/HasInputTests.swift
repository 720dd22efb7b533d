import CycleBase
import Testing

@testable import CycleDrivers

@Suite("Waiting for input")
struct HasInputTests {
    @Test(
        "ends at once when something is there or the input has ended, and after its time when nothing comes",
        arguments: Readiness.tested)
    func waits(readiness: Readiness) {
        let ends = RealBench.makePipe()
        defer { close(ends.reading) }
        var console = ConsoleDriver(input: ends.reading)
        console.readiness = readiness
        #expect(!console.hasInput(within: .zero) && !console.hasInput(within: .milliseconds(3)))
        #expect(!console.hasInput(within: .seconds(-1)))
        #expect(write(ends.writing, "x", 1) == 1)
        #expect(console.hasInput(within: Duration(attoseconds: .max)))
        var byte: UInt8 = 0
        #expect(read(ends.reading, &byte, 1) == 1)
        #expect(!console.hasInput(within: .zero))
        close(ends.writing)
        #expect(console.hasInput(within: .seconds(1_000_000_000)))
    }
}
