/// A value of your own in a file, with a version, migrations, a checksum, and the generation before.
///
///     static let settings = StoredValue<Settings>(
///         "settings", version: 2, encode: \.bytes, decode: Settings.init(bytes:), migrations: [1: addingVolume])
///
///     frameFilter: { $0.settings.map { .files(Self.settings.write($0)) } ?? .files(Self.settings.read) },
///     eventFilter: { frame, event in
///         switch Self.settings.event(from: event) {
///         case .loaded(let settings): frame.settings = settings ?? Settings()
///         case .failed(let failure): frame.message = "\(failure)"
///         default: break
///         }
///     }
///
/// A file that is corrupt, cannot be decoded or is of a newer version is reported and renamed, never overwritten; then the
/// generation before it, in `settings.previous`, is loaded if it is good. A write looks at the file first if nothing else
/// has in this run.
public struct StoredValue<Value>: Sendable {
    public typealias Request = PersistenceDriver.Request

    /// What an event says about the value.
    public enum Event {
        /// `nil`: none is stored.
        case loaded(Value?)
        case saved
        case changed
        case deleted
        case failed(PersistenceDriver.Failure)
    }

    public let path: PersistenceDriver.Path
    private let version: Int
    private let encode: @Sendable (Value) -> [UInt8]
    private let decode: @Sendable ([UInt8]) -> Value?

    /// - Parameters:
    ///   - path: The file, below the root of the driver. Files with this name and `.previous`, `.corrupt-1`, `.newer-1` and
    ///     so on belong to it.
    ///   - version: Of the bytes that `encode` makes: count it up when they change.
    ///   - decode: The value; `nil` if the bytes do not make sense.
    ///   - migrations: By version, how bytes of that version become bytes of the next. Without one they are refused.
    public init(
        _ path: PersistenceDriver.Path, version: Int, encode: @escaping @Sendable (Value) -> [UInt8],
        decode: @escaping @Sendable ([UInt8]) -> Value?,
        migrations: [Int: @Sendable ([UInt8]) -> [UInt8]?] = [:]
    ) {
        precondition(version >= 0, "the version of a stored value counts up from 0")
        self.path = path
        self.version = version
        self.encode = encode
        self.decode = { bytes in
            guard var envelope = Envelope(bytes) else { return nil }
            while envelope.version < version {
                guard let next = migrations[envelope.version]?(envelope.payload) else { return nil }
                envelope = Envelope(version: envelope.version + 1, payload: next)
            }
            return decode(envelope.payload)
        }
    }

    public var read: Request { request(.read, repetition: 0) }

    public func read(repetition: Int) -> Request {
        request(.read, repetition: repetition)
    }

    public func write(_ value: Value, repetition: Int = 0) -> Request {
        request(.write(Envelope(version: version, payload: encode(value)).bytes), repetition: repetition)
    }

    /// Deletes the generation before as well.
    public func delete(repetition: Int = 0) -> Request {
        request(.delete, repetition: repetition)
    }

    public var watch: Request { .watch(path) }

    /// What an event of the driver says about this value; `nil` if it is about another file.
    public func event(from event: PersistenceDriver.Event) -> Event? {
        guard event.path == path else { return nil }
        switch event {
        case .loaded(_, let bytes): return .loaded(bytes.flatMap(decode))
        case .saved: return .saved
        case .changed: return .changed
        case .deleted: return .deleted
        case .folderChanged: return nil
        case .failed(_, let failure): return .failed(failure)
        }
    }

    private func request(_ action: Request.Action, repetition: Int) -> Request {
        var request = Request(path, action, repetition: repetition)
        request.seal = Seal(version: version) { [version, decode] bytes in
            guard let envelope = Envelope(bytes) else { return .corrupt }
            if envelope.version > version { return .tooNew(version: envelope.version) }
            return decode(bytes) == nil ? .corrupt : nil
        }
        return request
    }
}

extension StoredValue where Value: LosslessStringConvertible & SendableMetatype {
    /// A value that is stored as its description.
    public init(_ path: PersistenceDriver.Path, version: Int = 0) {
        self.init(
            path, version: version, encode: { Array($0.description.utf8) },
            decode: { Value(String(decoding: $0, as: UTF8.self)) })
    }
}

/// How the thread that reads a file tells whether it may be used, and replaced. Two of one version are taken as equal.
struct Seal: Hashable, Sendable {
    enum Flaw: Hashable, Sendable {
        case corrupt
        case tooNew(version: Int)
    }

    let version: Int
    let flaw: @Sendable (_ bytes: [UInt8]) -> Flaw?

    static func == (one: Seal, other: Seal) -> Bool { one.version == other.version }

    func hash(into hasher: inout Hasher) {
        hasher.combine(version)
    }
}
