/// The parsed command line: words, and options with their values.
struct Arguments {
    /// A command line that the program cannot parse.
    struct Misuse: Error, Equatable {
        let reason: String
    }

    private(set) var words: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// - Parameters:
    ///   - valued: The options that are followed by a value.
    ///   - flags: The options without a value.
    init(_ arguments: [String], valued: Set<String>, flags known: Set<String>) throws(Misuse) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let name = String(argument.dropFirst(2))
            if known.contains(name) {
                flags.insert(name)
            } else if valued.contains(name) {
                guard let value = rest.popFirst() else { throw Misuse(reason: "\(argument) wants a value") }
                values[name, default: []].append(value)
            } else {
                throw Misuse(reason: "\(argument) is not known here")
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    func all(_ name: String) -> [String] { values[name] ?? [] }
    func last(_ name: String) -> String? { values[name]?.last }

    func number(_ name: String) throws(Misuse) -> Int? {
        guard let text = last(name) else { return nil }
        guard let number = Int(text), number >= 0 else { throw Misuse(reason: "--\(name) wants a number, not \(text)") }
        return number
    }

    /// The words, of which there must be so many.
    func words(_ names: String...) throws(Misuse) -> [String] {
        guard words.count >= names.count else { throw Misuse(reason: "\(names[words.count]) is missing") }
        guard words.count == names.count else { throw Misuse(reason: "\(words[names.count]) is one word too many") }
        return words
    }

    static func momentNumber(_ word: String) throws(Misuse) -> Int {
        guard let number = Int(word), number >= 0 else { throw Misuse(reason: "\(word) is no number of a moment") }
        return number
    }
}
