import CycleDrivers
import TestSupport
import Testing

@Suite("Results of programs")
struct ProcessResultTests {
    typealias Event = ProcessDriver<String>.Event

    private func take(_ events: [Event], _ results: inout ProcessResults<String>) -> [ProcessResult] {
        events.compactMap { results.take($0) }
    }

    @Test("printed bytes come with the end, those of each program by themselves")
    func whole() {
        var results = ProcessResults<String>()
        let found = take(
            [
                .started("a", pid: 1), .started("b", pid: 2), .output("a", Array("one ".utf8)),
                .output("b", Array("other".utf8)), .errors("a", Array("careful".utf8)),
                .output("a", Array("two".utf8)), .inputClosed("a"), .ended("a", .exited(0)), .ended("b", .exited(3)),
            ], &results)
        #expect(found.map(\.text) == ["one two", "other"])
        #expect(found.map(\.errorText) == ["careful", ""])
        #expect(found.map(\.end) == [.ended(.exited(0)), .ended(.exited(3))])
        #expect(found[0].failure == nil && found[1].failure == ProgramStatus.exited(3).reason)
        #expect(results == ProcessResults())
    }

    @Test("a program that prints nothing, or does not start, has a result, too")
    func silent() {
        var results = ProcessResults<String>()
        let found = take(
            [.started("a", pid: 1), .ended("a", .exited(0)), .failed("b", .cannotStart(code: 2))], &results)
        #expect(found == [.init(end: .ended(.exited(0))), .init(end: .failed(.cannotStart(code: 2)))])
        #expect(found[1].failure == ProcessFailure.cannotStart(code: 2).reason)
    }

    @Test("a new start forgets what an earlier one has printed whose end was not heard")
    func restart() {
        var results = ProcessResults<String>()
        let found = take(
            [
                .started("a", pid: 1), .output("a", [0x78]), .started("a", pid: 2), .output("a", [0x79]),
                .ended("a", .killed(signal: 9)),
            ], &results)
        #expect(found.map(\.text) == ["y"])
        _ = results.take(.output("b", [0x78]))
        results.forget("b")
        #expect(results == ProcessResults())
    }

    @Test("results and what is printed are read as they were written")
    func coding() throws {
        var results = ProcessResults<String>()
        _ = results.take(.output("a", [0x78, 0xff]))
        let read = try copy(results)
        #expect(read == results)
        let result = ProcessResult(output: [0xff], errors: Array("no".utf8), end: .failed(.timeLimit))
        #expect(try copy(result) == result)
    }
}
