import CycleBase

extension PersistenceDriver {
    /// The path of a file: the bytes that the system knows it by.
    ///
    ///     .read("settings")        .write("notes/\(number)", text)        .read(PersistenceDriver.Path(name))
    ///
    /// Not a `String`: "é" may be one scalar or two, which is one `String` and two files, and a name need not be UTF-8 at
    /// all. Two paths are equal when their bytes are, and are sorted by them.
    ///
    /// In JSON it is a string if it is UTF-8, else an array of its bytes.
    public struct Path: Hashable, Sendable {
        /// As the system has them: no encoding is assumed, and nothing is normalised.
        public let bytes: [UInt8]

        /// A name as the system has it.
        public init(bytes: some Sequence<UInt8>) {
            self.bytes = Array(bytes)
        }

        /// A name in UTF-8, as it is written: two normal forms of one text are two paths.
        public init(_ text: some StringProtocol) {
            bytes = Array(text.utf8)
        }

        public func hash(into hasher: inout Hasher) {
            // At once: an array is hashed byte by byte.
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }

        /// The path as text; `nil` if it is not UTF-8.
        public var text: String? { String(validating: bytes, as: UTF8.self) }

        func appending(_ suffix: String) -> Path {
            Path(bytes: bytes + Array(suffix.utf8))
        }

        /// The path of what has this name in the folder that this path leads to.
        func appending(name: FileName) -> Path {
            bytes.isEmpty ? name : Path(bytes: bytes + [UInt8(ascii: "/")] + name.bytes)
        }

        /// The folder, empty for the root, and the name in it.
        var split: (folder: Path, name: FileName) {
            guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
            return (Path(bytes: bytes[..<slash]), Path(bytes: bytes[(slash + 1)...]))
        }

        func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

        func hasSuffix(_ suffix: String) -> Bool { bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }

        /// As the system's calls take it. They ignore all bytes after a NUL.
        func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
                for (index, byte) in bytes.enumerated() {
                    buffer.initializeElement(at: index, to: CChar(bitPattern: byte))
                }
                buffer.initializeElement(at: bytes.count, to: 0)
                guard let start = buffer.baseAddress else { stop("an allocation of at least one byte has an address") }
                return body(start)
            }
        }
    }
}

extension PersistenceDriver.Path: Comparable {
    public static func < (one: Self, other: Self) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }
}

extension PersistenceDriver.Path: ExpressibleByStringInterpolation, CustomStringConvertible {
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// For people: what is not UTF-8 is replaced by U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension PersistenceDriver.Path: CustomDebugStringConvertible {
    /// As text in quotes; where it is not UTF-8, all that is not ASCII as `\xff`.
    public var debugDescription: String {
        if let text { return text.debugDescription }
        let texts = bytes.map { byte in
            byte < 0x80 ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
        }
        return "\"" + texts.joined() + "\""
    }
}

extension PersistenceDriver.Path: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self.init(try container.decode(String.self))
        } catch {
            self.init(bytes: try container.decode([UInt8].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text { try container.encode(text) } else { try container.encode(bytes) }
    }
}

extension NameEquality {
    package func key(_ path: PersistenceDriver.Path) -> NameKey { key(of: path.bytes) }

    /// Whether two paths lead to one file.
    package func areEqual(_ one: PersistenceDriver.Path, _ other: PersistenceDriver.Path) -> Bool {
        one == other || (self != .bytes && key(one) == key(other))
    }
}

/// A name in a folder: a path of one part.
package typealias FileName = PersistenceDriver.Path

extension FileName {
    /// This name with a suffix. Of a name that leaves no room for it, a part and a checksum of the whole stand before the
    /// suffix: two names that differ have different ones.
    func extended(by suffix: String) -> FileName {
        guard bytes.count + suffix.utf8.count > PathParts.longestPart else { return appending(suffix) }
        let end = "~" + String(Checksum.of(bytes), radix: 16) + suffix
        var start = bytes.prefix(PathParts.longestPart - end.utf8.count)
        // Not within a character: some file systems take UTF-8 only.
        while let last = start.last, last & 0xC0 == 0x80 { start.removeLast() }
        if let last = start.last, last >= 0xC0 { start.removeLast() }
        return FileName(bytes: start + Array(end.utf8))
    }
}

/// The parts of a path that stays below its root.
struct PathParts: Hashable {
    /// The names of the driver's own files begin with this: temporary ones and locks.
    static let ownPrefix = ".cycle-"
    static let longestPart = 255
    private static let longestPath = 4_095

    let names: [FileName]

    /// The root itself: a folder, never a file.
    static let root = PathParts(names: [])

    private init(names: [FileName]) {
        self.names = names
    }

    /// - Parameter folder: As for a file; an empty one is the root.
    init(folder: PersistenceDriver.Path) throws(PersistenceDriver.Failure) {
        self = folder.bytes.isEmpty ? .root : try PathParts(folder)
    }

    /// The file beside this one whose name is this one's with a suffix.
    func appending(_ suffix: String) -> PathParts {
        PathParts(names: names.dropLast() + names.suffix(1).map { $0.extended(by: suffix) })
    }

    init(_ path: PersistenceDriver.Path) throws(PersistenceDriver.Failure) {
        let bytes = path.bytes
        guard !bytes.isEmpty, bytes.count <= PathParts.longestPath, !bytes.contains(0) else { throw .invalidPath }
        names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { FileName(bytes: $0) }
        for name in names {
            guard !name.bytes.isEmpty, name != ".", name != "..", name.bytes.count <= PathParts.longestPart,
                !name.hasPrefix(PathParts.ownPrefix)
            else { throw .invalidPath }
        }
    }
}
