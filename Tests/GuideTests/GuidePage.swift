import Foundation

/// A page of a guide, whose pictures of screens are compared with what its code draws.
struct GuidePage {
    private let text: String

    /// - Parameter path: From the folder of the package.
    init(_ path: String) {
        let package = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        text = (try? String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    /// Whether a block of the page is this screen, without the empty lines around it.
    func shows(_ screen: String) -> Bool {
        text.contains("```text\n\(screen.trimmingCharacters(in: .newlines))\n```")
    }
}
