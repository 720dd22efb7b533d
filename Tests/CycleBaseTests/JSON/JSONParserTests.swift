import CycleBase
import Testing

/// Texts in the manner of JSONTestSuite: what every reader must accept, what every reader must refuse, and what RFC 8259 leaves to
/// the reader, with the choice of this one.
@Suite("The reader of JSON")
struct JSONParserTests {
    private static func nested(_ open: String, _ close: String, _ count: Int) -> String {
        String(repeating: open, count: count) + String(repeating: close, count: count)
    }

    /// Texts, each with the text that is written of it.
    static let accepted: [(String, String)] = [
        ("[[]   ]", "[[]]"), (#"[""]"#, #"[""]"#), ("[]", "[]"), ("[ ]", "[]"), (#"["a"]"#, #"["a"]"#),
        ("[false]", "[false]"), (#"[null, 1, "1", {}]"#, #"[null,1,"1",{}]"#), ("[null]", "[null]"), ("[1\n]", "[1]"),
        (" [1]", "[1]"), ("[1,null,null,null,2]", "[1,null,null,null,2]"), ("[2] ", "[2]"), ("[123e65]", "[123e65]"),
        ("[0e+1]", "[0e+1]"), ("[0e1]", "[0e1]"), ("[ 4]", "[4]"), ("[-0.00000000001]", "[-0.00000000001]"),
        ("[20e1]", "[20e1]"), ("[-0]", "[-0]"), ("[-123]", "[-123]"), ("[-1]", "[-1]"), ("[1E22]", "[1E22]"),
        ("[1E-2]", "[1E-2]"), ("[1E+2]", "[1E+2]"), ("[123e45]", "[123e45]"), ("[123.456e78]", "[123.456e78]"),
        ("[1e-2]", "[1e-2]"), ("[123]", "[123]"), ("[123.456789]", "[123.456789]"), ("0", "0"), ("-0", "-0"),
        ("1.0", "1.0"), ("1.50", "1.50"), ("100000000000000000000000001", "100000000000000000000000001"),
        (#"{"asd":"sdf", "dfg":"fgh"}"#, #"{"asd":"sdf","dfg":"fgh"}"#), (#"{"asd":"sdf"}"#, #"{"asd":"sdf"}"#),
        ("{}", "{}"), ("{ }", "{}"), (#"{"":0}"#, #"{"":0}"#), (#"{"foo\u0000bar": 42}"#, #"{"foo\u0000bar":42}"#),
        (#"{ "min": -1.0e+28, "max": 1.0e+28 }"#, #"{"max":1.0e+28,"min":-1.0e+28}"#), (#"{"a":[]}"#, #"{"a":[]}"#),
        ("{\n\"a\": \"b\"\n}", #"{"a":"b"}"#), (#"{"a" :1}"#, #"{"a":1}"#),
        (#"{"b":1,"a":{"d":1,"c":2}}"#, #"{"a":{"c":2,"d":1},"b":1}"#),
        (#"["\u0060\u012a\u12AB"]"#, #"["`Īካ"]"#), (#"["\uD801\udc37"]"#, #"["𐐷"]"#),
        (#"["\ud83d\ude39\ud83d\udc8d"]"#, #"["😹💍"]"#), (#"["\"\\\/\b\f\n\r\t"]"#, #"["\"\\/\b\f\n\r\t"]"#),
        (#"["\\u0000"]"#, #"["\\u0000"]"#), (#"["\""]"#, #"["\""]"#), ("[\"a/*b*/c/*d//e\"]", "[\"a/*b*/c/*d//e\"]"),
        (#"["\\a"]"#, #"["\\a"]"#), (#"["\\n"]"#, #"["\\n"]"#), (#"["\u0012"]"#, #"["\u0012"]"#),
        (#"["\uFFFF"]"#, "[\"\u{FFFF}\"]"),
        ("[\"asd\"]", "[\"asd\"]"), (#"["\uDBFF\uDFFF"]"#, "[\"\u{10FFFF}\"]"),
        ("[\"new\u{A0}line\"]", "[\"new\u{A0}line\"]"),
        ("[\"\u{FFFF}\"]", "[\"\u{FFFF}\"]"), (#"["\u0000"]"#, #"["\u0000"]"#), (#"["\u002c"]"#, #"[","]"#),
        ("[\"π\"]", "[\"π\"]"),
        ("[\"asd \"]", "[\"asd \"]"), ("\" \"", "\" \""), ("[\"\u{2028}\u{2029}\"]", "[\"\u{2028}\u{2029}\"]"),
        (#"["\uA66D"]"#, "[\"ꙭ\"]"), (#"["\u0022"]"#, #"["\""]"#), (#"["\u005C"]"#, #"["\\"]"#),
        ("[\"\u{7F}\"]", "[\"\u{7F}\"]"),
        ("[\"a\u{301}\"]", "[\"a\u{301}\"]"), ("[\"\u{301}\"]", "[\"\u{301}\"]"),
        ("{\"\u{301}\":1}", "{\"\u{301}\":1}"),
        ("false", "false"), ("42", "42"), ("-0.1", "-0.1"), ("null", "null"), (#""asd""#, #""asd""#), ("true", "true"),
        (#""""#, #""""#), ("[\"a\"]\n", "[\"a\"]"), ("[true]", "[true]"), (" [] ", "[]"), ("\t\r\n []", "[]"),
        ("[[[[[[]]]]]]", "[[[[[[]]]]]]"), (#"[{"a":[{}]}]"#, #"[{"a":[{}]}]"#),
    ]

    /// Texts that no reader may accept.
    static let refused: [String] = [
        "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x",
        "[3[4]]", "[1:2]",
        "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[1,,]", "[\"\u{B}a\"\\f]", "[*]", "[\"\"", "[1,",
        "[1,\n1\n,1",
        "[{}", "[fals]", "[nul]", "[tru]", "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]",
        "[.2e-3]",
        "[0.1.2]", "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]",
        "[1 000.0]",
        "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[１]", "[1+2]", "[0x1]", "[0x42]",
        "[Infinity]",
        "[0e+-1]", "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]",
        "[.123]",
        "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", "01", "00", "1.", ".5", "+1", "1e", "-", "--1", "0b1",
        "1_000", "[٣]",
        "[\"x\", truth]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{🇨🇭}", "{\"a\":\"a\" 123}", "{key: 'value'}",
        "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}",
        "{null:null,null:null}",
        "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}//",
        "{\"a\":\"b\"}/",
        "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", " ",
        "",
        "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[é]", "[\"\\\u{0}\"]",
        "[\"\\x00\"]",
        "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\🌀\"]", "[\"\\\"]", "[\"\\u00A\"]", "[\"\\uD834\\uDd\"]",
        "[\"\\uD800\\uD800\\x\"]",
        "[\"\\a\"]", "[\"\\uqqqq\"]", "[\"\\u+123\"]", "[\"\\u-123\"]", "[\"\\u 123\"]", "[\"\\u１２３４\"]",
        "[\"\\U0041\"]",
        "[\"\\'\"]", "[\\u0020\"asd\"]", "[\\n]", "\"", "['single quote']", "abc", "[\"\\", "[\"a\u{0}a\"]",
        "[\"new\nline\"]",
        "[\"\t\"]", "[\"\u{1F}\"]", "\"\\UA66D\"", "\"\"x", "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "aå",
        "[True]", "1]",
        "{\"x\": true,", "[][]", "]", "\u{FEFF}{}", "2@", "{}}", "{\"\":", "{\"a\":/*comment*/\"b\"}",
        "{\"a\": true} \"x\"", "['",
        "[,", "[{", "[\"a", "[\"a\"", "{", "{]", "{,", "{[", "{\"a", "{'a'", "[\"\\{[\"\\{[\"\\{[\"\\{", "é", "*",
        "{\"a\":\"b\"}#{}",
        "[\\u000A\"\"]", "[1", "[ false, nul", "[ true, fals", "[ false, tru", "{\"asd\":\"asd\"", "\u{A0}[]",
        "\u{2060}[]", "[\u{C}]",
        "[\u{B}]", "\u{B}1", "1\u{C}", "{\u{B}}", "\u{85}1", "1\u{0}", "\u{0}", "nulll", "truefalse", "\u{301}1",
        "1\u{301}", "[1,\u{301}2]",
        "[\"a\"\u{301}]", "{\"a\"\u{301}:1}", "[\u{301}]", "#1", "//1\n1", "undefined", "[\"a\"\"b\"]",
        "{\"a\":1 \"b\":2}", "\r",
    ]

    /// Bytes that are no UTF-8, in strings and elsewhere.
    static let noText: [[UInt8]] = [
        [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        [0x22, 0xC0, 0xAF, 0x22],
        [0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22], [0x22, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0x5B, 0xFF, 0x5D],
        [0xFF],
        [0x31, 0xFF], [0xFE, 0xFF, 0x00, 0x31], [0xFF, 0xFE, 0x31, 0x00], [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
        [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0x22, 0x5C, 0xC3, 0x22], [0xEF, 0xBB, 0xBF, 0x31],
    ]

    /// Texts of which RFC 8259 lets the reader decide, with what this one writes of them; `nil` where it refuses.
    static let chosen: [(String, String?)] = [
        (#"["\uD800"]"#, "[\"\u{FFFD}\"]"), (#"["\uDC00"]"#, "[\"\u{FFFD}\"]"),
        (#"["\uD800\uD800"]"#, "[\"\u{FFFD}\u{FFFD}\"]"),
        (#"["\uDC00\uD800"]"#, "[\"\u{FFFD}\u{FFFD}\"]"), (#"["\uD800x"]"#, "[\"\u{FFFD}x\"]"),
        (#"["\uD800\n"]"#, "[\"\u{FFFD}\\n\"]"),
        (#"["\uD800\uD83D\uDE00"]"#, "[\"\u{FFFD}😀\"]"), (#"["\uDd1ea"]"#, "[\"\u{FFFD}a\"]"), ("[1e9999]", "[1e9999]"),
        ("[-1e-9999]", "[-1e-9999]"),
        ("[0.4e00669999999999999999999999999999]", "[0.4e00669999999999999999999999999999]"),
        ("[123123123123123123123123123123]", "[123123123123123123123123123123]"), (#"{"a":1,"a":1}"#, nil),
        (#"{"a":1,"b":2,"a":3}"#, nil), (#"{"a":1,"\u0061":2}"#, nil), ("{\"\u{E9}\":1,\"e\u{301}\":2}", nil),
        (#"{"":0,"":0}"#, nil),
        (nested("[", "]", 512), nested("[", "]", 512)), (nested("[", "]", 513), nil), (nested("[", "", 100_000), nil),
        (String(repeating: #"{"a":"#, count: 513) + "1" + String(repeating: "}", count: 513), nil),
        (nested("[{\"\":", "", 50_000), nil),
    ]

    private static func written(_ text: String) throws -> String { try JSONParser.parse(Array(text.utf8)).text }

    @Test("there are at least a hundred and twenty texts in the lists")
    func count() {
        #expect(Self.accepted.count + Self.refused.count + Self.noText.count + Self.chosen.count >= 120)
    }

    @Test("a text of the RFC is accepted and means what it says", arguments: accepted.indices)
    func accepts(index: Int) throws {
        let (text, expected) = Self.accepted[index]
        #expect(try Self.written(text) == expected, "\(text.debugDescription)")
        #expect(JSONGrammar(Array(text.utf8)).isMatched, "\(text.debugDescription)")
    }

    @Test("a text that is not JSON is refused", arguments: refused)
    func refuses(text: String) {
        #expect(throws: JSONParser.Flaw.self, "\(text.debugDescription)") { try Self.written(text) }
        #expect(!JSONGrammar(Array(text.utf8)).isMatched, "\(text.debugDescription)")
    }

    @Test("bytes that are not UTF-8 are refused", arguments: noText)
    func refusesBytes(bytes: [UInt8]) {
        #expect(throws: JSONParser.Flaw.self) { try JSONParser.parse(bytes) }
    }

    @Test(
        "a choice that the RFC leaves to the reader is as it was: numbers keep their digits, and a name stands once",
        arguments: chosen.indices)
    func chooses(index: Int) throws {
        let (text, expected) = Self.chosen[index]
        if let expected {
            #expect(try Self.written(text) == expected)
        } else {
            #expect(throws: JSONParser.Flaw.self) { try Self.written(text) }
        }
    }

    @Test("an object as deep as the limit is read; the depth of a text takes no stack")
    func depth() throws {
        let deep = String(repeating: #"{"a":"#, count: 511) + "{}" + String(repeating: "}", count: 511)
        #expect(try Self.written(deep) == deep)
        for count in [512, 513, 100_000, 1_000_000] {
            #expect(throws: JSONParser.Flaw(reason: "it is nested too deep")) {
                try Self.written(String(repeating: #"[{"a":"#, count: count))
            }
        }
    }

    @Test("values are counted as JSON has them: each element and each container, and no key")
    func values() throws {
        var count = 0
        _ = try JSONParser.parse(Array(#"{"a":[1,{}],"b":"x"}"#.utf8), valueCount: &count)
        #expect(count == 5)
    }
}
