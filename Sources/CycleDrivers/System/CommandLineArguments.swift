import CycleBase

/// The parsed command line of a program of the house: words, and options that begin with `--`. A value is the next word, or stands behind
/// an equals sign.
package struct CommandLineArguments: Sendable {
    /// A command line that the program cannot parse.
    package struct Misuse: Error, Equatable {
        package let reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    package private(set) var words: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// - Parameters:
    ///   - valued: The options that are followed by a value.
    ///   - flags: The options without a value.
    package init(_ arguments: some Collection<String>, valued: Set<String>, flags known: Set<String>) throws(Misuse) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            guard argument.begins(with: "--") else {
                words.append(argument)
                continue
            }
            let parts = argument.behind(2).parts(between: "=", upTo: 2)
            let (name, given) = (String(parts[0]), parts.dropFirst().first.map { String($0) })
            if known.contains(name) {
                guard given == nil else { throw Misuse(reason: "--\(name) takes no value") }
                flags.insert(name)
            } else if valued.contains(name) {
                guard let value = given ?? rest.popFirst() else { throw Misuse(reason: "\(argument) wants a value") }
                values[name, default: []].append(value)
            } else {
                throw Misuse(reason: "--\(name) is not known here")
            }
        }
    }

    package func has(_ flag: String) -> Bool { flags.contains(flag) }
    package func all(_ name: String) -> [String] { values[name] ?? [] }
    package func last(_ name: String) -> String? { values[name]?.last }

    /// A whole number that is not negative.
    package func number(_ name: String) throws(Misuse) -> Int? {
        guard let text = last(name) else { return nil }
        guard let number = Int(digits: text) else { throw Misuse(reason: "--\(name) wants a number, not \(text)") }
        return number
    }

    /// The words, of which there must be so many.
    package func words(_ names: String...) throws(Misuse) -> [String] {
        guard words.count >= names.count else { throw Misuse(reason: "\(names[words.count]) is missing") }
        guard words.count == names.count else { throw Misuse(reason: "\(words[names.count]) is one word too many") }
        return words
    }
}
