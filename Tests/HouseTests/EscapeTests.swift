import Foundation
import Testing

@Suite("Escapes")
struct EscapeTests {
    private let tree = Tree()

    /// Where a notation is read, or shown as an example.
    private static let allowed = [
        "Sources/CycleBase/Escapes/", "Sources/CycleMonitor/Export/Page/RecordingPage.swift: <label>",
        "Sources/CycleMonitor/Redaction/PlainBytes.swift: private static let escapes",
    ]

    @Test("XML and HTML, and the strings of JSON, are escaped in one place of the house")
    func once() throws {
        let escape = #/&(amp|lt|gt|quot|apos|#39);|"\\\\u|#"\\u/#
        for file in try tree.swiftFiles(["Sources", "Samples"]) where file.text.hasAny(of: "&", "\\u") {
            for line in file.lines.map({ $0.drop { $0 == " " } }) where !line.hasPrefix("//") {
                // A search by an expression takes long, and most lines have neither sign.
                guard line.hasAny(of: "&", "\\u") else { continue }
                let escapes = line.contains(escape)
                let isAllowed = Self.allowed.contains { "\(file.path): \(line)".hasPrefix($0) }
                #expect(
                    !escapes || isAllowed,
                    "\(file.path): \(line)\nUse `escapedXML`, `quotedJSON` or `escapingJSON` of CycleBase")
            }
        }
    }
}
