import CycleDrivers
import CycleFeedback
import CycleTesting
import Testing

@testable import pager

@Suite("pager")
struct PagerTests {
    private let time = VirtualTime()
    private let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()
    private let files = SimulatedFiles()

    private func run(_ text: String, pageSize: Int) -> Property<Pager> {
        files[text: "book"] = text
        let system = Pager.system("book", pageSize: pageSize, console: console, files: files.driver())
        time.drive(system)
        time.advance(by: .seconds(1))
        return system
    }

    private func send(_ event: ConsoleDriver.Event) {
        console.send(event)
        time.advance(by: .seconds(1))
    }

    @Test("Return shows the next page, which ends with a line")
    func pages() {
        let system = run("one\ntwo\nthree\n", pageSize: 9)
        #expect(system.value.lines == ["one", "two"])
        send(.line(""))
        #expect(system.value.lines == ["one", "two", "three"])
        #expect(system.value.isDone)
    }

    @Test("lines that end with CR LF are lines")
    func carriageReturns() {
        #expect(run("one\r\n\r\ntwo\r\n", pageSize: 99).value.lines == ["one", "", "two"])
    }

    @Test("a line that is longer than a page is shown in parts")
    func longLine() {
        let system = run("abcdef", pageSize: 4)
        #expect(system.value.lines == ["abcd"])
        send(.line(""))
        #expect(system.value.lines == ["abcd", "ef"])
    }

    @Test("q ends, and the end of the input shows the rest")
    func ends() {
        let system = run("a\nb\nc\nd\n", pageSize: 2)
        send(.ended)
        #expect(system.value.lines == ["a", "b", "c", "d"])
        let other = run("a\nb\n", pageSize: 2)
        send(.line("q"))
        #expect(other.value.lines == ["a"] && other.value.isDone)
    }

    @Test("the failure of a file that does not exist says so")
    func missing() {
        let system = Pager.system("book", console: console, files: files.driver())
        time.drive(system)
        time.advance(by: .seconds(1))
        #expect(system.value.failure == "there is no such file")
    }
}
