import CycleBase
import Testing

@testable import CycleMonitor

@Suite("Pages")
struct PageTests {
    private func frame(_ text: String) throws -> RecordedValue { try RecordedValue(json: text) }

    /// A recording of these frames, the first one of a start.
    private func recording(_ frames: [String]) throws -> Recording {
        let frames = try frames.map(frame)
        let moments = frames.indices.map { index in
            RecordedMoment(
                number: index, time: .milliseconds(index * 1_500), wallTime: index == 0 ? .seconds(1) : nil,
                lens: index == 0 ? "start" : "rows[\(index)].key", event: RecordedValue("event \(index)"),
                context: frames[max(0, index - 1)], effect: frames[index], isApproved: index == 1)
        }
        return Recording(header: RecordingHeader(createdBy: "tests"), moments: moments)
    }

    private func rows(_ recording: Recording) throws -> RecordedValue {
        try frame(PageRows(recording).json.text)
    }

    /// The rows of each frame as the script of a page gets them: by the edits of all moments so far.
    private func frames(_ rows: RecordedValue) throws -> [[String]] {
        let field = { (name: String) throws in try #require(rows[name]?.value.elements) }
        let (texts, lines) = (try field("texts").map { $0.string ?? "" }, try field("lines").map { $0.elements ?? [] })
        var shown: [String] = []
        return try field("moments").map { moment in
            for edit in try #require(moment.elements?.last?.elements) {
                let parts = try #require(edit.elements)
                let (at, count) = (try #require(parts[0].integer), try #require(parts[1].integer))
                let added = try (parts[2].elements ?? []).map { part -> String in
                    let line = lines[try #require(part.elements?.first?.integer)]
                    let depth = try #require(line[0].integer)
                    let name = line[1].integer.map { texts[$0] + ": " } ?? ""
                    return String(repeating: " ", count: depth) + name + (line[2].integer.map { texts[$0] } ?? "")
                }
                shown.replaceSubrange(at..<at + count, with: added)
            }
            return shown
        }
    }

    @Test("edits lead from the rows of each frame to those of the next one, whatever changes in it")
    func edits() throws {
        let texts = [
            #"{"items":[{"id":1},{"id":2}],"log":["a"],"wait":[0,0]}"#,
            #"{"items":[{"id":2}],"log":["b","a"],"wait":[0,100000000000000000]}"#,
            #"{"items":[],"log":["b","c"],"wait":[0,0]}"#, #"{"extra":null,"items":{"a":1},"log":["b"],"wait":"x"}"#,
            #"[1,[2,[3]]]"#, "7", #"{"wait":"x"}"#,
        ]
        for shift in texts.indices {
            let turned = Array(texts[shift...] + texts[..<shift])
            let whole = try turned.map { try frames(rows(recording([$0])))[0] }
            let edited = try frames(rows(recording(turned)))
            #expect(edited == whole)
        }
        #expect(
            try frames(rows(recording([texts[1]])))[0] == [
                "", " items: ", "  ", "   id: 2", " log: ", #"  "b""#, #"  "a""#, " wait: 0.1 s",
            ])
    }

    @Test("random edits lead to the rows of each frame")
    func randomEdits() throws {
        for seed in 0..<UInt64(20) {
            var random = SplitMix64(seed: seed)
            let texts = (0..<12).map { _ in random.value(depth: 3) }
            let whole = try texts.map { try frames(rows(recording([$0])))[0] }
            let edited = try frames(rows(recording(texts)))
            #expect(edited == whole, "seed \(seed): \(texts)")
        }
    }

    @Test("the blame of a place names the moments that changed it, and an element keeps its place while it moves along")
    func blame() {
        var page = PageFrame()
        let show = { (text: String, moment: Int) throws in
            _ = page.show(try frame(text).value, isStart: false, moment: moment)
        }
        #expect(throws: Never.self) {
            try show(#"{"log":["a","b"],"total":0}"#, 0)
            try show(#"{"log":["a","b"],"total":1}"#, 1)
            try show(#"{"log":["new","a","b"],"total":1}"#, 2)
            try show(#"{"log":["new","a","c"],"total":2}"#, 3)
        }
        #expect(page.blame == [[0], [0], [0], [0, 3], [0, 1, 3], [2]])
    }

    @Test("a row has its number, times, lens, event, differences and text for the film; equal texts are written once")
    func moments() throws {
        let rows = try rows(
            recording([
                #"{"a":1,"text":"a long text"}"#, #"{"a":2,"text":"a long text"}"#, #"{"a":2,"text":"a long text"}"#,
            ]))
        #expect(
            rows["lenses"]?.json == #"[["start","start"],["rows[1].key","rows[].key"],["rows[2].key","rows[].key"]]"#)
        let texts = (rows["texts"]?.value.elements ?? []).compactMap(\.string)
        #expect(Set(texts).count == texts.count && texts.contains("event 2") && texts.contains("a 2"))
        let moments = (rows["moments"]?.value.elements ?? []).compactMap(\.elements)
        #expect(
            moments.map { $0[0...3].map(\.text) }.map { $0.joined(separator: " ") } == [
                "0 0 1000 0", "1 1500 null 1", "2 3000 null 2",
            ])
        #expect(moments.map { $0[5].text } == ["3", "5", "0"])
        #expect(moments[1][7].elements?.first?.elements?.compactMap(\.integer).map { texts[$0] } == ["a", "1", "2"])
        #expect(moments[2][6] == .null && moments[2][7].elements == [] && moments[2][8].elements == [])
    }

    @Test("the script has at most 150 lines, and runs no text")
    func script() {
        let lines = RecordingPage.script.split(separator: "\n")
        #expect(lines.count <= 150 && lines.allSatisfy { $0.count <= 160 }, "\(lines.count) lines")
        for word in [
            "eval", "Function", "innerHTML", "outerHTML", "insertAdjacent", "document.write", "fetch", "import(",
        ] {
            #expect(!RecordingPage.script.contains(word), "\(word)")
        }
    }

    @Test("a page of 1,000 moments has at most 200 kB, and a list that many moments write to is not written again")
    func size() throws {
        let html = RecordingPage(title: "size").html(of: SessionTests.recording(String(repeating: "+", count: 1_000)))
        #expect(html.utf8.count < 200_000)
        let list = (0..<300).map { "\"\($0)\"" }.joined(separator: ",")
        let frames = (0..<100).map { #"{"list":["new \#($0)",\#(list)]}"# }
        let once = try RecordingPage(title: "a").html(of: recording([frames[0]])).utf8.count
        #expect(try RecordingPage(title: "a").html(of: recording(frames)).utf8.count < once + 20_000)
    }
}

extension SplitMix64 {
    /// JSON of a random value.
    fileprivate mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth == 0 ? 3 : 7), using: &self) {
        case 0: return "\(Int.random(in: 0..<4, using: &self))"
        case 1: return "\"\(Int.random(in: 0..<3, using: &self))\""
        case 2: return Bool.random(using: &self) ? "[0,0]" : "[0,100000000000000000]"
        case 3, 4:
            let count = Int.random(in: 0..<4, using: &self)
            return "[" + (0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ",") + "]"
        default:
            let names = ["a", "b", "id"].filter { _ in Bool.random(using: &self) }
            return "{" + names.map { "\"\($0)\":" + value(depth: depth - 1) }.joined(separator: ",") + "}"
        }
    }
}
