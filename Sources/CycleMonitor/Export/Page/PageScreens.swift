import CycleBase

/// The screens of a program for a page: equal lines and equal looks are written once.
package struct PageScreens {
    /// The look of characters as CSS, in a dark page and in a light one.
    package struct Look: Hashable, Sendable {
        let dark: String, light: String

        package init(dark: String, light: String) {
            (self.dark, self.light) = (dark, light)
        }
    }

    /// Characters of a line beside each other that look the same.
    package struct Run: Hashable, Sendable {
        let text: String
        let columns: Int
        let look: Look

        package init(text: String, columns: Int, look: Look) {
            (self.text, self.columns, self.look) = (text, columns, look)
        }
    }

    private var lines = Numbering<[Run]>()
    private var screens: [JSON] = []

    package init() {}

    /// Whether there is nothing to be seen at any time.
    package var isEmpty: Bool { lines.values.isEmpty }

    /// Adds a screen.
    ///
    /// - Parameters:
    ///   - lines: From the top on; `nil` where the program shows nothing.
    ///   - moment: The number of the moment that led to it.
    package mutating func append(_ lines: [[Run]]?, from moment: Int) {
        let numbers = lines.map { JSON.array($0.map { .number("\(self.lines.number(of: $0))") }) }
        screens.append(.array([.number("\(moment)"), numbers ?? .null]))
    }

    private var looks: Numbering<Look> {
        var looks = Numbering<Look>()
        for run in lines.values.joined() { _ = looks.number(of: run.look) }
        return looks
    }

    /// The looks as classes, and letters so large that no column is cut, where that can be read.
    var style: String {
        let rules = { (name: (Look) -> String) in
            looks.values.enumerated().map { "#screen .look\($0) { \(name($1)) }\n" }.joined()
        }
        let columns = lines.values.map { $0.reduce(0) { $0 + $1.columns } }.max() ?? 1
        return """
            #screen { font-size: clamp(7px, calc((100cqw - 56px) / \(max(1, columns)) / 0.603), 12.5px); }
            \(rules(\.light))@media (prefers-color-scheme: dark) {
            \(rules(\.dark))}

            """
    }

    var json: JSON {
        var looks = looks
        let lines = lines.values.map { line in
            JSON.array(
                line.map { run in
                    .array([.string(run.text), .number("\(looks.number(of: run.look))"), .number("\(run.columns)")])
                })
        }
        return .object([
            .init(key: "lines", value: .array(lines)),
            .init(key: "screens", value: .array(screens)),
        ])
    }
}
