import CycleBase
import TestSupport
import Testing

@Suite("The reader of JSON, fed with anything")
struct JSONFuzzTests {
    private static let texts = [
        "", "a", "é", "e\u{301}", "日本", "👨‍👩‍👧", "\u{0}", "\u{1F}", "\"", "\\", "/", "\u{7F}", "\u{2028}", "\u{FFFD}",
        "\u{10FFFF}",
        "\r\n", "\\u0041", "\t", "\u{8}\u{C}",
    ]

    private static func text(_ chance: inout SeededChance) -> String {
        chance.many(0...4) { $0.one(of: texts) }.joined()
    }

    private static func number(_ chance: inout SeededChance) -> String {
        let digits = { (chance: inout SeededChance) in chance.many(1...20) { "\($0.below(10))" }.joined() }
        let whole = chance.once(in: 3) ? "0" : "\(1 + chance.below(9))" + digits(&chance)
        let fraction = chance.once(in: 3) ? ".\(digits(&chance))" : ""
        let exponent = chance.once(in: 3) ? chance.one(of: ["e", "E", "e+", "E-"]) + digits(&chance) : ""
        return (chance.once(in: 3) ? "-" : "") + whole + fraction + exponent
    }

    private static func value(_ chance: inout SeededChance, _ depth: Int = 0) -> JSON {
        switch chance.below(depth > 5 ? 5 : 8) {
        case 0: return .null
        case 1: return .bool(chance.once(in: 2))
        case 2: return .number(number(&chance))
        case 3, 4: return .string(text(&chance))
        case 5, 6: return .array(chance.many(0...4) { value(&$0, depth + 1) })
        default:
            let fields = Dictionary(chance.many(0...4) { (text(&$0), value(&$0, depth + 1)) }) { $1 }
            return .object(fields.sorted { $0.key < $1.key }.map { JSON.Field(key: $0, value: $1) })
        }
    }

    @Test("any value is read as it was written, with white space anywhere between its signs")
    func roundTrip() throws {
        for seed in FuzzSeeds(3_000) {
            var chance = SeededChance(seed: seed)
            let value = Self.value(&chance)
            let bytes = JSONText(value)
            #expect(try JSONParser.parse(bytes) == value, "seed \(seed): \(value.text)")
            var (spaced, isInString, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
            for byte in bytes {
                let isSign = !isInString && "[]{},:".utf8.contains(byte)
                if isSign { spaced += chance.many(0...2) { $0.one(of: [0x20, 0x09, 0x0A, 0x0D]) } }
                spaced.append(byte)
                if isSign { spaced += chance.many(0...2) { $0.one(of: [0x20, 0x09, 0x0A, 0x0D]) } }
                if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            }
            #expect(try JSONParser.parse(spaced) == value, "seed \(seed): \(value.text)")
        }
    }

    private static let mutator = Mutator(
        JSONParserTests.accepted.map(\.0) + JSONParserTests.refused + [
            #"{"seq":3,"time":18.540000000,"lens":"console","event":{"key":{"_0":"+"}},"change":[{"op":"replace","path":"/total","value":2}]}"#,
            #"{"format":"cycle-recording","version":2,"createdBy":"counter é","state":[[0,1],[null,true,false]]}"#,
        ],
        words: [
            "null", "true", "false", "\\u", "\\ud83d", "\\ude00", "\\\"", ",", ":", "[]", "{}", "e+", "\"\":", "[1,",
        ],
        limit: 4 << 10)

    @Test("a text is read where the grammar of the RFC has it, and refused with a reason where not")
    func grammar() throws {
        var (acceptedCount, refusedCount) = (0, 0)
        for seed in FuzzSeeds(4_000) {
            var chance = SeededChance(seed: seed)
            let bytes = Self.mutator.bytes(&chance)
            let isMatched = JSONGrammar(bytes).isMatched
            do {
                let value = try JSONParser.parse(bytes)
                acceptedCount += 1
                #expect(isMatched, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
                let again = JSONText(value)
                #expect(
                    try JSONParser.parse(again) == value && JSONText(JSONParser.parse(again)) == again, "seed \(seed)")
            } catch let flaw as JSONParser.Flaw {
                refusedCount += 1
                let isOwnLimit = flaw.reason == "it is nested too deep" || flaw.reason.hasSuffix("twice")
                #expect(
                    !isMatched || isOwnLimit, "seed \(seed): \(flaw.reason): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(acceptedCount > 20 && refusedCount > 20)
    }

    @Test("an array or an object that is cut anywhere is refused")
    func cuts() {
        for (text, _) in JSONParserTests.accepted {
            let bytes = Array(text.utf8)
            guard let last = bytes.lastIndex(where: { $0 > 0x20 }), bytes.contains(where: { "[{".utf8.contains($0) })
            else { continue }
            for end in 0...last where bytes[..<end].contains(where: { $0 > 0x20 }) && "]}".utf8.contains(bytes[last]) {
                #expect(throws: JSONParser.Flaw.self, "\(text)") { try JSONParser.parse(Array(bytes[..<end])) }
            }
        }
    }
}
