import CycleMonitor
import TestSupport
import Testing

@Suite("Redaction of random values")
struct RedactionFuzzTests {
    private static let folder = Result { try Folder() }

    private static func value(_ chance: inout SeededChance, _ depth: Int = 0) -> String {
        switch chance.below(depth > 3 ? 4 : 7) {
        case 0: "null"
        case 1: "\(chance.below(300))"
        case 2, 3: RecordedValue(NastyText.text(&chance, 0...10)).json
        case 4: "[\(chance.many(0...4) { value(&$0, depth + 1) }.joined(separator: ","))]"
        case 5: "{\"base64\":\(RecordedValue(NastyText.text(&chance)).json)}"
        default:
            "{"
                + Dictionary(
                    chance.many(0...4) { (NastyText.text(&$0), value(&$0, depth + 1)) }
                ) { $1 }.map { "\(RecordedValue($0).json):\($1)" }.joined(separator: ",") + "}"
        }
    }

    @Test("redacts without a trap, changes nothing more the second time, and is read back by its own reader")
    func random() throws {
        let folder = try Self.folder.get()
        for seed in Seeds(1_500) {
            var chance = SeededChance(seed: seed)
            let values = try (0..<3).map { _ in try RecordedValue(json: Self.value(&chance)) }
            let moment = RecordedMoment(
                number: 0, time: .zero, lens: NastyText.text(&chance), event: values[0], context: values[1],
                effect: values[2])
            let recording = Recording(header: RecordingHeader(createdBy: NastyText.text(&chance)), moments: [moment])
            let once = Redaction().applied(to: recording)
            let twice = Redaction().applied(to: once)
            #expect(twice == once, "seed \(seed): \(once.moments) and \(twice.moments)")
            guard once.moments[0].lens != "start" else { continue }
            let read = try Recording(path: folder.file("run.jsonl", once.jsonLines))
            #expect(read.faults.isEmpty && read.moments == once.moments, "seed \(seed): \(read.faults)")
        }
    }

    @Test("a secret that stands in any text behind its name is not there afterwards")
    func planted() {
        for seed in Seeds(2_000) {
            var chance = SeededChance(seed: seed)
            let name = chance.one(of: ["password", "api_key", "X-Auth-Token", "clientSecret", "PIN"])
            let separator = chance.one(of: ["=", ": ", ":", " = ", "=\"", ": \"", "\": \"", "\":\""])
            let text =
                NastyText.text(&chance) + chance.one(of: [" ", "\n", "&", "?", "(", ", "]) + name + separator
                + "S3CRETx8" + chance.one(of: ["", "\"", "&", "\n"]) + NastyText.text(&chance)
            let redacted = Redaction().text(text)
            #expect(
                !redacted.contains("S3CRETx8"), "seed \(seed): \(text.debugDescription) as \(redacted.debugDescription)"
            )
        }
    }

    @Test("a long text of any signs takes time that grows with its length only")
    func long() {
        for piece in NastyText.pieces + [
            "token: true, ", "\"token: ", "%25", "[1,", "{\"a\":[", "&a", "\\\"", "token=&",
        ] {
            let text = String(repeating: piece, count: 50_000 / piece.utf8.count)
            _ = Redaction().text(text)
        }
    }
}
