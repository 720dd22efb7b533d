import Cycle
import CycleBase
import CycleDrivers
import CycleExplore
import CycleMonitor
import TestSupport
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

    @Test("counts what happened in seeds once where ranges overlap")
    func overlapping() {
        var report = CampaignReport()
        let ranges: [(Range<UInt64>, Int)] = [(0..<64, 100), (32..<64, 50), (64..<128, 7), (0..<32, 40)]
        report.add(
            ranges.map { "\(CampaignLine.ran(scenario: "w", seeds: $0, eventCount: $1))" }.joined(separator: "\n"))
        #expect(report.description == "w: 128 seeds of 128, 107 events")
    }

    @Test("shows the timeline of the least seed, in whichever order the lines come")
    func leastSeed() {
        let lines = [(7, "g"), (3, "c"), (9, "i")].map { (seed: UInt64, label: String) in
            let step = TimelineStep("keys", label, changes: [])
            let shortest = CampaignLine.Shortest(report: label, test: "", start: "", steps: [step])
            return "\(CampaignLine.broken(.init(scenario: "w", law: "never two", seed: seed, shortest: shortest)))"
        }
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            var report = CampaignReport()
            report.add(order.map { lines[$0] }.joined(separator: "\n"))
            #expect(report.description == "w: ✗ never two: 3 seeds, the least 3\nc")
        }
    }

    @Test("shows the shortest timeline of several explorations that break a law, in whichever order their lines come")
    func shortest() throws {
        let lines = ["abc", "de", "fg"].map { labels in
            let steps = labels.map { TimelineStep("keys", "\($0)", changes: []) }
            let shortest = CampaignLine.Shortest(report: labels, test: "", start: "", steps: steps)
            return "\(CampaignLine.broken(.init(scenario: "w", law: "never two", seed: nil, shortest: shortest)))"
        }
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
            var report = CampaignReport()
            report.add(order.map { lines[$0] }.joined(separator: "\n"))
            #expect(report.description == "w: ✗ never two: explored\nde")
        }
    }

    @Test("its picture is that of the monitor, with an arrow for each message that a line has as such")
    func arrows() throws {
        var steps = [
            TimelineStep("ann keys", "k", changes: ["n: 0 → 1"]),
            TimelineStep("lock sockets", "an acquire of bob:9", changes: []),
            TimelineStep("ann sockets", "a grant is lost", changes: []),
        ]
        steps[1].sender = "ann"
        (steps[2].sender, steps[2].isLost) = ("lock", true)
        let shortest = CampaignLine.Shortest(report: "", test: "", start: "n: 0", steps: steps)
        let line = CampaignLine.broken(.init(scenario: "w", law: "one", seed: nil, shortest: shortest))
        #expect(CampaignLine("\(line)") == line)
        var report = CampaignReport()
        report.add("\(line)\n")
        #expect(report.page.contains(ModelTimeline(steps, startingWith: "n: 0", title: "The shortest timeline").svg))
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

    @Test("a line of another version is none, which the report says")
    func versions() {
        let old = #"{"format":"cycle-campaign","version":3,"kind":"asked","scenario":"w","from":0,"to":1"#
        var (sum, report) = (WordSum(), CampaignReport())
        sum.add(old.utf8)
        report.add("\(old),\"sum\":\"\(String(sum.value, radix: 16))\"}\n")
        #expect(report.description == "1 lines are not whole, or not of this version")
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

    @Test("a line that a killed worker has left torn is ended before the next worker's lines")
    func tornLine() throws {
        let folder = try Folder()
        for (before, after) in [("torn", "torn\n"), ("whole\n", "whole\n"), ("", "")] {
            let path = try folder.file("lines", before)
            let line = CampaignLine.asked(scenario: "w", seeds: 0..<9)
            #expect(LineOutput(path, named: "w")?.write(line) == true)
            #expect(try folder.text(path) == "\(after)\(line)\n")
        }
    }

    /// A program to which nothing happens.
    private static func still(_ number: Int) -> NamedScenario {
        let law = Law<Int>.always("it is even") { $0.isMultiple(of: 2) }
        let scenario = Scenario(laws: [law]) { _ in
            CycledLens(startingWith: number) { frames in
                frames.lens(driver: TimerDriver<Int>(), frameFilter: { _ in .none }, eventFilter: { _, _ in })
            }
        }
        return NamedScenario("still", scenario, steps: 1)
    }

    /// The ranges of seeds that are written as run.
    private func ranges(_ number: Int, _ seeds: Range<UInt64>, endsAtFirst: Bool = false) throws -> [Range<UInt64>] {
        let folder = try Folder()
        let path = folder.path + "/lines"
        var run = CampaignRun(Self.still(number), try #require(LineOutput(path, named: "still")), jobs: 1)
        (run.isQuiet, run.endsAtFirst) = (true, endsAtFirst)
        #expect(run.run(seeds) && run.exit == (number.isMultiple(of: 2) ? .allHolds : .lawIsBroken))
        return try folder.text(path).split(separator: "\n").compactMap { line in
            if case .ran(_, let seeds, _) = CampaignLine(line) { seeds } else { nil }
        }
    }

    @Test("seeds are cut at multiples of 64, wherever a campaign begins and ends")
    func grid() throws {
        let cut: [Range<UInt64>] = [40..<64, 64..<128, 128..<192, 192..<256, 256..<320, 320..<350]
        #expect(try ranges(0, 40..<350) == cut)
    }

    @Test("a campaign that ends at the first failure runs the seeds that it has begun with, and no more")
    func first() throws {
        #expect(try ranges(1, 0..<300, endsAtFirst: true) == (0..<4).map { $0 * 64..<($0 + 1) * 64 })
    }
}
