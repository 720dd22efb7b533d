import CycleBase

/// The form of an exported file, by the ending of its name.
enum ExportForm: String, CaseIterable {
    case recording = "jsonl"
    case report = "md"
    case page = "html"
    case picture = "svg"
    /// Those of the approved moments.
    case tests = "swift"
    case trace = "json"

    /// `nil` for another ending.
    init?(path: String) {
        guard let form = Self.allCases.first(where: { path.ends(with: ".\($0.rawValue)") }) else { return nil }
        self = form
    }

    /// The endings, as a help prints them.
    static var list: String { allCases.map { ".\($0.rawValue)" }.joined(separator: " ") }

    /// The problem with a name that has another ending.
    static func problem(of path: String) -> String {
        "\(path): its ending is none of \(allCases.map(\.rawValue).joined(separator: ", "))"
    }
}
