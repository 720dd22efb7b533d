import CycleMonitor
import Foundation
import TestSupport
import Testing

@testable import cycle_monitor

@Suite("Secrets")
struct SecretsTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Commands that write a recording in another form, with the arguments that they need.
    private static let sharing: [String: [String]] = [
        "redact": [], "report": ["--count", "1000"], "html": [], "draw": [], "states": ["shape"], "cast": [],
        "movie": [],
        "trace": [], "otlp": [], "tests": ["--application", "application()"],
    ]
    /// Commands for the user's own eyes and files.
    private static let own: Set = [
        "open", "live", "list", "show", "diff", "find", "blame", "why-not", "stats", "check", "approve", "trim",
        "merge",
        "convert", "completion", "help",
    ]

    /// A frame that no encoder takes.
    private struct Described {
        let models: [any Encodable]
        let token: String
        let headers = ["Set-Cookie": PlantedSecrets.secret]
    }

    /// All of them with `CYCLE_SEEDS`; without it each twelfth, as a debug build redacts slowly.
    private static let shapes =
        seedCount(0) > 0
        ? PlantedSecrets.shapes
        : stride(from: 0, to: PlantedSecrets.shapes.count, by: 12).map { PlantedSecrets.shapes[$0] }

    /// A moment for each shape, with all models and events in its frame, as JSON, described and reflected.
    private var recording: Recording {
        get throws {
            var moments: [RecordedMoment] = []
            for (number, shape) in Self.shapes.enumerated() {
                let (models, events) = (PlantedSecrets.models(shape), PlantedSecrets.events(shape))
                let described = Described(models: models, token: PlantedSecrets.secret)
                let values =
                    [("shape", RecordedValue(shape)), ("described", RecordedValue(described as Any))]
                    + [("reflected", RecordedValue(reflecting: described))]
                    + (models + events).enumerated().map { ("value\($0)", RecordedValue($1)) }
                let frame = try RecordedValue(
                    json: "{" + values.map { "\"\($0)\":\($1.json)" }.joined(separator: ",") + "}")
                moments.append(
                    RecordedMoment(
                        number: number, time: .seconds(number), lens: number == 0 ? "start" : "lens \(shape)",
                        event: RecordedValue(events[number % events.count]),
                        context: moments.last?.effect ?? frame, effect: frame, isApproved: true))
            }
            return Recording(header: RecordingHeader(createdBy: PlantedSecrets.shapes[3]), moments: moments)
        }
    }

    private func run(_ arguments: [String]) -> String {
        var output = ""
        let status = Program(output: { output += $0 }, complaint: { output += $0 }).run(arguments)
        #expect(status == 0, "\(arguments): \(output.prefix(300))")
        return output
    }

    /// The secret as text, as base64 wherever it begins in a group, and as numbers.
    private static func places(of text: String) -> [Substring] {
        let bytes = Array(PlantedSecrets.secret.utf8)
        let base64 = (0..<3).map { shift -> String in
            let padded = Data(Array(repeating: UInt8(0), count: shift) + bytes).base64EncodedString()
            // The letters that no neighbour has a part in.
            return String(padded.dropFirst(shift == 0 ? 0 : shift + 1).prefix(8))
        }
        let numbers = [bytes.map { "\($0)" }.joined(separator: ","), bytes.map { "\($0)" }.joined(separator: ", ")]
        return ([PlantedSecrets.secret] + base64 + numbers).compactMap { wanted in
            text.range(of: wanted).map { text[$0.lowerBound...].prefix(80) }
        }
    }

    @Test("a secret in any field of any model and event leaves by no command, in whatever shape it is written")
    func commands() throws {
        let path = try folder.file("run.jsonl", recording.jsonLines)
        for (command, arguments) in Self.sharing {
            let output = run([command, path] + arguments)
            let found = Self.places(of: output)
            let around = output.range(of: PlantedSecrets.secret).map {
                output[
                    (output.index($0.lowerBound, offsetBy: -200, limitedBy: output.startIndex) ?? output.startIndex)..<$0
                        .upperBound]
            }
            #expect(found.isEmpty, "\(command): \(found.first ?? "") after \(around ?? "")")
            // The same search finds it where it was left in.
            let isCut = ["redact", "states", "draw", "cast", "movie"].contains(command)
            #expect(isCut || !Self.places(of: run([command, path, "--secrets"] + arguments)).isEmpty, "\(command)")
        }
    }

    @Test("every command either takes secrets out or is for its user's own eyes")
    func allCommands() {
        #expect(Set(Program.commands.map(\.name)) == Self.own.union(Self.sharing.keys))
    }

    @Test("a secret leaves by no ending of an export")
    func exports() throws {
        let path = try folder.file("run.jsonl", recording.jsonLines)
        let moments = try IndexedRecording(path: path)
        let export = ExportedInspection(Inspection(of: .recording(path: path), in: moments), moments)
        for ending in ExportedInspection.endings {
            let text = try #require(export.text(as: "out.\(ending)"))
            #expect(Self.places(of: text).isEmpty, "\(ending): \(Self.places(of: text))")
            var open = export
            open.redaction = nil
            #expect(
                try ending == "svg" || !Self.places(of: #require(open.text(as: "out.\(ending)"))).isEmpty, "\(ending)")
        }
    }

    @Test(
        "a redacted recording is read without a fault, and redacted again it is the same",
        arguments: Self.shapes.indices)
    func twice(index: Int) throws {
        var planted = try recording
        planted.moments = [planted.moments[index]]
        let redacted = Redaction().applied(to: planted)
        #expect(Redaction().applied(to: redacted) == redacted)
        let read = try Recording(path: try folder.file("run.jsonl", redacted.jsonLines))
        #expect(read.faults.isEmpty && read.moments == redacted.moments)
    }
}
