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
    static let sharing: [String: [String]] = [
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

    /// So many shapes have all models and events together: one with `CYCLE_SEEDS`. A debug build redacts slowly, so without it each shape
    /// has a twelfth of them, another one than the shape before.
    private static let turn = seedCount(0) > 0 ? 1 : 12

    /// A moment for each shape, with models and events in its frame, as JSON, described and reflected.
    private static let recorded = Result { try recording(of: PlantedSecrets.shapes) }

    private var recording: Recording { get throws { try Self.recorded.get() } }

    private static func recording(of shapes: [String]) throws -> Recording {
        var moments: [RecordedMoment] = []
        for (number, shape) in shapes.enumerated() {
            let planted = PlantedSecrets.events(shape)
            let (models, events) = (part(number, of: PlantedSecrets.models(shape)), part(number, of: planted))
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
                    event: RecordedValue(planted[number % planted.count]),
                    context: moments.last?.effect ?? frame, effect: frame, isApproved: true))
        }
        return Recording(header: RecordingHeader(createdBy: PlantedSecrets.shapes[3]), moments: moments)
    }

    private static func part(_ number: Int, of values: [any Encodable]) -> [any Encodable] {
        values.indices.filter { ($0 + number) % turn == 0 }.map { values[$0] }
    }

    private func run(_ arguments: [String]) -> String {
        var output = ""
        let status = Program(output: { output += $0 }, complaint: { output += $0 }).run(arguments)
        #expect(status == 0, "\(arguments): \(output.prefix(300))")
        return output
    }

    /// The secret as text, as base64 wherever it begins in a group, and as numbers.
    private static let forms: [[UInt8]] = {
        let bytes = Array(PlantedSecrets.secret.utf8)
        let base64 = (0..<3).map { shift -> String in
            let padded = Data(Array(repeating: UInt8(0), count: shift) + bytes).base64EncodedString()
            // The letters that no neighbour has a part in.
            return String(padded.dropFirst(shift == 0 ? 0 : shift + 1).prefix(8))
        }
        let numbers = [bytes.map { "\($0)" }.joined(separator: ","), bytes.map { "\($0)" }.joined(separator: ", ")]
        return ([PlantedSecrets.secret] + base64 + numbers).map { Array($0.utf8) }
    }()

    /// What stands around the first place of each form.
    private static func places(of text: String) -> [String] {
        let text = Data(text.utf8)
        return forms.compactMap { form in
            text.range(of: Data(form)).map { found in
                let around = max(0, found.lowerBound - 200)..<min(text.count, found.upperBound + 80)
                return String(decoding: text[around], as: UTF8.self)
            }
        }
    }

    @Test("a secret in any field of any model and event leaves by no command, in whatever shape it is written")
    func commands() throws {
        let whole = try folder.file("run.jsonl", recording.jsonLines)
        // Two commands make one film, of a screen for each moment, which takes a debug build long: each has half of the shapes.
        let films = try [half(0), half(1)]
        for (command, arguments) in Self.sharing {
            let path = command == "cast" ? films[0] : command == "movie" ? films[1] : whole
            let output = run([command, path] + arguments)
            #expect(Self.places(of: output) == [], "\(command)")
            // The same search finds it where it was left in.
            let isCut = ["redact", "states", "draw", "cast", "movie"].contains(command)
            #expect(isCut || !Self.places(of: run([command, path, "--secrets"] + arguments)).isEmpty, "\(command)")
        }
    }

    private func half(_ remainder: Int) throws -> String {
        var part = try recording
        part.moments = part.moments.filter { $0.number % 2 == remainder }
        return try folder.file("half-\(remainder).jsonl", part.jsonLines)
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
            #expect(Self.places(of: text) == [], "\(ending)")
            var open = export
            open.redaction = nil
            #expect(
                try ending == "svg" || !Self.places(of: #require(open.text(as: "out.\(ending)"))).isEmpty, "\(ending)")
        }
    }

    @Test(
        "a redacted recording is read without a fault, and redacted again it is the same",
        arguments: PlantedSecrets.shapes.indices)
    func twice(index: Int) throws {
        var planted = try recording
        planted.moments = [planted.moments[index]]
        let redacted = Redaction().applied(to: planted)
        #expect(Redaction().applied(to: redacted) == redacted)
        let read = try Recording(path: try folder.file("run.jsonl", redacted.jsonLines))
        #expect(read.faults.isEmpty && read.moments == redacted.moments)
    }
}
