import Testing

@testable import CycleDrivers

@Suite("A zone as POSIX writes it")
struct PosixZoneTests {
    @Test(
        "has an offset with a sign or without one, in hours, minutes and seconds, that counts to the west",
        arguments: [
            ("EST5", -18_000), ("EST+5", -18_000), ("EST-5", 18_000), ("<-03>+3", -10_800), ("<+0545>-5:45", 20_700),
            ("LMT+0:01:15", -75), ("LMT-0:01:15", 75), ("UTC+0", 0), ("UTC-0", 0), ("XXX24", -86_400),
            ("XXX+24", -86_400),
        ] as [(String, Int64)])
    func offsets(_ text: String, _ expected: Int64) throws {
        #expect(try #require(ZoneRules(posix: text)).offset(at: 0) == expected)
    }

    @Test("a summer time has one as well, and so have the times of its changes")
    func summer() throws {
        let plain = try #require(ZoneRules(posix: "EST5EDT4,M3.2.0/2,M11.1.0/2"))
        let signed = try #require(ZoneRules(posix: "EST+5EDT+4,M3.2.0/+2,M11.1.0/+2"))
        // Every eleventh hour of a year.
        for second in stride(from: Int64(1_767_225_600), to: 1_798_761_600, by: 39_600) {
            #expect(plain.offset(at: second) == signed.offset(at: second))
        }
        #expect(signed.offset(at: 1_782_000_000) == -14_400)
        let early = try #require(ZoneRules(posix: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"))
        #expect(early.offset(at: 1_774_745_999) == -7_200 && early.offset(at: 1_774_746_000) == -3_600)
    }

    @Test(
        "has no other sign, not two of them, none without digits, and no hours beyond a day",
        arguments: [
            "EST*5", "EST++5", "EST+-5", "EST-+5", "EST+", "EST-", "EST", "EST+25", "EST-25", "EST+5:60", "EST 5",
        ])
    func refuses(_ text: String) {
        #expect(ZoneRules(posix: text) == nil)
    }
}
