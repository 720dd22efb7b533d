/// Replaces secrets of a recording before it is given away.
///
///     let shared = Redaction(paths: ["user.name", "accounts[].number"]).applied(to: recording)
///
/// By default the values of credentials are replaced wherever they stand: fields and headers that are named as in
/// ``Redaction/names``. A place keeps its type where the program would no longer decode it otherwise: a text becomes `redacted`, a
/// list becomes empty, a number becomes 0; all other values become `null`.
public struct Redaction: Hashable, Sendable {
    /// Names of fields and headers, compared without regard to case, `-` and `_`.
    public static let names: Set<String> = [
        "authorization", "proxyauthorization", "cookie", "setcookie", "password", "passphrase", "secret", "token",
        "accesstoken", "refreshtoken", "apikey", "xapikey",
    ]

    private let names: Set<String>
    private let paths: [[Step]]

    private enum Step: Hashable {
        case key(String)
        case everyElement
    }

    /// - Parameters:
    ///   - paths: Places of frames and events such as `user.name`; `[]` stands for each element of a list.
    ///   - names: The names of fields and headers whose values are replaced anywhere.
    /// - Throws: ``RecordedValue/NotJSON`` for a text that is not a key path.
    public init(paths: [String] = [], names: Set<String> = Redaction.names) throws(RecordedValue.NotJSON) {
        self.names = Set(names.map(\.comparableName))
        var steps: [[Step]] = []
        for path in paths {
            guard let place = Self.steps(path) else { throw .init(reason: "\(path) is not a key path") }
            steps.append(place)
        }
        self.paths = steps
    }

    private static func steps(_ path: String) -> [Step]? {
        var steps: [Step] = []
        for part in path.split(separator: ".", omittingEmptySubsequences: false) {
            var name = part
            var count = 0
            while name.hasSuffix("[]") {
                name = name.dropLast(2)
                count += 1
            }
            guard !name.isEmpty, !name.contains("["), !name.contains("]") else { return nil }
            steps.append(.key(String(name)))
            steps += Array(repeating: .everyElement, count: count)
        }
        return steps
    }

    /// The recording without its secrets. Its session, with approvals and notes, stays.
    public func applied(to recording: Recording) -> Recording {
        var recording = recording
        recording.moments = recording.moments.map(applied)
        return recording
    }

    /// The moment without its secrets: in its event and in both frames.
    public func applied(to moment: RecordedMoment) -> RecordedMoment {
        var moment = moment
        moment.event = RecordedValue(redacted(moment.event.value))
        moment.context = RecordedValue(redacted(moment.context.value))
        moment.effect = RecordedValue(redacted(moment.effect.value))
        return moment
    }

    private func redacted(_ value: JSON) -> JSON {
        paths.reduce(byName(value)) { Self.replacing($1[...], in: $0) }
    }

    private func byName(_ value: JSON) -> JSON {
        switch value {
        case .null, .bool, .number, .string: return value
        case .array(let elements): return .array(elements.map(byName))
        case .object(let fields):
            // A header is an object of a name and a value.
            let isSecretHeader = value["name"]?.string.map { names.contains($0.comparableName) } ?? false
            return .object(
                fields.map { field in
                    let isSecret = names.contains(field.key.comparableName) || isSecretHeader && field.key == "value"
                    return JSON.Field(key: field.key, value: isSecret ? field.value.blank : byName(field.value))
                })
        }
    }

    private static func replacing(_ steps: ArraySlice<Step>, in value: JSON) -> JSON {
        guard let step = steps.first else { return value.blank }
        switch (step, value) {
        case (.everyElement, .array(let elements)):
            return .array(elements.map { replacing(steps.dropFirst(), in: $0) })
        case (.key(let key), .object(let fields)):
            return .object(
                fields.map { field in
                    guard field.key == key else { return field }
                    return JSON.Field(key: key, value: replacing(steps.dropFirst(), in: field.value))
                })
        case (.everyElement, _), (.key, _): return value
        }
    }
}

extension JSON {
    fileprivate var blank: JSON {
        switch self {
        case .string: .string("redacted")
        case .number: .number("0")
        case .array: .array([])
        case .bool(let isTrue): .bool(isTrue)
        case .null, .object: .null
        }
    }
}

extension String {
    fileprivate var comparableName: String { lowercased().filter { $0 != "-" && $0 != "_" } }
}
