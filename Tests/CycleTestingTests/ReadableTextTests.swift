import CycleTesting
import Testing

enum ReadablePlace {
    case here
}

@Suite("A value as text")
struct ReadableTextTests {
    private struct Frame {
        struct Item: Hashable {
            var title = "a"
        }

        enum Mode {
            case browsing
            case showing(Item)
        }

        struct Box<Content> {
            var content: Content
        }

        var mode = Mode.browsing
        var item = Item()
    }

    private struct Pair {
        let place: ReadablePlace
        let text: String
    }

    @Test("types stand there without what they are in")
    func names() {
        #expect(readableText(Frame()) == #"Frame(mode: browsing, item: Item(title: "a"))"#)
        #expect(readableText([Frame.Mode.showing(.init())]) == #"[showing(Item(title: "a"))]"#)
        #expect(readableText([Frame.Box(content: 1)]) == "[Box<Int>(content: 1)]")
        #expect(readableText(["b": Frame.Mode.browsing, "a": .browsing]) == #"["a": browsing, "b": browsing]"#)
        #expect(readableText(Set([Frame.Item(), .init(title: "b")])) == #"[Item(title: "a"), Item(title: "b")]"#)
        #expect(readableText(Optional(Frame.Mode.browsing) as Any) == "Optional(browsing)")
    }

    @Test("a text that looks like the end of a name stays")
    func texts() {
        let pair = Pair(place: .here, text: "xCycleTestingTests.ReadablePlace.here")
        #expect(readableText([pair]) == #"[Pair(place: here, text: "xCycleTestingTests.ReadablePlace.here")]"#)
    }
}
