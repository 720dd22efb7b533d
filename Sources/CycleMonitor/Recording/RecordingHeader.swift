import Foundation

/// The first line of a recording.
public struct RecordingHeader: Codable, Hashable, Sendable {
    public static let format = "cycle-recording"
    /// The newest version that this program reads, and the one that it writes.
    public static let version = 1

    public let format: String
    public let version: Int
    /// The program that recorded.
    public let createdBy: String
    /// What the lens of the loop gets: the types of its drivers, in order.
    public let drivers: [String]

    public init(createdBy: String, drivers: [String]) {
        format = RecordingHeader.format
        version = RecordingHeader.version
        self.createdBy = createdBy
        self.drivers = drivers
    }

    var line: String { RecordedValue(self).json }

    /// - Throws: What is wrong, as a problem of the file.
    static func read(_ line: [UInt8], path: String) throws(RecordingError) -> RecordingHeader {
        // The version comes first: a newer header may look different in all else.
        let fields = fieldsOrNone(line)
        guard fields["format"] == format.quotedJSON, let version = fields["version"].flatMap({ Int($0) }), version > 0
        else {
            throw RecordingError(path: path, problem: .notARecording)
        }
        guard version <= self.version else { throw RecordingError(path: path, problem: .newerVersion(version)) }
        do {
            return try JSONDecoder().decode(RecordingHeader.self, from: Data(line))
        } catch {
            throw RecordingError(path: path, problem: .notARecording)
        }
    }

    private static func fieldsOrNone(_ line: [UInt8]) -> [String: String] {
        var scanner = JSONScanner(line)
        do { return try scanner.fields() } catch { return [:] }
    }
}
