/// What a recording says of itself, before its moments.
public struct RecordingHeader: Hashable, Sendable {
    public static let format = "cycle-recording"
    /// The newest version that this program reads, and the one that it writes.
    public static let version = 2

    /// One lens of the recorded loop.
    public struct Lens: Hashable, Sendable {
        /// Its label or path, by which moments name it.
        public let name: String
        /// The type of its driver.
        public let driver: String

        public init(name: String, driver: String) {
            self.name = name
            self.driver = driver
        }
    }

    /// Of the format that the recording was read from.
    public let version: Int
    /// The program that recorded.
    public let createdBy: String
    /// In their order.
    public let lenses: [Lens]
    /// Of a ``Session``.
    var session: JSON?

    public init(createdBy: String, lenses: [Lens]) {
        version = RecordingHeader.version
        self.createdBy = createdBy
        self.lenses = lenses
    }

    /// - Throws: What is wrong, as a problem of the file.
    init(_ json: JSON) throws(RecordingError.Problem) {
        // The version comes first: a newer header may look different in all else.
        guard json["format"]?.string == RecordingHeader.format, let version = json["version"]?.integer, version > 0
        else { throw .notARecording }
        guard version <= RecordingHeader.version else { throw .newerVersion(version) }
        guard let createdBy = json["createdBy"]?.string, let lenses = Self.lenses(json) else { throw .notARecording }
        self.version = version
        self.createdBy = createdBy
        self.lenses = lenses
        session = json["session"]
    }

    private static func lenses(_ json: JSON) -> [Lens]? {
        // The first version had the types of the drivers only.
        if case .array(let drivers) = json["drivers"] {
            return drivers.compactMap(\.string).map { Lens(name: $0, driver: $0) }
        }
        guard case .array(let lenses) = json["lenses"] else { return nil }
        return lenses.compactMap { lens in
            guard let name = lens["name"]?.string, let driver = lens["driver"]?.string else { return nil }
            return Lens(name: name, driver: driver)
        }
    }

    var line: String {
        let lenses = lenses.map { #"{"name":\#($0.name.quotedJSON),"driver":\#($0.driver.quotedJSON)}"# }
        return """
            {"format":"\(Self.format)","version":\(Self.version),"createdBy":\(createdBy.quotedJSON),\
            "lenses":[\(lenses.joined(separator: ","))]\(session.map { ",\"session\":\($0.text)" } ?? "")}
            """
    }
}
