import Testing

@testable import CycleTesting

@Suite("The output of a simulated device")
struct SimulatedOutputTests {
    @Test("a stall ends with as many inputs as it says, or with the last one that can end it")
    func stall() {
        var output = SimulatedOutput(limit: nil)
        output.stall(inputCount: 2)
        #expect([false, false].map { output.noticeInput(isLast: $0) } == [false, true])
        output.goOn()
        output.stall(inputCount: 2)
        #expect([true].map { output.noticeInput(isLast: $0) } == [true])
    }
}
