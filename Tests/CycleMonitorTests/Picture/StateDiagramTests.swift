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
}
