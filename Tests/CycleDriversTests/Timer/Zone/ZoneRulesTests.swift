import CycleBase
import Foundation
import Testing

@testable import CycleDrivers

@Suite("ZoneRules")
struct ZoneRulesTests {
    private func rules(_ posix: String) throws -> ZoneRules {
        try #require(ZoneRules(posix: posix))
    }

    private func time(_ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64 = 0, _ minute: Int64 = 0) -> Int64 {
        CivilDay(year: year, month: month, day: day).number * secondsPerDay + hour * 3_600 + minute * 60
    }

    @Test(
        "an offset changes at the second at which the clocks are set, north and south",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 3_600, 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 7_200, 3_600),
            ("EST5EDT,M3.2.0,M11.1.0", 1_772_953_200, -18_000, -14_400),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_775_318_400, 39_600, 36_000),
            ("<+0330>-3:30", 0, 12_600, 12_600),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_774_746_000, 0, 3_600),
        ] as [(String, Int64, Int64, Int64)])
    func changes(_ posix: String, _ change: Int64, _ before: Int64, _ after: Int64) throws {
        let rules = try rules(posix)
        #expect(rules.offset(at: change - 1) == before)
        #expect(rules.offset(at: change) == after)
    }

    @Test("a time that clocks skip comes as long after the skip; one that they show twice comes once")
    func gapAndFold() throws {
        let rules = try rules("CET-1CEST,M3.5.0,M10.5.0/3")
        let halfPastTwo: Int64 = 2 * 3_600 + 30 * 60
        #expect(rules.next(secondOfDay: halfPastTwo, after: time(2026, 3, 29)) == time(2026, 3, 29, 1, 30))
        let first = rules.next(secondOfDay: halfPastTwo, after: time(2026, 10, 24, 12))
        #expect(first == time(2026, 10, 25, 0, 30))
        #expect(rules.next(secondOfDay: halfPastTwo, after: first) == time(2026, 10, 26, 1, 30))
    }

    @Test(
        "every day has one nine o'clock, in every zone", arguments: ["CET-1CEST,M3.5.0,M10.5.0/3", "UTC0", "<-12>12"])
    func everyDay(_ posix: String) throws {
        let rules = try rules(posix)
        var now = time(2026, 1, 1)
        for _ in 0..<1_000 {
            let next = rules.next(secondOfDay: 9 * 3_600, after: now)
            #expect((82_800...90_000).contains(next - now) || now == time(2026, 1, 1))
            #expect((next + rules.offset(at: next)) % secondsPerDay == 9 * 3_600)
            now = next
        }
    }

    @Test(
        "a text that is not a zone is none",
        arguments: ["", "C", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M13.1.0,M10.5.0", "CET-1,", "<CET-1", "/etc"])
    func broken(_ posix: String) {
        #expect(ZoneRules(posix: posix) == nil)
    }

    /// Two changes, then the rule of the footer.
    private static let file: [UInt8] = {
        func integer(_ value: Int64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
        }
        func header(_ times: Int64, _ types: Int64, _ characters: Int64) -> [UInt8] {
            Array("TZif2".utf8) + Array(repeating: 0, count: 15)
                + [0, 0, 0, times, types, characters].flatMap { integer($0, 4) }
        }
        let old = header(0, 1, 4) + integer(0, 4) + [0, 0] + Array("UTC\0".utf8)
        let types = integer(3_600, 4) + [0, 0] + integer(7_200, 4) + [1, 0]
        let new = header(2, 2, 4) + integer(1_000, 8) + integer(2_000, 8) + [1, 0] + types + Array("CET\0".utf8)
        return old + new + Array("\n<+03>-3\n".utf8)
    }()

    @Test("a file of time zone data gives the offsets of the past and the rule of the future")
    func file() throws {
        let rules = try #require(ZoneRules(tzif: ZoneRulesTests.file))
        #expect([0, 999, 1_000, 1_999].map(rules.offset) == [3_600, 3_600, 7_200, 7_200])
        #expect(rules.offset(at: 2_000) == 10_800)
    }

    @Test("a broken file is no zone, and never a trap")
    func brokenFile() {
        let file = ZoneRulesTests.file
        for length in 0..<file.count { #expect(ZoneRules(tzif: Array(file[..<length])) == nil) }
        for position in file.indices {
            for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var broken = file
                broken[position] = byte
                _ = ZoneRules(tzif: broken)?.next(secondOfDay: 0, after: 1_500)
            }
        }
    }

    @Test(
        "the zones of this machine are as Foundation reads them",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")),
        arguments: [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kolkata",
            "Pacific/Apia",
            "America/Sao_Paulo", "Etc/UTC",
        ])
    func foundation(_ name: String) throws {
        let rules = try #require(TimeOfDay.Zone.named(name).rules())
        let zone = try #require(TimeZone(identifier: name))
        for second in stride(from: Int64(-600_000_000), to: 2_100_000_000, by: 1_234_567) {
            let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
            #expect(rules.offset(at: second) == Int64(expected), "at \(second)")
        }
    }

    @Test(
        "a name that leads out of the folder of zones is none",
        arguments: ["../../etc/passwd", "", "/etc/localtime", "a/../b"])
    func names(_ name: String) {
        #expect(TimeOfDay.Zone.named(name).rules() == nil)
    }
}
