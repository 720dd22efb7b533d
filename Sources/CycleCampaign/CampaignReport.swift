import CycleBase

/// The results of many workers, merged. It does not depend on the order of the lines, nor on how often a range was run.
struct CampaignReport {
    /// The results of one scenario.
    struct Part {
        fileprivate(set) var asked: [Range<UInt64>] = []
        /// Each range that was run, and how many things happened in it.
        fileprivate(set) var ran: [Range<UInt64>: Int] = [:]
        fileprivate(set) var explorations: Set<String> = []
        fileprivate(set) var isComplete = true
        fileprivate(set) var laws: [String: Failures] = [:]

        /// Each once, in order.
        var covered: [Range<UInt64>] { Part.union(of: Array(ran.keys)) }
        var missing: [Range<UInt64>] { Part.difference(Part.union(of: asked), covered) }
        var seedCount: UInt64 { covered.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

        /// The things that happened in all seeds. Where ranges overlap, in those that leave no seed out twice.
        var eventCount: Int {
            let ranges = ran.sorted {
                ($0.key.lowerBound, $1.key.upperBound) < ($1.key.lowerBound, $0.key.upperBound)
            }
            var (count, end) = (0, 0 as UInt64)
            for (range, events) in ranges where range.lowerBound >= end {
                count = count.addingSaturated(events)
                end = range.upperBound
            }
            return count
        }

        static func union(of ranges: [Range<UInt64>]) -> [Range<UInt64>] {
            var union: [Range<UInt64>] = []
            for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
                if let last = union.last, range.lowerBound <= last.upperBound {
                    union[union.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
                } else {
                    union.append(range)
                }
            }
            return union
        }

        /// The parts of some ranges that are not in others; both in order.
        static func difference(_ ranges: [Range<UInt64>], _ others: [Range<UInt64>]) -> [Range<UInt64>] {
            ranges.flatMap { range in
                var rest: [Range<UInt64>] = []
                var start = range.lowerBound
                for other in others where other.overlaps(range) {
                    if other.lowerBound > start { rest.append(start..<other.lowerBound) }
                    start = max(start, other.upperBound)
                }
                if start < range.upperBound { rest.append(start..<range.upperBound) }
                return rest
            }
        }
    }

    /// The failures of one law.
    struct Failures {
        fileprivate(set) var seeds: Set<UInt64> = []
        fileprivate(set) var isExplored = false
        private var ofExplorations: CampaignLine.Shortest?
        private var ofLeastSeed: (seed: UInt64, shortest: CampaignLine.Shortest)?

        /// The shortest timeline of all explorations, or that of the least seed.
        var shortest: CampaignLine.Shortest? { ofExplorations ?? ofLeastSeed?.shortest }

        fileprivate mutating func add(_ broken: CampaignLine.Broken) {
            if let seed = broken.seed { seeds.insert(seed) } else { isExplored = true }
            guard let shortest = broken.shortest else { return }
            if let seed = broken.seed {
                if seed <= ofLeastSeed?.seed ?? .max { ofLeastSeed = (seed, shortest) }
            } else if ofExplorations.map(shortest.isBefore) ?? true {
                ofExplorations = shortest
            }
        }

        var title: String {
            let count = "\(seeds.count) seed\(seeds.count == 1 ? "" : "s")"
            let ofSeeds = seeds.min().map { "\(count), the least \($0)" }
            return [isExplored ? "explored" : nil, ofSeeds].compactMap(\.self).joined(separator: "; ")
        }
    }

    private(set) var parts: [String: Part] = [:]
    /// Lines that are not whole, of another version, or of something else.
    private var strangeLineCount = 0
    var strangeLines: String? {
        strangeLineCount == 0 ? nil : "\(strangeLineCount) lines are not whole, or not of this version"
    }
    /// Those among them that were whole once: not the last line of a worker that was killed. A broken law may have stood there.
    private var damagedLineCount = 0

    /// Adds a file of results.
    mutating func add(_ text: String) {
        // By bytes: a line end and what follows may be one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            guard let line = CampaignLine(Substring(line)) else {
                strangeLineCount += 1
                if index < lines.count - 1 { damagedLineCount += 1 }
                continue
            }
            add(line)
        }
    }

    private mutating func add(_ line: CampaignLine) {
        switch line {
        case .asked(let scenario, let seeds): parts[scenario, default: Part()].asked.append(seeds)
        case .ran(let scenario, let seeds, let count):
            parts[scenario, default: Part()].ran[seeds] = count
        case .explored(let scenario, let text, let isComplete):
            parts[scenario, default: Part()].explorations.insert(text)
            if !isComplete { parts[scenario]?.isComplete = false }
        case .broken(let broken):
            parts[broken.scenario, default: Part()].laws[broken.law, default: Failures()].add(broken)
        }
    }

    var exit: CampaignProgram.Exit {
        if parts.values.contains(where: { !$0.laws.isEmpty }) { return .lawIsBroken }
        let isIncomplete = parts.isEmpty || parts.values.contains { !$0.missing.isEmpty || !$0.isComplete }
        return isIncomplete || damagedLineCount > 0 ? .isIncomplete : .allHolds
    }
}

extension CampaignReport: CustomStringConvertible {
    var description: String {
        var text: [String] = []
        for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
            text += part.summary.map { "\(name): \($0)" }
            for (law, failures) in part.laws.sorted(by: { $0.key < $1.key }) {
                text.append("\(name): ✗ \(law): \(failures.title)")
                if let shortest = failures.shortest { text.append(shortest.report) }
            }
        }
        if let strangeLines { text.append(strangeLines) }
        return text.joined(separator: "\n")
    }
}

extension CampaignReport.Part {
    /// How much was done, a sentence a line.
    var summary: [String] {
        var text = explorations.sorted()
        if !ran.isEmpty || !asked.isEmpty {
            let asked = Self.union(of: asked).reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
            text.append("\(seedCount) seeds of \(max(asked, seedCount)), \(eventCount) events")
        }
        if !missing.isEmpty {
            let some = missing.prefix(8).map { "\($0)" }.joined(separator: ", ")
            text.append("missing: \(some)\(missing.count > 8 ? " and \(missing.count - 8) more ranges" : "")")
        }
        return text
    }
}
