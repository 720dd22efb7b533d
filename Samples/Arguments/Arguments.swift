/// The command line of a sample: options with a value each, and `--help`.
package struct Arguments {
    package struct Option {
        let name: String
        let placeholder: String
        let help: String

        package init(_ name: String, _ placeholder: String, _ help: String) {
            self.name = name
            self.placeholder = placeholder
            self.help = help
        }
    }

    /// A mistake in a command line, and its remedy.
    package struct Mistake: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    package let isAskingForHelp: Bool
    private let values: [String: String]

    package init(_ words: [String], options: [Option]) throws(Mistake) {
        var values: [String: String] = [:]
        var isAskingForHelp = false
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--help" || word == "-h" {
                isAskingForHelp = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = options.first(where: { $0.name == name }) else {
                throw Mistake("unknown option \(word): --help lists the options")
            }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw Mistake("\(name) needs a value: \(name) \(option.placeholder)")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Mistake("\(name) is given twice: give it once")
            }
        }
        self.values = values
        self.isAskingForHelp = isAskingForHelp
    }

    package subscript(_ name: String) -> String? { values[name] }

    /// A number more than zero.
    package func positiveNumber(_ name: String) throws(Mistake) -> Double? {
        guard let text = values[name] else { return nil }
        guard let number = Double(text), number > 0, number <= 1_000_000 else {
            throw Mistake("\(name) \(text): not a number more than 0 and up to 1000000")
        }
        return number
    }

    package static func help(_ usage: String, options: [Option]) -> String {
        let all = options + [Option("--help", "", "print this")]
        let width = all.map { $0.name.count + $0.placeholder.count + 1 }.max() ?? 0
        return usage + "\n\n"
            + all.map { option in
                let left = "\(option.name) \(option.placeholder)"
                return "  " + left + String(repeating: " ", count: width - left.count + 2) + option.help
            }.joined(separator: "\n")
    }
}
