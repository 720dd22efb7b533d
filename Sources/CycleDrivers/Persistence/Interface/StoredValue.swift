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
/// A file that is corrupt, cannot be decoded or is of a newer version is renamed, never overwritten. A read then has two events:
/// ``Event/failed(_:)``, and ``Event/loaded(_:)`` with the generation before it, in `settings.previous`, or `nil` if that is
/// no good one. The second comes only while the read is still in the model: a frame that takes its defaults at the first never gets it.
/// A write looks at the file first if nothing else has in this run; then `saved` follows `failed`.
///
/// After a read that failed for another reason, each write is refused with ``PersistenceDriver/Failure/unread`` until
/// ``read(repetition:)`` with another number has succeeded, or ``delete(repetition:)``: to repeat the write does not help.
public struct StoredValue<Value>: Sendable {
    /// A request of the driver's model.
    public typealias Request = PersistenceDriver.Request

    /// An event about the value.
    public enum Event {
        /// `nil`: none is stored.
        case loaded(Value?)
        /// The value that was wanted is on disk, as durable as the driver makes it.
        case saved
        /// Another program or driver has changed the file: read it again, with another repetition.
        case changed
        /// There is none any more.
        case deleted
        /// The request has failed, and the file is as it was; but after ``PersistenceDriver/Failure/corrupt(setAside:)`` and
        /// ``PersistenceDriver/Failure/tooNew(version:setAside:)`` the file has another name, and the request goes on: ``loaded(_:)`` or
        /// ``saved`` follows.
        case failed(PersistenceDriver.Failure)
    }

    /// The file, below the root of the driver.
    public let path: PersistenceDriver.Path
    private let form: ValueFormat.Form
    /// The content of the file.
    private let encode: @Sendable (Value) -> [UInt8]
    /// `nil`: the content makes no sense.
    private let decode: @Sendable ([UInt8]) -> Value?

    /// - Parameters:
    ///   - path: The file, below the root of the driver. Files with this name and `.previous`, `.corrupt-1`, `.newer-1` and
    ///     so on belong to it.
    ///   - version: Of the bytes that `encode` makes: count it up when they change.
    ///   - encode: The bytes of a value.
    ///   - decode: The value; `nil` if the bytes do not make sense.
    ///   - migrations: By version, how bytes of that version become bytes of the next. Without one they are refused.
    public init(
        _ path: PersistenceDriver.Path, version: Int, encode: @escaping @Sendable (Value) -> [UInt8],
        decode: @escaping @Sendable ([UInt8]) -> Value?,
        migrations: [Int: @Sendable ([UInt8]) -> [UInt8]?] = [:]
    ) {
        if version < 0 { stop("StoredValue(\"\(path)\", version: \(version)): versions count up from 0") }
        self.path = path
        form = .envelope(version: version)
        self.encode = { Envelope(version: version, payload: encode($0)).bytes }
        self.decode = { bytes in
            guard var envelope = Envelope(bytes) else { return nil }
            while envelope.version < version {
                guard let next = migrations[envelope.version]?(envelope.payload) else { return nil }
                envelope = Envelope(version: envelope.version + 1, payload: next)
            }
            return decode(envelope.payload)
        }
    }

    private init(
        plain path: PersistenceDriver.Path, encode: @escaping @Sendable (Value) -> [UInt8],
        decode: @escaping @Sendable ([UInt8]) -> Value?
    ) {
        self.path = path
        form = .plain
        self.encode = encode
        self.decode = decode
    }

    /// A value whose file is plain JSON, for people and other programs to read and to edit.
    ///
    ///     static let settings = StoredValue<Settings>.json(
    ///         "settings.json",
    ///         encode: { settings in
    ///             let encoder = JSONEncoder()
    ///             encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    ///             return try encoder.encode(settings)
    ///         }, decode: JSONDecoder().decode)
    ///
    /// Equal values have to have equal bytes: without `.sortedKeys` a `JSONEncoder` writes keys in another order each time, and
    /// each frame would write the file again.
    ///
    /// There is no version and no checksum in it: a file that was cut short is no JSON, and what older versions wrote is
    /// for `init(from:)` of the value to understand. All else is as for other stored values: a file without a value is set
    /// aside, and the generation before is kept. A value that cannot be encoded is not written and fails with
    /// ``PersistenceDriver/Failure/notEncodable``.
    ///
    /// The coder comes from outside because `JSONEncoder` is Foundation's, which a program of this driver need not have.
    public static func json<Bytes: RangeReplaceableCollection<UInt8> & SendableMetatype>(
        _ path: PersistenceDriver.Path, encode: @escaping @Sendable (Value) throws -> Bytes,
        decode: @escaping @Sendable (Value.Type, Bytes) throws -> Value
    ) -> StoredValue where Value: SendableMetatype {
        StoredValue(plain: path) { value in
            do { return Array(try encode(value)) } catch { return [] }
        } decode: { bytes in
            do { return try decode(Value.self, Bytes(bytes)) } catch { return nil }
        }
    }

    /// Leads to ``Event/loaded(_:)``; after a damaged file to ``Event/failed(_:)`` first.
    public var read: Request { request(.read, repetition: 0) }

    /// Leads to ``Event/loaded(_:)``, again with each other number.
    public func read(repetition: Int) -> Request {
        request(.read, repetition: repetition)
    }

    /// Leads to ``Event/saved``. The value is encoded here, at each call: O(its bytes).
    public func write(_ value: Value, repetition: Int = 0) -> Request {
        request(.write(encode(value)), repetition: repetition)
    }

    /// Deletes the generation before as well.
    public func delete(repetition: Int = 0) -> Request {
        request(.delete, repetition: repetition)
    }

    /// Leads to ``Event/changed`` and ``Event/deleted`` whenever another program or driver has changed the file.
    public var watch: Request { .watch(path) }

    /// The meaning of a driver's event for this value; `nil` if it is about another file.
    public func event(from event: PersistenceDriver.Event) -> Event? {
        guard event.path == path else { return nil }
        switch event {
        case .loaded(_, let bytes): return .loaded(bytes.flatMap(decode))
        case .saved: return .saved
        case .changed: return .changed
        case .deleted: return .deleted
        case .loadedPart, .folderChanged, .listed, .appended, .tailCut: return nil
        case .failed(_, let failure): return .failed(failure)
        }
    }

    private func request(_ action: Request.Action, repetition: Int) -> Request {
        var request = Request(path, action, repetition: repetition)
        request.format = ValueFormat(form) { [decode] bytes in decode(bytes) != nil }
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
