import CycleMonitor
import TestSupport
import Testing

/// Keys of dictionaries and texts as no person writes them: marks that join what stands before them, and the signs of all syntaxes.
enum NastyText {
    static let pieces = [
        "a", "B", "1", "_", " ", "/", "~", "~0", "~1", ".", "[", "]", "\"", "\\", ":", "=", "&", "#", "?", "%", "%41",
        "@", ",", ";",
        "'", "{", "}", "(", ")", "<", ">", "-", "--", "\n", "\r\n", "\t", "\u{0}", "\u{1B}[1m", "\u{301}", "🏽",
        "\u{FE0F}",
        "\u{200D}", "🇩", "é", "e\u{301}", "\u{2028}", "\u{FFFE}", "token", "password", "key", "api", "Bearer ",
        "S3CRETx9", "://",
        "redacted", "eyJ", "-----BEGIN PRIVATE KEY-----", "null", "[1,2,3]", "-u ", "id",
    ]

    static func text(_ chance: inout SeededChance, _ counts: ClosedRange<Int> = 0...6) -> String {
        chance.many(counts) { $0.one(of: pieces) }.joined()
    }
}

@Suite("Places in a recording")
struct PathTests {
    private static let rest = String(repeating: "x", count: 400)

    @Test(
        "a key that begins with a mark, which joins the sign before it, is read as it was written",
        arguments: [
            "\u{301}", "🏽", "\u{FE0F}", "\u{200D}x", "~\u{301}", "/\u{301}", "~1\u{301}", "\"\u{301}", "]\u{301}",
        ])
    func marks(key: String) throws {
        let folder = try Folder()
        let frames = [["a": 1], ["a": 1, key: 2], ["a": 1, key: 3], ["a": 1]].map(Self.counts)
        let moments = frames.enumerated().map { number, frame in
            RecordedMoment(
                number: number, time: .zero, lens: number == 0 ? "start" : "words", event: RecordedValue("a"),
                context: frames[max(0, number - 1)], effect: frame)
        }
        let lines = Recording(header: RecordingHeader(createdBy: "tests"), moments: moments).jsonLines
        #expect(lines.contains("\"change\""))
        let read = try Recording(path: folder.file("run.jsonl", lines))
        #expect(read.faults == [] && read.moments.map(\.effect) == frames)
        for difference in frames[1].differences(to: frames[2]) {
            let place = try #require(RecordedPath(difference.path))
            #expect(frames[2][place] == difference.after)
        }
    }

    /// So long that a recording holds its changes.
    private struct Counts: Codable {
        var counts: [String: Int]
        var rest = PathTests.rest
    }

    private static func counts(_ counts: [String: Int]) -> RecordedValue { RecordedValue(Counts(counts: counts)) }

    @Test("random keys are found by the paths of their changes, and stay as they are in a file")
    func random() throws {
        let folder = try Folder()
        for seed in Seeds(300) {
            var chance = SeededChance(seed: seed)
            var frames = [Self.counts([:])]
            for _ in 0..<6 {
                let keys = chance.many(0...4) { NastyText.text(&$0) }
                let counts = Dictionary(keys.map { ($0, chance.below(3)) }) { $1 }
                frames.append(Self.counts(counts))
            }
            let moments = frames.enumerated().map { number, frame in
                RecordedMoment(
                    number: number, time: .zero, lens: number == 0 ? "start" : "words", event: RecordedValue("a"),
                    context: frames[max(0, number - 1)], effect: frame)
            }
            let lines = Recording(header: RecordingHeader(createdBy: "tests"), moments: moments).jsonLines
            let read = try Recording(path: folder.file("run.jsonl", lines))
            #expect(read.faults == [] && read.moments.map(\.effect) == frames, "seed \(seed)")
            for (old, new) in zip(frames, frames.dropFirst()) {
                for difference in old.differences(to: new) where difference.after != nil {
                    let place = try #require(RecordedPath(difference.path), "seed \(seed): \(difference.path)")
                    #expect(new[place] == difference.after, "seed \(seed): \(difference.path)")
                    #expect(RecordedPath(place.description) == place, "seed \(seed): \(place)")
                }
            }
        }
    }

    @Test("no text traps where a path is read, and a path is read again as it is written")
    func anyText() throws {
        let frame = Self.counts(["a": 1])
        for seed in Seeds(3_000) {
            var chance = SeededChance(seed: seed)
            let text = NastyText.text(&chance, 0...12)
            guard let place = RecordedPath(text) else { continue }
            _ = frame[place]
            #expect(RecordedPath(place.description) == place, "seed \(seed): \(text) as \(place)")
        }
    }
}
