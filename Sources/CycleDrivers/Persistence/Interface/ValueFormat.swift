/// How the thread that reads the file of a typed value tells whether it may be used, and replaced.
///
/// Two of one form are equal. A format that was read from JSON has lost the closure of its value: it still checks what can be
/// checked without.
struct ValueFormat: Hashable, Sendable {
    enum Form: Hashable, Codable, Sendable {
        /// In an ``Envelope`` of this version or an older one.
        case envelope(version: Int)
        /// The bytes as `encode` made them: what is none is empty.
        case plain
    }

    enum Flaw: Hashable, Sendable {
        case corrupt
        case tooNew(version: Int)
    }

    let form: Form
    private let isGood: @Sendable (_ bytes: [UInt8]) -> Bool

    /// - Parameter isGood: Whether there is a value in a file of this form.
    init(_ form: Form, isGood: @escaping @Sendable (_ bytes: [UInt8]) -> Bool = { _ in true }) {
        self.form = form
        self.isGood = isGood
    }

    func flaw(_ bytes: [UInt8]) -> Flaw? {
        if case .envelope(let version) = form {
            guard let envelope = Envelope(bytes) else { return .corrupt }
            if envelope.version > version { return .tooNew(version: envelope.version) }
        }
        return isGood(bytes) ? nil : .corrupt
    }

    static func == (one: ValueFormat, other: ValueFormat) -> Bool { one.form == other.form }

    func hash(into hasher: inout Hasher) {
        hasher.combine(form)
    }
}

extension ValueFormat: Codable {
    init(from decoder: any Decoder) throws {
        self.init(try Form(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }
}

extension ValueFormat.Flaw {
    /// A part of the name that a file with this flaw gets.
    var kind: String {
        switch self {
        case .corrupt: "corrupt"
        case .tooNew: "newer"
        }
    }

    func failure(_ newPath: PersistenceDriver.Path) -> PersistenceDriver.Failure {
        switch self {
        case .corrupt: .corrupt(setAside: newPath)
        case .tooNew(let version): .tooNew(version: version, setAside: newPath)
        }
    }
}
