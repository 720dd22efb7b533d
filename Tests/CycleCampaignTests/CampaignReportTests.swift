import Testing

@testable import CycleCampaign

@Suite("The report of a campaign")
struct CampaignReportTests {
    @Test("counts no further than it can, whatever the lines say")
    func counts() {
        var report = CampaignReport()
        let lines = (0..<UInt64(1_100)).map { number in
            "\(CampaignLine.ran(scenario: "w", seeds: number..<(number + 1), eventCount: 8_900_000_000_000_000))"
        }
        report.add(lines.joined(separator: "\n"))
        #expect(report.description == "w: 1100 seeds of 1100, \(Int.max) events")
    }

    private static let samples: [CampaignLine] = [
        .asked(scenario: "w", seeds: 0..<9), .ran(scenario: "w", seeds: 0..<9, eventCount: 7),
        .explored(scenario: "é\"\n", text: "all there are", isComplete: true),
        .broken(.init(scenario: "w", law: "never two", seed: 3)),
    ]

    @Test("a line is read as it was written; one that was cut or changed in any place is none", arguments: samples)
    func damaged(line: CampaignLine) {
        let bytes = Array("\(line)".utf8)
        #expect(CampaignLine(String(decoding: bytes, as: UTF8.self)) == line)
        for place in bytes.indices {
            #expect(CampaignLine(String(decoding: bytes[..<place], as: UTF8.self)) == nil)
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << bit
                #expect(CampaignLine(String(decoding: changed, as: UTF8.self)) == nil)
            }
        }
    }

    @Test("a line of another version is none")
    func versions() {
        #expect(
            CampaignLine(#"{"format":"cycle-campaign","version":1,"kind":"asked","scenario":"w","from":0,"to":1}"#)
                == nil)
    }

    @Test("a changed line leaves the report incomplete, and the torn last line of a killed worker does not")
    func incomplete() {
        let whole =
            "\(CampaignLine.asked(scenario: "w", seeds: 0..<9))\n\(CampaignLine.ran(scenario: "w", seeds: 0..<9, eventCount: 7))\n"
        let broken = "\(CampaignLine.broken(.init(scenario: "w", law: "never two", seed: 3)))"
        func exit(_ text: String) -> CampaignProgram.Exit {
            var report = CampaignReport()
            report.add(text)
            return report.exit
        }
        #expect(exit(whole) == .allHolds)
        #expect(exit(whole + broken) == .lawIsBroken)
        #expect(exit(whole + broken.dropLast(5)) == .allHolds)
        #expect(exit(whole + broken.replacing("broken", with: "brokem") + "\n") == .isIncomplete)
    }
}
