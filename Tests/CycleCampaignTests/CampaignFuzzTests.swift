import CycleBase
import CycleExplore
import TestSupport
import Testing

@testable import CycleCampaign

@Suite("Lines of campaigns from anywhere")
struct CampaignFuzzTests {
    private static let lines: [CampaignLine] = [
        .asked(scenario: "w", seeds: 0..<9), .ran(scenario: "w", seeds: 64..<70, eventCount: 700),
        .ran(scenario: "w", seeds: 60..<66, eventCount: .max), .asked(scenario: "", seeds: 0..<(.max)),
        .explored(scenario: "é\"\n", text: "all there are", isComplete: false),
        .broken(.init(scenario: "w", law: "never two", seed: 3)),
        .broken(.init(scenario: "w", law: "never two", seed: nil)),
    ]

    private static let mutator = Mutator(
        lines.map { String("\($0)".dropLast(26)) } + [
            #"{"format":"cycle-campaign","version":4,"kind":"broken","scenario":"w","law":"l","seed":4,"shortest":{"report":"r","start":"s","steps":[{"changes":["c"],"label":"b","lane":"a","lost":true,"sender":"d"}],"test":"t"}"#
        ],
        words: [
            "\"kind\":\"ran\",", "\"seed\":", "\"from\":1,", "null", ",", "\"events\":1e9", "\"steps\":[{}]",
            "\"lost\":false",
        ],
        limit: 8 << 10)

    /// The end of a line, so that what was changed is not refused for its sum alone.
    private static func ended(_ beginning: String) -> String {
        var sum = WordSum()
        sum.add(beginning.utf8)
        let digits = String(sum.value, radix: 16)
        return "\(beginning),\"sum\":\"\(String(repeating: "0", count: 16 - digits.count))\(digits)\"}"
    }

    @Test("a line is a result or none, whose sum is right or not; a result is read as it is written")
    func lines() {
        var readCount = 0
        for seed in FuzzSeeds(4_000) {
            var chance = SeededChance(seed: seed)
            let text = Self.mutator.text(&chance)
            guard let line = CampaignLine(chance.once(in: 20) ? text : Self.ended(text)) else { continue }
            readCount += 1
            #expect(CampaignLine("\(line)") == line, "seed \(seed): \(line)")
        }
        #expect(readCount > 20)
    }

    @Test("a report has one text, in whatever order its lines come and however often")
    func reports() {
        for seed in FuzzSeeds(300) {
            var chance = SeededChance(seed: seed)
            // Of two results of one range the later one counts, and of two equal laws the least seed.
            let texts = Set(chance.many(1...12) { Self.ended(Self.mutator.text(&$0)) })
            var ranges: Set<String> = []
            let lines = texts.sorted().filter { text in
                guard case .ran(let scenario, let seeds, _)? = CampaignLine(text) else {
                    return !text.contains("\"broken\"")
                }
                return ranges.insert("\(scenario) \(seeds)").inserted
            }.filter { !$0.contains("\n") }
            func report(_ lines: [String]) -> CampaignReport {
                var report = CampaignReport()
                report.add(lines.map { $0 + "\n" }.joined())
                return report
            }
            let (first, second) = (report(lines), report(lines.reversed()))
            #expect(first.description == second.description && first.exit == second.exit, "seed \(seed)")
        }
    }

    @Test("seeds keep all their 64 bits")
    func seeds() {
        for line in [
            CampaignLine.asked(scenario: "w", seeds: (1 << 53) + 1..<(1 << 53) + 3),
            .ran(scenario: "w", seeds: UInt64.max - 1..<UInt64.max, eventCount: .max),
            .broken(.init(scenario: "w", law: "l", seed: .max)),
        ] {
            #expect(CampaignLine("\(line)") == line)
        }
    }
}
