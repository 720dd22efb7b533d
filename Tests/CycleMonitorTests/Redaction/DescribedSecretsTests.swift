import CycleMonitor
import Foundation
import Testing

@Suite("Secrets in frames that are described")
struct DescribedSecretsTests {
    /// A frame that no encoder takes, with signs that no literal of one `#` holds.
    private struct Account {
        struct Login {
            let name: String
            let password = PlantedSecrets.secret
        }

        let logins: [Login]
        let headers = ["Set-Cookie": PlantedSecrets.secret]
        let url: String
    }

    private static let signs = "a\"#b\\##c\"##\nd `|<"

    private static let frame = Account(
        logins: [Login(name: signs), Login(name: "\(signs) token=\(PlantedSecrets.secret)")],
        url: "https://bob:\(PlantedSecrets.secret)@example.org/\"#")

    private typealias Login = Account.Login

    /// A test for each way in which such a frame is recorded.
    private static func source(_ redaction: Redaction?) -> String {
        let frames = [RecordedValue(frame as Any), RecordedValue(reflecting: frame)]
        let moments = frames.enumerated().map { number, frame in
            RecordedMoment(
                number: number + 1, time: .seconds(number), lens: "keys \(signs)", event: frame, context: frame,
                effect: frame, isApproved: true)
        }
        var export = TestExport(application: "application()")
        export.redaction = redaction
        return export.source(of: Recording(header: RecordingHeader(createdBy: signs), moments: moments))
    }

    /// The texts of the raw literals that stand behind a label, each up to the quote with as many `#` as the first.
    private static func literals(_ label: String, in source: String) -> [String] {
        source.split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("\(label): #") else { return nil }
            let literal = line.dropFirst(label.count + 2)
            let marks = String(literal.prefix { $0 == "#" })
            let text = literal.dropFirst(marks.count + 1)
            return text.range(of: "\"" + marks).map { String(text[..<$0.lowerBound]) }
        }
    }

    @Test("leave by no raw literal of an exported test")
    func exportedTest() throws {
        let source = Self.source(Redaction())
        #expect(!source.contains(PlantedSecrets.secret) && source.contains("redacted"))
        // The same search finds them where they were left in.
        #expect(Self.source(nil).contains(PlantedSecrets.secret))
    }

    @Test("leave literals that hold the frame without them, whole", arguments: ["event", "context", "effect"])
    func literals(label: String) throws {
        let texts = Self.literals(label, in: Self.source(Redaction()))
        let expected = [RecordedValue(Self.frame as Any), RecordedValue(reflecting: Self.frame)].map {
            Redaction().value($0).json
        }
        #expect(texts == expected)
        for text in texts { _ = try RecordedValue(json: text) }
    }
}
