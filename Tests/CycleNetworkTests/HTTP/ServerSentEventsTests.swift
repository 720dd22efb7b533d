import CycleNetwork
import TestSupport
import Testing

/// The examples are those of the HTML standard, 9.2.6.
@Suite("Server-sent events")
struct ServerSentEventsTests {
    private func read(_ text: String, _ reader: ServerSentEvents = ServerSentEvents()) -> [ServerSentEvent] {
        var reader = reader
        return reader.read(text.utf8)
    }

    @Test("lines of data are one text, and an empty line is its end")
    func standardData() {
        #expect(read("data: YHOO\ndata: +2\ndata: 10\n\n") == [.init("YHOO\n+2\n10")])
        #expect(
            read("data: This is the first message.\n\ndata: This is the second message, it\ndata: has two lines.\n\n")
                == [.init("This is the first message."), .init("This is the second message, it\nhas two lines.")])
    }

    @Test("comments are no events, an identity lasts, and one that is empty ends it")
    func standardIdentities() {
        let events = read(
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\ndata: cut off\n"
        )
        #expect(
            events == [
                .init("first event", lastID: "1"), .init("second event", lastID: ""), .init(" third event", lastID: ""),
            ])
        #expect(read("id: 7\ndata: a\n\ndata: b\n\n").map(\.lastID) == ["7", "7"])
    }

    @Test("data without a text is an event, and no data is none")
    func standardEmpty() {
        #expect(read("data\n\ndata\ndata\n\ndata:") == [.init(""), .init("\n")])
        #expect(read("event: a\n\n\n\nevent: b\n\ndata: c\n\n") == [.init("c")])
    }

    @Test("one blank behind the colon is left out")
    func standardBlank() {
        #expect(read("data:test\n\ndata: test\n\ndata:  test\n\n").map(\.data) == ["test", "test", " test"])
    }

    @Test("events have types")
    func standardTypes() {
        #expect(
            read("event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\ndata: 1\n\n").map(\.type)
                == ["add", "remove", "message"])
    }

    @Test("lines end by CR, LF, or both, and a mark of byte order at the beginning is none of the text")
    func lineEnds() {
        for end in ["\n", "\r", "\r\n"] {
            let text = "\u{FEFF}event: a\(end)data: b\(end)data: c\(end)\(end)data: \u{FEFF}d\(end)\(end)"
            let events = [ServerSentEvent("b\nc", type: "a"), ServerSentEvent("\u{FEFF}d")]
            #expect(read(text) == events, "\(end.debugDescription)")
            for place in 0...text.utf8.count {
                var reader = ServerSentEvents()
                let (first, second) = (text.utf8.prefix(place), text.utf8.dropFirst(place))
                #expect(reader.read(first) + reader.read(second) == events, "\(end.debugDescription) at \(place)")
            }
        }
        #expect(read("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n") == [.init("b")])
    }

    @Test("a wait is of digits alone, an identity without NUL, and other fields are nothing")
    func fields() {
        var reader = ServerSentEvents(lastID: "0")
        #expect(
            reader.read("retry: 1500\nretry: 15s\nretry: -1\nretry:\nid: a\0b\nother: x\nDATA: y\ndata: z\n\n".utf8)
                == [.init("z", lastID: "0")])
        #expect(reader.retry == .milliseconds(1_500) && reader.lastID == "0")
        _ = reader.read("retry: 99999999999999999999\nid: 5\n".utf8)
        #expect(reader.retry == .milliseconds(Int64.max) && reader.lastID == "0")
        _ = reader.read("\n".utf8)
        #expect(reader.lastID == "5")
    }

    @Test("an event with a line, or with data, beyond the limit is dropped and counted, and the next one is read")
    func limits() {
        let (text, long) = ("data: ok\n\n", String(repeating: "x", count: 21))
        var reader = ServerSentEvents(limit: 20)
        #expect(reader.read("data: \(long)\ndata: y\n\n\(text)".utf8) == [.init("ok")])
        #expect(reader.read("data: 0123456789\ndata: 0123456789\n\n\(text)".utf8) == [.init("ok")])
        #expect(reader.droppedCount == 2)
    }

    @Test("an event that is written is read, whatever is in it")
    func written() {
        let events: [ServerSentEvent] = [
            .init(""), .init("a\nb\r\nc\rd"), .init(" a: b", type: "note", lastID: "7"), .init("\n\n"),
            .init("x", type: "a\nb\rc", lastID: "\0\n8"),
        ]
        let bytes = ServerSentEvent.comment + events.flatMap(\.bytes)
        var reader = ServerSentEvents()
        #expect(
            reader.read(bytes) == [
                .init(""), .init("a\nb\nc\nd"), .init(" a: b", type: "note", lastID: "7"), .init("\n\n", lastID: "7"),
                .init("x", type: "abc", lastID: "8"),
            ])
    }

    @Test("random streams mean the same wherever they are cut, also with a reader that was stored meanwhile")
    func random() throws {
        let mutator = Mutator(
            [
                "\u{FEFF}data: a\r\nid: 1\r\n\r\nevent: b\rdata\r\r", ": c\n\nretry: 10\ndata: \u{E9}\ndata:  x\n\n",
                "event: add\nid: 9\ndata: 73857293\n\n",
            ], words: ["\n", "\r", "\r\n", "\n\n", "data", "id:", "event: ", ":", "\u{FEFF}"], limit: 2_048)
        var count = 0
        for seed in FuzzSeeds(3_000) {
            var chance = SeededChance(seed: seed)
            let bytes = mutator.bytes(&chance)
            var (whole, pieces) = (ServerSentEvents(limit: 64), ServerSentEvents(limit: 64))
            let events = whole.read(bytes)
            var read: [ServerSentEvent] = []
            for piece in chance.pieces(of: bytes) { read += pieces.read(piece) }
            #expect(events == read && whole == pieces, "seed \(seed)")
            #expect(events.allSatisfy { $0.data.utf8.count <= 3 * 64 }, "seed \(seed)")
            count += events.count
            if seed % 50 == 0 {
                let stored = try copy(whole)
                #expect(stored == whole, "seed \(seed)")
            }
        }
        #expect(count > 100)
    }

    @Test("a stream that is connected again goes on behind its newest event, after the time that the server wants")
    func reconnected() {
        var reader = ServerSentEvents(limit: 20)
        _ = reader.read("retry: 250\nid: 7\ndata: a\n\ndata: \(String(repeating: "x", count: 30))\n\ndata: cut".utf8)
        reader.reconnect()
        #expect(reader.retry == .milliseconds(250) && reader.lastID == "7" && reader.firstID == "7")
        #expect(reader.droppedCount == 1 && reader.limit == 20)
        #expect(reader.read("data: b\n\n".utf8) == [.init("b", lastID: "7")])
    }
}
