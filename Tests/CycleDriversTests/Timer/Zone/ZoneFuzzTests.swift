import CycleBase
import Cycle
import TestSupport
import Testing

@testable import CycleDrivers

/// Bytes and texts of zones that come from outside: files that are cut, changed or made up, and texts of `TZ`.
@Suite("Zones from outside", .timeLimit(.minutes(60)))
struct ZoneFuzzTests {
    private static let names = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Africa/Casablanca", "UTC"]

    /// Times at which a broken rule could go wrong: now, and far away on both sides.
    private static let times: [Int64] = [0, 1_795_219_200, 1 << 33, 1 << 40, -(1 << 40), 1 << 58, -(1 << 58)]

    /// Holds for all rules, also those that no place has: the next time comes, and is soon.
    private func hold(_ rules: ZoneRules, _ random: inout SplitMix64, _ origin: String) {
        for time in ZoneFuzzTests.times {
            let second = Int64.random(in: 0..<secondsPerDay, using: &random)
            let next = rules.next(secondOfDay: second, after: time)
            #expect(next > time && next - time < 8 * secondsPerDay, "\(origin), at \(time)")
            #expect(abs(rules.offset(at: time)) <= 8 * secondsPerDay, "\(origin), at \(time)")
        }
    }

    @Test("files that were changed, cut or made up give rules or none, and no trap")
    func files() throws {
        let mutator = Mutator(
            try ZoneFuzzTests.names.map(zone), words: ["TZif2", "\nCET-1CEST,M3.5.0,M10.5.0/3\n"], limit: 16 << 10)
        var ruleCount = 0
        for seed in FuzzSeeds(3_000) {
            var (chance, random) = (SeededChance(seed: seed), SplitMix64(seed: seed))
            guard let rules = ZoneRules(tzif: mutator.bytes(&chance)) else { continue }
            ruleCount += 1
            hold(rules, &random, "seed \(seed)")
        }
        #expect(ruleCount > 20)
    }

    private func zone(_ name: String) throws -> [UInt8] {
        let descriptor = try Descriptors.open("/usr/share/zoneinfo/" + name, O_RDONLY)
        defer { Descriptors.close(descriptor) }
        guard case .bytes(let bytes) = Descriptors.read(descriptor, upTo: 1 << 20) else { return [] }
        return bytes
    }

    @Test("texts of TZ give rules or none, and no trap", arguments: Seeds(60).map(\.self))
    func texts(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let parts = [
            "CET", "EST5EDT", "<+03>", "<", ">", "-", "+", "1", "24", "25", "167", "168", "99999999999999999999", ":59",
            ":60", ",",
            "M3.5.0", "M13.1.0", "M0.0.7", "J1", "J365", "J366", "0", "365", "366", "/", "/2", "/-167", "é", "e\u{301}",
            "\0",
        ]
        for _ in 0..<200 {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
            if let rules = ZoneRules(posix: text) { hold(rules, &random, "seed \(seed): \(text)") }
        }
        for _ in 0..<100 {
            let offset = Int64.random(in: -24...24, using: &random)
            let hours = (0..<2).map { _ in Int.random(in: -167...167, using: &random) }
            let (month, day) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...365, using: &random))
            let text = "AAA\(offset)BBB,M\(month).5.0/\(hours[0]),J\(day)/\(hours[1])"
            if let rules = ZoneRules(posix: text) { hold(rules, &random, "seed \(seed): \(text)") }
        }
    }

    @Test("a clock that is set by any length fires what is due 64 at a time", arguments: Seeds(15).map(\.self))
    func clocks(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try #require(ZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
        for missed in [MissedTicks.skip, .all] {
            var times = DailyTimes(TimeOfDay(hour: Int.random(in: 0..<24, using: &random)), missed)
            var before: Int?
            for _ in 0..<50 {
                let length = Int.random(in: 0..<60, using: &random)
                let seconds = Int64.random(in: -(1 << length)...(1 << length), using: &random)
                let edges = [Duration(attoseconds: .max), Duration(attoseconds: .min), .zero]
                let isEdge = Int.random(in: 0..<10, using: &random) == 0
                let now = isEdge ? edges.randomElement(using: &random) ?? .zero : .seconds(seconds)
                let ticks = times.take(at: now, by: rules)
                #expect(ticks.count <= (missed == .skip ? 1 : 64), "seed \(seed)")
                for tick in ticks {
                    #expect(tick.count > before ?? 0, "seed \(seed)")
                    before = tick.count
                }
                _ = try #require(times.next)
            }
        }
    }

    @Test("days that a clock has jumped over count, one each")
    func missedDays() throws {
        let rules = try #require(ZoneRules(posix: "UTC0"))
        var times = DailyTimes(TimeOfDay(hour: 3), .skip)
        #expect(times.take(at: .zero, by: rules) == [])
        let ticks = times.take(at: .seconds(20_000 * secondsPerDay), by: rules)
        #expect(ticks == [.init(count: 20_000, scheduled: .seconds(19_999 * secondsPerDay + 3 * 3_600))])
        var all = DailyTimes(TimeOfDay(hour: 3), .all)
        _ = all.take(at: .zero, by: rules)
        var counts: [Int] = []
        while counts.count < 200 {
            let ticks = all.take(at: .seconds(200 * secondsPerDay), by: rules)
            if ticks.isEmpty { break }
            counts += ticks.map(\.count)
        }
        #expect(counts == Array(1...200))
    }
}
