import CycleMonitor
import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif
import Testing

@Suite("StateDiagram")
struct StateDiagramTests {
    private let diagram = StateDiagram(
        states: ["off", "on <&>"],
        ways: [
            .init(from: 0, to: 1, labels: ["press", "key"]), .init(from: 1, to: 0, labels: ["press"]),
            .init(from: 1, to: 1, labels: ["tick"]), .init(from: 1, to: 7, labels: ["nowhere"]),
        ])

    @Test("draws a box for each state, and an arrow with its labels for each way")
    func content() {
        let svg = diagram.svg
        #expect(svg.matches(of: #/<rect /#).count == 2)
        #expect(svg.matches(of: #/marker-end/#).count == 3)
        #expect(svg.matches(of: #/>press</#).count == 2)
        #expect(svg.contains(">on &lt;&amp;&gt;<"))
        #expect(!svg.contains("nowhere"))
    }

    @Test("is XML, whatever is written in it, and where there is nothing")
    func wellFormed() {
        let evil = "</text>\u{0}\u{1B}[31m\u{202E}" + String(repeating: "x", count: 500)
        let odd = StateDiagram(states: [evil, ""], ways: [.init(from: 0, to: 1, labels: [evil])])
        for diagram in [diagram, odd, StateDiagram(states: [], ways: [])] {
            #expect(XMLParser(data: Data(diagram.svg.utf8)).parse())
        }
        #expect(odd.svg.utf8.count < 3_000)
    }

    @Test("has the states of a place in a run, an enum's case as one, with the events that led from one to another")
    func ofRun() throws {
        let values = [
            "\"idle\"", "{\"loading\":{\"id\":1}}", "{\"loading\":{\"id\":2}}", "\"idle\"", "{\"failed\":\"x\"}",
        ]
        let events = ["start", "go", "more", "answer", "break"]
        let moments = try values.indices.map { index in
            RecordedMoment(
                number: index, time: .zero, lens: index == 0 ? "start" : "keys", event: RecordedValue(events[index]),
                context: try RecordedValue(json: "{\"phase\":\(values[max(0, index - 1)])}"),
                effect: try RecordedValue(json: "{\"phase\":\(values[index])}"))
        }
        let diagram = StateDiagram(of: "phase", in: moments)
        #expect(diagram.states == ["idle", "loading", "failed"])
        #expect(
            diagram.ways == [
                .init(from: 0, to: 1, labels: ["keys go"]), .init(from: 1, to: 0, labels: ["keys answer"]),
                .init(from: 0, to: 2, labels: ["keys break"]),
            ])
        let numbers = try (0..<100).map { number in
            RecordedMoment(
                number: number, time: .zero, lens: "keys", event: RecordedValue("e\(number)"),
                context: RecordedValue("before"), effect: try RecordedValue(json: "{\"n\":\(number)}"))
        }
        let many = StateDiagram(of: "n", in: numbers)
        #expect(many.states.count == 41 && many.states.last == "others" && many.ways.count == 40)
        let toAndFro = StateDiagram(of: "n", in: (0..<40).map { numbers[$0 % 2] })
        #expect(toAndFro.ways.map(\.labels) == [["keys e1"], ["keys e0"]])
        #expect(StateDiagram(of: "nowhere", in: moments).states == ["nothing"])
        // Six events one way, again and again, and then a seventh.
        let seven = (0..<28).map { index in
            var moment = numbers[index % 2]
            moment.event = RecordedValue(index == 27 ? "last" : "e\(index % 12)")
            return moment
        }
        let labels = [1, 3, 5, 7, 9, 11].map { "keys e\($0)" }
        #expect(StateDiagram(of: "n", in: seven.dropLast(2)).ways[0].labels == labels)
        #expect(StateDiagram(of: "n", in: seven).ways[0].labels == labels + ["…"])
    }
}
