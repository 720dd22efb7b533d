import CycleBase

/// The first line of a recording: its format, program and start.
public struct RecordingHeader: Hashable, Sendable {
    /// The value of the field that marks a file as a recording.
    public static let format = "cycle-recording"
    /// The newest version that this program reads, and the one that it writes.
    public static let version = 2

    /// The version of the format that the recording was read from.
    public let version: Int
    /// The program that recorded.
    public internal(set) var createdBy: String
    /// The part of a ``MonitorSession`` beside its moments.
    var session: JSON?
    /// The version of the protocol, where the recording comes from a program that runs.
    var live: Int?

    /// A header of the newest version.
    public init(createdBy: String) {
        version = RecordingHeader.version
        self.createdBy = createdBy
    }

    /// - Throws: The problem of the file.
    init(_ json: JSON) throws(RecordingError.Problem) {
        // The version comes first: a newer header may look different in all else.
        guard json["format"]?.string == RecordingHeader.format, let version = json["version"]?.integer, version > 0
        else { throw .notARecording }
        guard version <= RecordingHeader.version else { throw .newerVersion(version) }
        guard let createdBy = json["createdBy"]?.string else { throw .notARecording }
        self.version = version
        self.createdBy = createdBy
        session = json["session"]
        live = json["live"]?.integer
    }

    var line: String {
        """
        {"format":"\(Self.format)","version":\(Self.version),"createdBy":\(createdBy.quotedJSON)\
        \(live.map { ",\"live\":\($0)" } ?? "")\(session.map { ",\"session\":\($0.text)" } ?? "")}
        """
    }
}
