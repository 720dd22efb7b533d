import CycleDrivers
import CycleMonitor
import CycleTesting
import Testing

@testable import CycleInspector

@Suite("The monitor of a program that runs elsewhere")
struct LiveInspectorTests {
    private let console = SimulatedConsole(columns: 100, rows: 30)
    private let program = ScriptedDriver<LiveClient.Model, LiveClient.Event>()

    /// The monitor of a program that has reported eight moments, after some keys.
    private func run(_ keys: String...) throws -> TestRun<LiveInspectorFrame> {
        let test = TestRun(
            liveInspector(at: "/run/count.sock"), exhaustive: false, standIns: console, program, SimulatedFiles())
        let lines = try InspectorTests.counter().jsonLines.split(separator: "\n").map { "\($0)" }
        program.send(.lines(lines))
        test.settle()
        for key in keys {
            console.type(key)
            test.settle()
        }
        return test
    }

    @Test("has the program go on from the moment that is looked at, or rehearse")
    func goesOn() throws {
        let test = try run("g", "j", "j", "\r", "j", "r")
        #expect(
            test.frame.commands == ["{\"do\":\"goto\",\"moment\":2}", "{\"do\":\"goto\",\"moment\":3,\"silent\":true}"])
        try test.finish(leavingAlarms: true)
    }

    @Test("a branch has no frame to go on from, however many moments it has")
    func branch() throws {
        let test = try run("G", "A", "G", "\r", "r")
        #expect(test.frame.inspector.inspection.selection == 8 && test.frame.commands.isEmpty)
        #expect(test.frame.inspector.notice?.contains("no frame to go on from") == true)
        try test.finish(leavingAlarms: true)
    }

    @Test("asks once what drivers were to do after a moment, and the one before it")
    func asksForWants() throws {
        let test = try run("g", "j", "j", "7", "j", "k", "k", "j")
        let asked = [1, 2, 3, 0].map { "{\"do\":\"wants\",\"moment\":\($0)}" }
        #expect(test.frame.commands == asked)
        program.send(.lines(["{\"wants\":{},\"moment\":2}"]))
        test.settle()
        #expect(test.frame.commands == asked)
        try test.finish(leavingAlarms: true)
    }

    @Test("tells when the program goes on by itself, and pauses it again")
    func pauses() throws {
        let test = try run(" ")
        program.send(.lines(["{\"ok\":\"pause\"}", "{\"resumed\":65536}"]))
        test.settle()
        #expect(!test.frame.inspector.inspection.isPaused)
        console.type(" ")
        test.settle()
        program.send(.lines(["{\"ok\":\"pause\"}"]))
        test.settle()
        #expect(test.frame.inspector.inspection.isPaused)
        #expect(test.frame.commands == ["{\"do\":\"pause\"}", "{\"do\":\"pause\"}"])
        try test.finish(leavingAlarms: true)
    }
}
