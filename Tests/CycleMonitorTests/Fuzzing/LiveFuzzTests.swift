import CycleBase
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Lines of a running program and of its clients, from anywhere")
struct LiveFuzzTests {
    private static let commands = Mutator(
        [
            #"{"do":"pause"}"#, #"{"do":"inject","lens":"console","event":{"key":"+"}}"#,
            #"{"do":"set","place":"items[0].title","value":7}"#, #"{"do":"goto","moment":12,"silent":true}"#,
            #"{"do":"wants","moment":3}"#,
            #"{"do":"record","path":"/tmp/a.jsonl"}"#, #"{"do":"step"}"#, #"{"do":"resume"}"#,
        ], words: ["\"moment\":", "\"do\":\"set\",", "\"place\":\"a[id: 1]\"", "null", "[1]", "\"silent\":1"])

    @Test("a line of a client is a command or a mistake that says what is wrong")
    func commands() {
        var (readCount, refusedCount) = (0, 0)
        for seed in FuzzSeeds(4_000) {
            var chance = SeededChance(seed: seed)
            do throws(InspectionCommand.Mistake) {
                let command = try LiveCommand(line: Self.commands.text(&chance))
                readCount += 1
                #expect(LiveCommand.words.contains(command.word), "seed \(seed)")
            } catch {
                refusedCount += 1
                #expect(!error.reason.isEmpty && error.reason.utf8.count < 100_000, "seed \(seed)")
            }
        }
        #expect(readCount > 20 && refusedCount > 20)
    }

    @Test("lines that come one by one are the moments that they are together")
    func moments() {
        let mutator = Mutator(
            [
                ([RecordingSamples.header] + RecordingSamples.lines).joined(separator: "\n"),
                #"""
                {"lost":3}
                {"resumed":2}
                {"silent":true}
                {"ok":"pause"}
                {"moment":1,"wants":{"console":{"text":"a"}}}
                {"error":"no such lens"}
                """#,
            ], words: RecordingSamples.words)
        for seed in FuzzSeeds(500) {
            var chance = SeededChance(seed: seed)
            let lines = mutator.text(&chance).utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
            let (whole, growing) = (LiveMoments(), LiveMoments())
            whole.take(lines)
            var count = 0
            while count < lines.count {
                count = min(lines.count, count + 1 + chance.below(3))
                growing.take(Array(lines[..<count]))
            }
            #expect(growing.count == whole.count && growing.lenses == whole.lenses, "seed \(seed)")
            #expect(growing.faults == whole.faults && growing.answers == whole.answers, "seed \(seed)")
            #expect(growing.program == whole.program && growing.isSilent == whole.isSilent, "seed \(seed)")
            for index in 0..<whole.count {
                #expect(growing.summary(at: index) == whole.summary(at: index), "seed \(seed)")
            }
            #expect(whole.count + whole.faults.count <= lines.count, "seed \(seed)")
        }
    }
}
