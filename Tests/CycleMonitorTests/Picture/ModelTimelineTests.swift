import CycleMonitor
import CycleTesting
import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif
import TestSupport
import Testing

@Suite("ModelTimeline")
struct ModelTimelineTests {
    private static func moment(
        _ number: Int, _ lens: String = "Keys", event: String = "+", _ context: String, _ effect: String
    ) -> RecordedMoment {
        RecordedMoment(
            number: number, time: .milliseconds(100 * number), lens: lens, event: RecordedValue(event),
            context: RecordedValue(context), effect: RecordedValue(effect))
    }

    private static func moments(_ count: Int) -> [RecordedMoment] {
        (0..<count).map { moment($0, $0 == 0 ? "start" : "Keys", event: "+", "f\(max(0, $0 - 1))", "f\($0)") }
    }

    /// Everything that is written in the picture, the tooltips too, in order.
    private func texts(_ svg: String) throws -> [String] {
        final class Reader: NSObject, XMLParserDelegate {
            var texts: [String] = []
            var current = ""
            func parser(
                _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
                attributes: [String: String]
            ) { current = "" }
            func parser(_ parser: XMLParser, foundCharacters string: String) { current += string }
            func parser(
                _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
            ) {
                if name == "text" || name == "title" { texts.append(current) }
                current = ""
            }
        }
        let parser = XMLParser(data: Data(svg.utf8))
        let reader = Reader()
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.texts
    }

    @Test("draws a small run as it always did")
    func golden() throws {
        let time = VirtualTime(step: .milliseconds(500))
        let cycle = time.counter("-++x+", clock: .milliseconds(1_250))
        let recorder = Recorder(keeping: 100)
        cycle.record(into: recorder)
        time.run(cycle, steps: 5)
        var moments = recorder.recording.moments
        moments[1].isApproved = true
        let picture = ModelTimeline(moments, title: "counter", width: 640).svg
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/counter.svg")
        let redrawn = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("counter.svg")
        let expected = FileManager.default.contents(atPath: golden.path).map { String(decoding: $0, as: UTF8.self) }
        if picture != expected { try Data(picture.utf8).write(to: redrawn) }
        #expect(picture == expected, "look at \(redrawn.path); if it is right, copy it to \(golden.path)")
    }

    @Test("draws the same from a live run and from its file")
    func fromFile() throws {
        let folder = try Folder()
        let path = try folder.file()
        let time = VirtualTime()
        let live = time.counter("++-+")
        let recorder = Recorder(keeping: 100)
        live.record(into: recorder)
        live.record(into: try Recorder(appendingTo: path))
        time.run(live, steps: 4)
        #expect(ModelTimeline(try Recording(path: path).moments).svg == ModelTimeline(recorder.recording.moments).svg)
    }

    @Test("names the lanes, the events, the frames and the times, in order")
    func content() throws {
        let moments = [
            Self.moment(0, "start", event: "start", "a", "a"), Self.moment(1, "Keys", event: "+", "a", "b"),
            Self.moment(2, "Clock", event: "tick", "b", "b"),
        ]
        #expect(
            try texts(ModelTimeline(moments, title: "run").svg) == [
                "run", "run", "frames", "Keys", "Clock", "start · 0 s", "0: a", "a", "1 · 0.1 s", "1: b", "b",
                "2 · 0.2 s", "1: +", "+", "2: tick", "tick",
            ])
    }

    @Test("shows the frame before, where the recording does not begin with a start")
    func context() throws {
        let texts = try texts(ModelTimeline([Self.moment(7, "Keys", event: "+", "a", "b")]).svg)
        #expect(texts.contains("before: a"))
        #expect(texts.contains("7: b"))
    }

    @Test("escapes what an application shows, and draws what XML cannot hold")
    func escaping() throws {
        let evil = "</text><script>\"'&\u{0}\u{1B}[31m\u{202E}\n\u{FFFE}"
        let moments = [Self.moment(0, evil, event: evil, "a", evil)]
        let texts = try texts(ModelTimeline(moments, title: evil).svg)
        #expect(texts.first == "</text><script>\"'&␀␛[31m·␊·")
        #expect(texts.contains("0: </text><script>\"'&␀␛[31m·␊·"))
    }

    @Test("shortens long labels, and keeps the beginning of them for the tooltip")
    func long() throws {
        let long = String(repeating: "0123456789", count: 100_000)
        let moments = [Self.moment(0, long, event: long, "a", long)]
        let svg = ModelTimeline(moments, title: long).svg
        #expect(svg.utf8.count < 6_000)
        let texts = try texts(svg)
        #expect(texts.contains("012345678901234567890…"))
        #expect(texts.contains("012345678901234567890123456…"))
        #expect(texts.contains("0: \(long.prefix(299))…"))
    }

    @Test("gives the label of an event the width that its lane has there, and no more than two and a half steps")
    func widths() throws {
        let label = "0123456789012345678901234567890123456789"
        func labels(_ lenses: [String]) throws -> [Int] {
            let moments = lenses.enumerated().map { Self.moment($0, $1, event: label, "a", "a") }
            return try texts(ModelTimeline(moments).svg).filter { $0.hasPrefix("0") && $0.hasSuffix("…") }.map(\.count)
        }
        #expect(try labels(["start", "Keys", "Keys", "Keys", "Keys"]) == [12, 12, 12, 12])
        #expect(try labels(["start", "Keys", "Clock", "Keys", "Other"]) == [28, 35, 28, 28])
    }

    @Test("has an arrow from the lane of a sender to what arrives, and half of one to what is lost")
    func arrows() throws {
        var moments = ["start", "ann keys", "bob sockets", "ann sockets", "bob sockets", "ann files"].enumerated().map {
            Self.moment($0, $1, event: "x", "a", "a")
        }
        // The program that sends, of each; one has no lane.
        for (index, sender) in [nil, "bob", "ann", "bob", "carl", "ann"].enumerated() {
            moments[index].sender = sender
        }
        moments[3].isLost = true
        let svg = ModelTimeline(moments).svg
        let paths = svg.split(separator: "<path d=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(
            paths.filter { $0.contains("m") } == [
                "M266.8 172V149m-4 8l4 -8l4 8", "M370.8 206V183m-4 8l4 -8l4 8",
                "M474.8 172V189m-5 -5l10 10m0 -10l-10 10",
                "M682.8 206V229m-4 -8l4 8l4 -8",
            ])
        let recording = Recording(header: RecordingHeader(createdBy: "w"), moments: moments)
        let folder = try Folder()
        #expect(try Recording(path: try folder.file("a", recording.jsonLines)).moments == moments)
    }

    @Test("goes on below, in rows of one length, when there are more moments than fit")
    func rows() throws {
        let count = { (moments: Int) in
            try texts(ModelTimeline(Self.moments(moments), width: 700).svg).filter { $0 == "frames" }.count
        }
        #expect(try count(5) == 1)
        #expect(try count(6) == 2)
        #expect(try count(50) == 10)
    }

    @Test("leaves out the middle of a long run, and says how much")
    func elision() throws {
        let texts = try texts(ModelTimeline(Self.moments(1_000), limit: 30).svg)
        #expect(texts.contains("970 more"))
        #expect(texts.contains("19: f19"))
        #expect(!texts.contains("20: f20"))
        #expect(texts.contains("before: f989"))
        #expect(texts.contains("990: f990"))
        #expect(texts.contains("999: f999"))
    }

    @Test(
        "is a picture whatever it is given",
        arguments: [-1, 0, 1, .infinity, .nan, 1e300] as [Double], [-1, 0, 1, 2, .max])
    func extremes(_ width: Double, _ limit: Int) throws {
        var moments = Self.moments(3)
        for index in moments.indices {
            moments[index].time = index == 0 ? .seconds(-5) : .seconds(Int64.max)
            moments[index].lens = index == 1 ? "" : "a\u{301}👨‍👩‍👧"
        }
        for count in 0...3 {
            #expect(try texts(ModelTimeline(Array(moments.prefix(count)), width: width, limit: limit).svg).count >= 1)
        }
    }

    @Test("shows of a frame what it is told to")
    func shown() throws {
        let time = VirtualTime()
        let cycle = time.counter("-+")
        let recorder = Recorder(keeping: 10)
        cycle.record(into: recorder)
        time.run(cycle, steps: 1)
        let moments = try recorder.recording.moments.showing(Counter.self) { "n\($0.total)" }
        #expect(try texts(ModelTimeline(moments).svg).filter { $0.hasPrefix("n") } == ["n0", "n1"])
        #expect(throws: DecodingError.self) { try recorder.recording.moments.showing(Int.self) { "\($0)" } }
    }

    @Test("draws a second run behind the first, joined to nothing")
    func secondRun() throws {
        let time = VirtualTime()
        let cycle = time.counter("-+")
        let recorder = Recorder(keeping: 10)
        cycle.record(into: recorder)
        time.run(cycle, steps: 1)
        time.run(cycle, steps: 1)
        let svg = ModelTimeline(recorder.recording.moments).svg
        #expect(try texts(svg).filter { $0.hasPrefix("start") }.count == 2)
        #expect(try texts(svg).filter { $0 == "key(+)" }.count == 2)
    }

    @Test("writes no time where none is wanted")
    func withoutTime() throws {
        let texts = try texts(ModelTimeline(Self.moments(3), showsTime: false).svg)
        #expect(texts.contains("start"))
        #expect(texts.contains("2"))
    }
}
