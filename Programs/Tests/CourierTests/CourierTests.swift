import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@testable import Courier

@Suite("Courier")
struct CourierTests {
    let time = VirtualTime()
    let console = SimulatedConsole(columns: 120, rows: 40)
    let json: HTTP.Headers = ["Content-Type": "application/json"]

    @Test("puts in variables, and leaves those that are unknown")
    func fills() {
        #expect(Saved.filled("{{a}}/{{b}}", ["a": "1"]) == "1/{{b}}")
    }

    @Test("indents JSON, and keeps what is empty on its line")
    func indents() {
        let text = #"{"a":[1, {} ,[ ]],"b":"x\"{ "}"#
        #expect(
            prettyJSON(Array(text.utf8)) == """
                {
                  "a": [
                    1,
                    {},
                    []
                  ],
                  "b": "x\\"{ "
                }
                """)
    }

    @Test("a header is a line, and one that is off is a comment")
    func writesHeaders() {
        var saved = Saved()
        saved.headerText = "Accept: a/b\n# X-Off: c: d\nnonsense\n"
        #expect(saved.headers.map(\.name) == ["Accept", "X-Off"] && saved.headers.map(\.isOn) == [true, false])
        #expect(saved.headerText == "Accept: a/b\n# X-Off: c: d\n")
        #expect(saved.request(0, [:]).headers == ["Accept": "a/b"])
    }

    @Test("sends a request of the collection, shows what streams, cancels, and keeps the history")
    func sendsAndCancels() {
        let files = SimulatedFiles()
        files[text: "environments.json"] = #"{"dev":{"host":"http://h"}}"#
        files[text: "requests/a.json"] = Saved(name: "A", url: "{{host}}/a").json
        let network = SimulatedNetwork(time) { [json] _ in
            .response(200, json, ["{\"a\":", "1}"], after: .seconds(1), every: .seconds(1))
        }
        let test = TestRun(
            courier(Courier(folder: "/")), time: time, exhaustive: false, standIns: console, files, network)
        test.settle()
        console.press(.enter)
        console.press(.control("s"))
        test.settle()
        #expect(network.messages.map { "\($0.address)" } == ["http://h/a"])
        test.advance(by: .milliseconds(2_500))
        #expect(test.frame.lines == ["{\"a\":"])
        console.press(.control("x"))
        test.settle()
        #expect(network.openCount == 0)
        console.press(.control("s"))
        test.advance(by: .seconds(5))
        #expect(test.frame.lines == ["{", "  \"a\": 1", "}"])
        #expect(files[text: "history.jsonl"]?.contains("\"status\":200") == true)
    }

    @Test("saves a request under a name that is typed, whatever is in it")
    func saves() {
        let files = SimulatedFiles()
        let test = TestRun(
            courier(Courier(folder: "/")), time: time, exhaustive: false,
            standIns: console, files, SimulatedNetwork(time) { _ in .silence })
        console.press(.control("n"))
        console.type("http://h/b")
        console.press(.control("o"))
        console.type("a/b")
        console.press(.enter)
        test.settle()
        #expect(Saved.read(files[text: "requests/a%2Fb.json"] ?? "")?.url == "http://h/b")
    }

    @Test("a pipe gets the bytes as they come")
    func streams() throws {
        let network = SimulatedNetwork(time) { [json] _ in .response(200, json, ["{\"a\":", "1}"], every: .seconds(1)) }
        let pipe = SimulatedConsole(isTerminal: false)
        let first = try #require(Single(["get", "http://h/", "Accept:x"], isPretty: false))
        let test = TestRun(single(first), time: time, exhaustive: false, standIns: pipe, network)
        test.advance(by: .milliseconds(1_500))
        #expect(pipe.output == "{\"a\":")
        test.advance(by: .seconds(2))
        #expect(pipe.output == "{\"a\":1}" && test.frame.isDone)
    }
}
