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

    private var lookNumbers: [Look: Int] = [:]
    private var looks: [JSON] = []
    private var lineNumbers: [[Run]: Int] = [:]
    private var lines: [JSON] = []
    private var screens: [JSON] = []

    package init() {}

    /// Whether there is nothing to be seen at any time.
    package var isEmpty: Bool { lines.isEmpty }

    /// Adds a screen.
    ///
    /// - Parameters:
    ///   - lines: From the top on; `nil` where the program shows nothing.
    ///   - moment: The number of the moment that led to it.
    package mutating func append(_ lines: [[Run]]?, from moment: Int) {
        let numbers = lines.map { JSON.array($0.map { .number("\(number(of: $0))") }) }
        screens.append(.array([.number("\(moment)"), numbers ?? .null]))
    }

    private mutating func number(of line: [Run]) -> Int {
        if let number = lineNumbers[line] { return number }
        let runs = line.map { run -> JSON in
            .array([.string(run.text), .number("\(number(of: run.look))"), .number("\(run.columns)")])
        }
        lines.append(.array(runs))
        lineNumbers[line] = lines.count - 1
        return lines.count - 1
    }

    private mutating func number(of look: Look) -> Int {
        if let number = lookNumbers[look] { return number }
        looks.append(.array([.string(look.dark), .string(look.light)]))
        lookNumbers[look] = looks.count - 1
        return looks.count - 1
    }

    var json: JSON {
        .object([
            .init(key: "lines", value: .array(lines)), .init(key: "looks", value: .array(looks)),
            .init(key: "screens", value: .array(screens)),
        ])
    }
}
