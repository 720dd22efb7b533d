import CycleDrivers
import CycleBase
import CycleTesting
import Testing

@Suite("KeyDecoder")
struct KeyDecoderTests {
    typealias Event = ConsoleDriver.Event
    typealias Key = ConsoleDriver.Key

    /// The bytes that terminals send, and their meaning.
    static let samples: [(String, [Event])] = [
        ("a", [.key("a")]), ("Z", [.key("Z")]), (" ", [.key(" ")]), ("é", [.key("é")]), ("日", [.key("日")]),
        ("😀", [.key("😀")]),
        ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\r\n", [.key(.enter)]),
        ("\n\n", [.key(.enter), .key(.enter)]),
        ("\t", [.key(.tab)]), ("\u{7f}", [.key(.backspace)]), ("\u{08}", [.key(.backspace)]),
        ("\u{00}", [.key(.control(" "))]), ("\u{01}", [.key(.control("a"))]), ("\u{1a}", [.key(.control("z"))]),
        ("\u{1c}", [.key(.control("\\"))]), ("\u{1f}", [.key(.control("_"))]),
        ("\u{1b}[A", [.key(.up)]), ("\u{1b}[B", [.key(.down)]), ("\u{1b}[C", [.key(.right)]),
        ("\u{1b}[D", [.key(.left)]),
        ("\u{1b}OA", [.key(.up)]), ("\u{1b}OP", [.key(.function(1))]), ("\u{1b}OS", [.key(.function(4))]),
        ("\u{1b}[H", [.key(.home)]), ("\u{1b}[F", [.key(.end)]), ("\u{1b}[1~", [.key(.home)]),
        ("\u{1b}[8~", [.key(.end)]),
        ("\u{1b}[2~", [.key(.insert)]), ("\u{1b}[3~", [.key(.delete)]), ("\u{1b}[5~", [.key(.pageUp)]),
        ("\u{1b}[6~", [.key(.pageDown)]),
        ("\u{1b}[15~", [.key(.function(5))]), ("\u{1b}[17~", [.key(.function(6))]),
        ("\u{1b}[24~", [.key(.function(12))]),
        ("\u{1b}[[A", [.key(.function(1))]), ("\u{1b}[[E", [.key(.function(5))]),
        ("\u{1b}[1;5D", [.key(.control(.left))]), ("\u{1b}[1;2A", [.key(.shift(.up))]),
        ("\u{1b}[1;3C", [.key(.alt(.right))]),
        ("\u{1b}[3;5~", [.key(.control(.delete))]), ("\u{1b}[1;6P", [.key(.control(.shift(.function(1))))]),
        ("\u{1b}[Z", [.key(.shift(.tab))]),
        ("\u{1b}a", [.key(.alt("a"))]), ("\u{1b}\r", [.key(.alt(.enter))]), ("\u{1b}\u{7f}", [.key(.alt(.backspace))]),
        ("\u{1b}é", [.key(.alt("é"))]), ("\u{1b}\u{1b}[A", [.key(.alt(.up))]),
        ("\u{1b}\u{03}", [.key(.escape), .key(.control("c"))]),
        ("\u{1b}[97;5u", [.key(.control("a"))]), ("\u{1b}[27u", [.key(.escape)]),
        ("\u{1b}[13;2u", [.key(.shift(.enter))]),
        ("\u{1b}\u{1b}OA", [.key(.alt(.up))]), ("\u{1b}\u{1b}[3~", [.key(.alt(.delete))]),
        ("\u{1b}\u{1b}[1;5C", [.key(.alt(.control(.right)))]), ("\u{1b}\u{1b}a", [.key(.escape), .key(.alt("a"))]),
        ("\u{1b}\u{1b}[I", [.key(.escape), .focus(true)]),
        ("\u{1b}\u{1b}\u{3}", [.key(.escape), .key(.escape), .key(.control("c"))]),
        ("\u{1b}\u{1b}]x\u{7}", [.key(.escape)]),
        ("\u{1b}\u{1b}[<35;1;1M", [.key(.escape), .mouse(.init(.moved, at: .init(row: 0, column: 0)))]),
        ("\u{1b}\u{01}", [.key(.alt(.control("a")))]), ("\u{1b}\u{00}", [.key(.alt(.control(" ")))]),
        ("\u{1b}\u{1a}", [.key(.alt(.control("z")))]), ("\u{1b}\u{1f}", [.key(.alt(.control("_")))]),
        ("\u{1b}[27;2;13~", [.key(.shift(.enter))]), ("\u{1b}[27;5;9~", [.key(.control(.tab))]),
        ("\u{1b}[27;5;105~", [.key(.control("i"))]), ("\u{1b}[27;3;127~", [.key(.alt(.backspace))]),
        ("\u{1b}[27;2;27~", [.key(.shift(.escape))]), ("\u{1b}[27~", []), ("\u{1b}[27;2~", []),
        ("\u{1b}[57400;1u", [.key("1")]), ("\u{1b}[57414u", [.key(.enter)]), ("\u{1b}[57419;2u", [.key(.shift(.up))]),
        ("\u{1b}[57376u", [.key(.function(13))]), ("\u{1b}[57441u", []), ("\u{1b}[97;5:1u", [.key(.control("a"))]),
        ("\u{1b}[97;5:3u", []), ("\u{1b}[1;1:3A", []), ("\u{1b}[a", [.key(.shift(.up))]),
        ("\u{1b}Oa", [.key(.control(.up))]),
        ("\u{1b}[<0;9999999;99999999M", [.mouse(.init(.pressed(.left), at: .init(row: 9_999, column: 9_999)))]),
        ("\u{1b}[M\u{3}", [.key(.control("c"))]), ("\u{1b}[M !\rx", [.key(.enter), .key("x")]),
        ("\u{1b}[I", [.focus(true)]), ("\u{1b}[O", [.focus(false)]),
        ("\u{1b}[<0;3;2M", [.mouse(.init(.pressed(.left), at: .init(row: 1, column: 2)))]),
        ("\u{1b}[<2;3;2m", [.mouse(.init(.released(.right), at: .init(row: 1, column: 2)))]),
        ("\u{1b}[<32;300;1M", [.mouse(.init(.dragged(.left), at: .init(row: 0, column: 299)))]),
        ("\u{1b}[<35;1;1M", [.mouse(.init(.moved, at: .init(row: 0, column: 0)))]),
        ("\u{1b}[<65;1;1M", [.mouse(.init(.scrolled(.down), at: .init(row: 0, column: 0)))]),
        (
            "\u{1b}[<20;1;1M",
            [.mouse(.init(.pressed(.left), at: .init(row: 0, column: 0), modifiers: [.shift, .control]))]
        ),
        ("\u{1b}[200~a\u{1b}[A\r\nb\u{1b}[201~", [.paste("a\u{1b}[A\r\nb")]), ("\u{1b}[200~\u{1b}[201~", [.paste("")]),
        ("\u{1b}[<128;1;1M", []), ("\u{1b}[<129;1;1m", []), ("\u{1b}[<160;1;2M", []), ("\u{1b}[24;80R", []),
        ("\u{1b}[99;99X", []), ("\u{1b}[?1;2c", []), ("\u{1b}[M !!x", [.key("x")]),
        ("\u{1b}[12\u{03}", [.key(.control("c"))]),
        ("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\", [.background(.light)]),
        ("\u{1b}]11;rgb:0/1/0\u{7}", [.background(.dark)]),
        ("\u{1b}]11;rgba:f0/f0/ee/ff\u{1b}\\", [.background(.light)]), ("\u{1b}[?997;1n", [.background(.dark)]),
        ("\u{1b}[?997;2n", [.background(.light)]), ("\u{1b}[?62;4c", []), ("\u{1b}]10;rgb:0/0/0\u{7}", []),
        ("\u{1b}]11;rgb:12345/0/0\u{7}", []), ("\u{1b}]11;rgb:+ff/+ff/+ff\u{7}", []), ("\u{1b}]x\u{7}", []),
        ("\u{1b}[3$", [.key(.shift(.delete))]), ("\u{1b}[3^", [.key(.control(.delete))]),
        ("\u{1b}[3@", [.key(.control(.shift(.delete)))]), ("\u{1b}[23$", [.key(.shift(.function(11)))]),
        ("\u{1b}\u{1b}[7^", [.key(.alt(.control(.home)))]), ("\u{1b}[12;2$y", []), ("\u{1b}[?2026;2$y", []),
        ("\u{1b}[99$y", []), ("\u{1b}[3;2^", []), ("\u{1b}[@", []), ("\u{1b}[$y", []),
        ("\u{1b}[<64;1;1m", []), ("\u{1b}[<65;1;1m", []), ("\u{1b}[<84;1;1m", []),
        ("\u{1b}[97;9u", []), ("\u{1b}[97;17u", []), ("\u{1b}[97;33u", []), ("\u{1b}[99;13u", []),
        ("\u{1b}[27;9;97~", []), ("\u{1b}[57400;9u", []), ("\u{1b}[97;65u", [.key("a")]),
        ("\u{1b}[97;133u", [.key(.control("a"))]), ("\u{1b}[57419;9u", [.key(.up)]), ("\u{1b}[1;9A", [.key(.up)]),
        ("\u{1b}Op", [.key("0")]), ("\u{1b}Oy", [.key("9")]), ("\u{1b}Oj", [.key("*")]), ("\u{1b}Ok", [.key("+")]),
        ("\u{1b}Ol", [.key(",")]), ("\u{1b}Om", [.key("-")]), ("\u{1b}On", [.key(".")]), ("\u{1b}Oo", [.key("/")]),
        ("\u{1b}OX", [.key("=")]), ("\u{1b}OI", [.key(.tab)]), ("\u{1b}O ", [.key(" ")]),
        ("\u{1b}OM", [.key(.enter)]), ("\u{1b}\u{1b}Oq", [.key(.alt("1"))]), ("\u{1b}Oz", []),
        ("\u{1b}O5P", [.key(.control(.function(1)))]), ("\u{1b}O1;2S", [.key(.shift(.function(4)))]),
        ("\u{1b}O3z", []), ("\u{1b}O5\u{3}", [.key(.alt("O")), .key("5"), .key(.control("c"))]),
        ("\u{1b}]\u{1b}[A", [.key(.alt("]")), .key(.up)]), ("\u{1b}]11;rgb:f\u{1b}[A", [.key(.up)]),
    ]

    static func decode(_ bytes: [UInt8], _ pieces: [Range<Int>]? = nil) -> [Event] {
        var decoder = KeyDecoder()
        var events: [Event] = []
        for piece in pieces ?? [0..<bytes.count] { decoder.decode(bytes[piece]) { events.append($0) } }
        decoder.finish { events.append($0) }
        return events
    }

    @Test("tells every key by what terminals send for it", arguments: samples.indices)
    func tellsKeys(index: Int) {
        let (text, expected) = Self.samples[index]
        #expect(Self.decode(Array(text.utf8)) == expected)
    }

    @Test("gives the same events when the bytes come one by one, and beside any other key")
    func cuttingChangesNothing() {
        for (text, expected) in Self.samples {
            let bytes = Array(text.utf8)
            #expect(Self.decode(bytes, bytes.indices.map { $0..<$0 + 1 }) == expected)
            guard text != "\r", !text.hasPrefix("\n") else { continue }
            #expect(Self.decode(Array("x".utf8) + bytes + Array("y".utf8)) == [.key("x")] + expected + [.key("y")])
        }
    }

    @Test("takes an Escape for the key once nothing has followed it")
    func escapeAlone() {
        var decoder = KeyDecoder()
        var events: [Event] = []
        let emit = { events.append($0) }
        decoder.decode([0x1b], emit)
        #expect(decoder.isUndecided)
        #expect(events.isEmpty)
        decoder.timeOut(emit)
        #expect(events == [.key(.escape)])
        #expect(!decoder.isUndecided)
        decoder.decode(Array("[A\u{1b}[".utf8), emit)
        decoder.timeOut(emit)
        #expect(events == [.key(.escape), .key("["), .key("A"), .key(.alt("["))])
    }

    @Test("takes the rest of a mouse report for one whose Escape a slow line has sent before, and of nothing else")
    func lateMouse() {
        func events(_ rest: String, pausing: Bool = false) -> [Event] {
            var decoder = KeyDecoder()
            var events: [Event] = []
            decoder.decode([0x1b]) { events.append($0) }
            decoder.timeOut { events.append($0) }
            for byte in rest.utf8 {
                decoder.decode([byte]) { events.append($0) }
                if pausing { decoder.timeOut { events.append($0) } }
            }
            decoder.finish { events.append($0) }
            return events
        }
        let press = Event.mouse(.init(.pressed(.left), at: .init(row: 1, column: 2)))
        #expect(events("[<0;3;2Mq") == [.key(.escape), press, .key("q")])
        for typed in ["[", "[A", "[[", "[x<0;3;2M", "q[<0;3;2M", "[0;3;2M", "[<0;3;2x", "[<M"] {
            #expect(events(typed) == [.key(.escape)] + typed.map { .key(Key(.character($0))) }, "\(typed)")
        }
        #expect(events("[<", pausing: true) == [.key(.escape), .key("["), .key("<")])
        #expect(events("[<0;3").count == 1, "a report that goes on later still is no text")
    }

    @Test("lets a click of an old terminal take no key that comes after the moment")
    func oldMouse() {
        for bytes in ["\u{1b}[M", "\u{1b}[M ", "\u{1b}[M !"] {
            var decoder = KeyDecoder()
            var events: [Event] = []
            decoder.decode(Array(bytes.utf8)) { events.append($0) }
            #expect(decoder.isUndecided)
            decoder.timeOut { events.append($0) }
            decoder.decode(Array("abc".utf8)) { events.append($0) }
            #expect(events == [.key("a"), .key("b"), .key("c")])
        }
    }

    @Test("names keys as a user writes them: space, and no function key that no terminal has")
    func names() {
        #expect(Key("space") == " " && Key("ctrl-space") == .control(" ") && Key(" ") == " ")
        #expect(Key("f63") == .function(63) && Key("f1") == .function(1))
        for name in ["f0", "f64", "f99999999999", "f-1", "f+1", "f01", "f", "Space", ""] {
            #expect(name == "f" ? Key(name) == "f" : Key(name) == nil, "\(name)")
        }
    }

    @Test("takes a reply that comes late as one, and is not deaf after one that never ends")
    func lateAnswers() {
        var decoder = KeyDecoder()
        var events: [Event] = []
        let emit = { events.append($0) }
        decoder.decode(Array("\u{1b}]".utf8), emit)
        #expect(decoder.isUndecided)
        decoder.timeOut(emit)
        #expect(events == [.key(.alt("]"))])
        decoder.decode(Array("\u{1b}]11;rgb:ff".utf8), emit)
        #expect(!decoder.isUndecided)
        #expect(decoder.isUnfinished)
        decoder.timeOut(emit)
        decoder.decode(Array("ff/ffff/ffff\u{7}q".utf8), emit)
        #expect(events == [.key(.alt("]")), .background(.light), .key("q")])
        #expect(!decoder.isUnfinished)
        decoder.decode(Array("\u{1b}]11;rgb:0\rq".utf8), emit)
        decoder.abandon()
        decoder.decode(Array("\rq".utf8), emit)
        #expect(events.suffix(3) == [.key("q"), .key(.enter), .key("q")])
        let endless = Self.decode(Array(("\u{1b}]11;" + String(repeating: "0", count: 100_000) + "q\u{3}r").utf8))
        #expect(endless == [.key(.control("c")), .key("r")])
    }

    @Test("replaces bytes that are no UTF-8, and reads on after them")
    func repairsText() {
        #expect(Self.decode([0xff, 0x61]) == [.key("\u{FFFD}"), .key("a")])
        #expect(Self.decode([0xe2, 0x82, 0x61]) == [.key("\u{FFFD}"), .key("a")])
        #expect(Self.decode([0xc3]) == [.key("\u{FFFD}")])
        #expect(Self.decode([0xed, 0xa0, 0x80]) == Array(repeating: .key("\u{FFFD}"), count: 3))
        #expect(Self.decode([0xe2, 0x1b, 0x5b, 0x41]) == [.key("\u{FFFD}"), .key(.up)])
    }

    @Test("drops a sequence without end and keeps a bound on what it remembers")
    func overlongSequences() {
        let long = Array("\u{1b}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000) + Array("~q".utf8)
        #expect(Self.decode(long) == [.key("q")])
        let digits = "\u{1b}[" + String(repeating: "9", count: 40) + ";5A"
        #expect(Self.decode(Array(digits.utf8)) == [.key(.control(.up))])
    }

    @Test("delivers a long paste in pieces that lose nothing")
    func longPaste() {
        let text = String(repeating: "0123456789abcdeé", count: 200_000)
        let events = Self.decode(Array("\u{1b}[200~\(text)\u{1b}[201~".utf8))
        #expect(events.count == 4)
        let joined = events.map { if case .paste(let text) = $0 { text } else { "?" } }.joined()
        #expect(joined == text)
    }

    /// `CYCLE_FUZZ_BYTES=10000000` for the figure of the issue.
    @Test("gives the same events for random bytes however they are cut", arguments: [UInt64(1), 2, 3, 4])
    func fuzz(seed: UInt64) {
        let byteCount = getenv("CYCLE_FUZZ_BYTES").flatMap { Int(String(cString: $0)) } ?? 200_000
        var random = SplitMix(seed: seed)
        var left = byteCount / 4
        while left > 0 {
            let bytes = Self.randomInput(&random, atLeast: min(left, 20_000))
            left -= bytes.count
            var pieces: [Range<Int>] = []
            while (pieces.last?.upperBound ?? 0) < bytes.count {
                let start = pieces.last?.upperBound ?? 0
                pieces.append(start..<min(bytes.count, start + .random(in: 1...9, using: &random)))
            }
            #expect(Self.decode(bytes) == Self.decode(bytes, pieces), "seed \(seed)")
        }
    }

    /// Keys as terminals send them, some of their bytes changed, and bytes from nowhere.
    static func randomInput(_ random: inout SplitMix, atLeast count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if Bool.random(using: &random) {
                var sample = Array((samples.randomElement(using: &random)?.0 ?? "").utf8)
                if .random(in: 0..<3, using: &random) == 0, let index = sample.indices.randomElement(using: &random) {
                    sample[index] = .random(in: 0...255, using: &random)
                }
                bytes += sample
            } else {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes.append(.random(in: 0...255, using: &random))
                }
            }
        }
        return bytes
    }
}
