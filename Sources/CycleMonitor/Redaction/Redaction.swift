import CycleBase

/// Replaces secrets of a recording before it is given away.
///
///     let shared = try Redaction(paths: ["user.name", "accounts[].number"]).applied(to: recording)
///
/// Credentials are replaced wherever they stand. A place is that of a credential by its name, which contains one of ``names``:
/// - a field, an element behind its name as a header has it, a value beside a `name`;
/// - a variable, an option or an argument: `API_TOKEN=…`, `--password …`, `-u bob:…`;
/// - in a URL the user, a parameter, and what stands behind `#`;
/// - in any text, a body as bytes among them, a line, a form, a JSON or a description of a value.
///
/// A place keeps its type where the program would no longer decode it otherwise: a text becomes `redacted`, a list becomes empty, a
/// number becomes 0, true and false stay; all other values become `null`. A second redaction changes nothing more.
///
/// A secret without a name, as a password that a person types key by key, has to be named by its path.
public struct Redaction: Hashable, Sendable {
    /// Parts of names, compared without regard to case and punctuation. Each is looked for anywhere in a name, but for `auth`,
    /// `creds`, `csrf`, `cvc`, `cvv`, `otp`, `pass`, `pin`, `pw`, `sid`, `totp` and `xsrf`, which have to be a word of it.
    public static let names: Set<String> = SecretNames.wholeWords.union([
        "accesskey", "accountkey", "adminkey", "aeskey", "apikey", "authenticat", "authkey", "authoris", "authoriz",
        "basicauth", "bearer", "clientkey", "consumerkey", "cookie", "credential", "decryptionkey", "deploykey",
        "encryptionkey", "hmackey", "httpauth", "jwt", "licencekey", "licensekey", "masterkey", "oauth", "passcode",
        "passkey",
        "passphrase", "passwd", "password", "privatekey", "pwd", "recoverykey", "rootkey", "rsakey", "secret",
        "securitykey",
        "serverkey", "servicekey", "session", "sharedkey", "signingkey", "sshkey", "subscriptionkey", "token",
        "webhookkey",
    ])

    private let names: SecretNames
    private let paths: [[Step]]

    private enum Step: Hashable {
        case key(String)
        case everyElement
    }

    /// Without credentials, as all reports, pages, pictures, traces and tests are written by default.
    public init() {
        (names, paths) = (.standard, [])
    }

    /// - Parameters:
    ///   - paths: Places of frames and events such as `user.name`; `[]` stands for each element of a list.
    ///   - names: Parts of the names of places whose values are replaced anywhere.
    /// - Throws: ``RecordedValue/NotJSON`` for a text that is not a key path.
    public init(paths: [String] = [], names: Set<String> = Redaction.names) throws(RecordedValue.NotJSON) {
        var steps: [[Step]] = []
        for path in paths {
            guard let place = Self.steps(path) else { throw .init(reason: "\(path) is not a key path") }
            steps.append(place)
        }
        (self.names, self.paths) = (names == Redaction.names ? .standard : SecretNames(names), steps)
    }

    private static func steps(_ path: String) -> [Step]? {
        var steps: [Step] = []
        for part in path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            var name = part
            var count = 0
            while name.suffix(2).elementsEqual("[]".utf8) {
                name = name.dropLast(2)
                count += 1
            }
            guard !name.isEmpty, !name.contains(where: { "[]".utf8.contains($0) }) else { return nil }
            steps.append(.key(String(decoding: name, as: UTF8.self)))
            steps += Array(repeating: .everyElement, count: count)
        }
        return steps
    }

    // MARK: Recordings

    /// The recording without its secrets. Its session, with approvals and notes, stays.
    public func applied(to recording: Recording) -> Recording {
        var header = recording.header
        header.createdBy = text(header.createdBy)
        header.session = header.session.map { value(RecordedValue($0)).value }
        return Recording(
            header: header, moments: applied(to: recording.moments), faults: recording.faults.map(applied))
    }

    /// The fault, which may quote its line.
    package func applied(to fault: Recording.Fault) -> Recording.Fault {
        Recording.Fault(line: fault.line, reason: text(fault.reason), isTorn: fault.isTorn)
    }

    /// Moments in their order: what a frame shares with the one before is looked at once.
    package func applied(to moments: [RecordedMoment]) -> [RecordedMoment] {
        var latest: (frame: RecordedValue, redacted: RecordedValue)?
        return moments.map { moment in
            let context = latest.flatMap { $0.frame == moment.context ? $0.redacted : nil } ?? value(moment.context)
            let effect = moment.effect == moment.context ? context : value(moment.effect)
            latest = (moment.effect, effect)
            return redacted(moment, context: context, effect: effect)
        }
    }

    /// The moment without its secrets: in its event, in both frames, and in the name of its lens.
    public func applied(to moment: RecordedMoment) -> RecordedMoment {
        redacted(moment, context: value(moment.context), effect: value(moment.effect))
    }

    private func redacted(
        _ moment: RecordedMoment, context: RecordedValue, effect: RecordedValue
    ) -> RecordedMoment {
        var moment = moment
        moment.event = RecordedValue(event(moment.event.value, of: moment.lens))
        (moment.context, moment.effect) = (context, effect)
        (moment.lens, moment.sender) = (text(moment.lens), moment.sender.map(text))
        return moment
    }

    /// An event without its secrets. A text that a lens named after a secret reports is one.
    func event(_ event: JSON, of lens: String) -> JSON {
        if case .string = event, lens != RecordedMoment.start, isSecretLens(lens) { return event.blank }
        return value(RecordedValue(event)).value
    }

    private func isSecretLens(_ lens: String) -> Bool {
        let name = lens.utf8.split(separator: UInt8(ascii: ".")).last
        return name.map { names.contains(String(decoding: $0, as: UTF8.self)) } ?? false
    }

    /// A value without its secrets.
    package func value(_ value: RecordedValue) -> RecordedValue {
        RecordedValue(paths.reduce(RedactedJSON(names).redacted(value.value)) { Self.replacing($1[...], in: $0) })
    }

    /// A text without its secrets.
    package func text(_ text: String) -> String { RedactedJSON(names).redacted(text) }

    /// The places of secrets in the bytes of a text, in order.
    package func places(in text: String) -> [Range<Int>] { SecretText.places(in: Array(text.utf8), names) }

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

extension Redaction? {
    /// The one way by which moments leave this module: `nil` leaves their secrets in.
    package func applied(to recording: Recording) -> Recording { map { $0.applied(to: recording) } ?? recording }

    /// As above.
    package func applied(to moments: [RecordedMoment]) -> [RecordedMoment] {
        map { $0.applied(to: moments) } ?? moments
    }

    /// As above.
    package func applied(to moment: RecordedMoment) -> RecordedMoment { map { $0.applied(to: moment) } ?? moment }

    /// As above.
    func value(_ value: JSON) -> JSON { map { $0.value(RecordedValue(value)).value } ?? value }

    /// As above.
    func event(_ event: JSON, of lens: String) -> JSON { map { $0.event(event, of: lens) } ?? event }

    /// As above.
    package func text(_ text: String) -> String { map { $0.text(text) } ?? text }
}
