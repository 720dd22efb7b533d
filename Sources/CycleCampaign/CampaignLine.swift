import CycleBase
import CycleExplore
import CycleMonitor

/// One line of the results of a campaign, in JSON. Its programs write them, and read those of others.
enum CampaignLine: Hashable, Sendable {
    /// The seeds that a campaign was asked for. This or another process runs them.
    case asked(scenario: String, seeds: Range<UInt64>)
    /// Seeds that were run, and how many things happened in them.
    case ran(scenario: String, seeds: Range<UInt64>, eventCount: Int)
    /// A law that a seed breaks.
    case broken(Broken)
    /// An exploration that has come to its end.
    case explored(scenario: String, text: String, isComplete: Bool)

    struct Broken: Hashable, Sendable {
        let scenario: String
        let law: String
        /// `nil` for a law that an exploration has found broken.
        let seed: UInt64?
        /// `nil` for all seeds but the first that breaks the law.
        var shortest: Shortest?
    }

    /// The shortest timeline that breaks a law.
    struct Shortest: Hashable, Sendable {
        let report: String
        /// The source of a test that repeats it.
        let test: String
        /// The first frame.
        let start: String
        let steps: [TimelineStep]
    }
}

extension CampaignLine.Shortest {
    init(_ failure: ExplorationFailure) {
        self.init(
            report: failure.description, test: failure.testSource, start: failure.start,
            steps: failure.lines.map { line in
                var step = TimelineStep(line.happening.lane, line.happening.label, changes: line.changes)
                (step.sender, step.isLost) = (line.sender, line.isLost)
                return step
            })
    }

    /// Whether another timeline is longer, or as long and behind this one in the order of texts.
    func isBefore(_ other: Self) -> Bool { (steps.count, report) < (other.steps.count, other.report) }
}

extension CampaignLine: CustomStringConvertible {
    /// As JSON.
    var description: String {
        // Not one object of JSON, whose fields would be sorted: the sum stands at the end, behind all that it is of.
        func line(_ kind: String, _ scenario: String, _ fields: [JSON.Field]) -> String {
            let beginning: [JSON.Field] = [
                .init(key: "format", value: .string("cycle-campaign")),
                .init(key: "version", value: .number("\(Self.version)")),
                .init(key: "kind", value: .string(kind)), .init(key: "scenario", value: .string(scenario)),
            ]
            let members = (beginning + fields).map { "\($0.key.quotedJSON):\($0.value.text)" }
            let text = "{\(members.joined(separator: ","))"
            return "\(text)\(Self.sumField)\(Self.sum(text))\"}"
        }
        func range(_ seeds: Range<UInt64>) -> [JSON.Field] {
            [
                .init(key: "from", value: .number("\(seeds.lowerBound)")),
                .init(key: "to", value: .number("\(seeds.upperBound)")),
            ]
        }
        switch self {
        case .asked(let scenario, let seeds): return line("asked", scenario, range(seeds))
        case .ran(let scenario, let seeds, let count):
            return line("ran", scenario, range(seeds) + [.init(key: "events", value: .number("\(count)"))])
        case .explored(let scenario, let text, let isComplete):
            return line(
                "explored", scenario,
                [.init(key: "text", value: .string(text)), .init(key: "isComplete", value: .bool(isComplete))])
        case .broken(let broken):
            var fields: [JSON.Field] = [.init(key: "law", value: .string(broken.law))]
            if let seed = broken.seed { fields.append(.init(key: "seed", value: .number("\(seed)"))) }
            if let shortest = broken.shortest { fields.append(.init(key: "shortest", value: shortest.json)) }
            return line("broken", broken.scenario, fields)
        }
    }

    private static var version: Int { 4 }
    private static var sumField: String { ",\"sum\":\"" }

    /// Sixteen digits, of all that stands before them.
    private static func sum(_ text: some StringProtocol) -> String {
        var sum = WordSum()
        sum.add(text.utf8)
        let digits = String(sum.value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A line that was cut or changed would count events that never were, or hide a law that is broken.
    private static func isWhole(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        let end = Array("\(sumField)0123456789abcdef\"}".utf8)
        guard bytes.count > end.count else { return false }
        let beginning = String(decoding: bytes.dropLast(end.count), as: UTF8.self)
        return bytes.elementsEqual("\(beginning)\(sumField)\(sum(beginning))\"}".utf8)
    }

    /// - Returns: `nil` where the line is not whole, or of another format or version.
    init?(_ text: some StringProtocol) {
        guard Self.isWhole(text) else { return nil }
        let json: JSON
        do { json = try JSONParser.parse(Array(text.utf8)) } catch { return nil }
        guard json["format"]?.string == "cycle-campaign", json["version"]?.integer == Self.version,
            let scenario = json["scenario"]?.string
        else { return nil }
        func seeds() -> Range<UInt64>? {
            guard let from = json["from"]?.seed, let to = json["to"]?.seed, from <= to else { return nil }
            return from..<to
        }
        switch json["kind"]?.string {
        case "asked":
            guard let seeds = seeds() else { return nil }
            self = .asked(scenario: scenario, seeds: seeds)
        case "ran":
            guard let seeds = seeds(), let count = json["events"]?.integer, count >= 0 else { return nil }
            self = .ran(scenario: scenario, seeds: seeds, eventCount: count)
        case "explored":
            guard let text = json["text"]?.string else { return nil }
            self = .explored(scenario: scenario, text: text, isComplete: json["isComplete"] == .bool(true))
        case "broken":
            guard let law = json["law"]?.string else { return nil }
            self = .broken(
                Broken(
                    scenario: scenario, law: law, seed: json["seed"]?.seed,
                    shortest: json["shortest"].flatMap { Shortest($0) }))
        default: return nil
        }
    }
}

extension JSON {
    /// Any of 64 bits.
    fileprivate var seed: UInt64? {
        if case .number(let digits) = self { UInt64(digits) } else { nil }
    }
}

extension CampaignLine.Shortest {
    fileprivate var json: JSON {
        .object([
            .init(key: "report", value: .string(report)), .init(key: "start", value: .string(start)),
            .init(key: "steps", value: .array(steps.map(\.json))), .init(key: "test", value: .string(test)),
        ])
    }

    fileprivate init?(_ json: JSON) {
        guard let report = json["report"]?.string, let test = json["test"]?.string,
            let start = json["start"]?.string, let steps = json["steps"]?.elements
        else { return nil }
        self.init(report: report, test: test, start: start, steps: steps.compactMap { TimelineStep($0) })
    }
}

extension TimelineStep {
    fileprivate var json: JSON {
        var fields: [JSON.Field] = [
            .init(key: "changes", value: .array(changes.map { .string($0) })),
            .init(key: "label", value: .string(label)), .init(key: "lane", value: .string(lane)),
        ]
        if isLost { fields.append(.init(key: "lost", value: .bool(true))) }
        if let sender { fields.append(.init(key: "sender", value: .string(sender))) }
        return .object(fields)
    }

    fileprivate init?(_ json: JSON) {
        guard let lane = json["lane"]?.string, let label = json["label"]?.string else { return nil }
        self.init(lane, label, changes: json["changes"]?.elements?.compactMap(\.string) ?? [])
        (sender, isLost) = (json["sender"]?.string, json["lost"] == .bool(true))
    }
}
