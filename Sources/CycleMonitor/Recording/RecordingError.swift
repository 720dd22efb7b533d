import CycleBase

/// Why a recording cannot be read or written: the file, what is wrong, and what to do about it.
///
///     do { recording = try Recording(path: path) } catch { print(error) }
public struct RecordingError: Error, Hashable, Sendable {
    /// The problem with the file.
    public enum Problem: Error, Hashable {
        /// The system says no; `code` is its `errno`.
        case system(operation: String, code: Int32)
        /// A folder, a pipe or a device.
        case notAFile
        /// Another program records into it, or another recorder of this one.
        case inUse
        /// The first line is not a header.
        case notARecording
        /// Written by a newer Cycle.
        case newerVersion(Int)
        /// See ``RecordingLimits/byteCount``.
        case tooManyBytes(limit: Int)
        /// See ``RecordingLimits/lineByteCount``.
        case tooLongALine(number: Int, limit: Int)
        /// See ``RecordingLimits/lineCount``.
        case tooManyLines(limit: Int)
        /// More than a recording may hold in memory; it can be read moment by moment, see ``RecordingReader``.
        case tooManyValues(limit: Int)
    }

    /// The file.
    public let path: String
    /// The problem with the file.
    public let problem: Problem

    /// For programs that read recordings in another way.
    public init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}

extension RecordingError: CustomStringConvertible {
    public var description: String { "\(path): \(reason). \(fix)." }

    /// The problem, in words.
    public var reason: String {
        switch problem {
        case .system(let operation, let code): "cannot \(operation) the recording, \(SystemFailure.words(of: code))"
        case .notAFile: "not a file"
        case .inUse: "another program records into it"
        case .notARecording: "not a recording: its first line is no \"\(RecordingHeader.format)\" header"
        case .newerVersion(let version):
            "a recording of version \(version), this program reads up to \(RecordingHeader.version)"
        case .tooManyBytes(let limit): "longer than \(limit) bytes"
        case .tooLongALine(let number, let limit): "line \(number) is longer than \(limit) bytes"
        case .tooManyLines(let limit): "more than \(limit) lines"
        case .tooManyValues(let limit): "more than \(limit) values"
        }
    }

    /// The way to mend it, in words.
    public var fix: String {
        switch problem {
        case .system(_, ENOENT): "Check the path; the folder must exist"
        case .system(_, EACCES), .system(_, EPERM), .system(_, EROFS): "Choose a path that this user may use"
        case .system(_, ENOSPC), .system(_, EDQUOT), .system(_, EFBIG): "Make room, or record to another disk"
        case .system: "Choose another path"
        case .notAFile: "Give the path of a regular file"
        case .inUse: "Give each program a file of its own"
        case .notARecording: "Give the path of a recording, or of a new file to record to"
        case .newerVersion: "Update Cycle to read it"
        case .tooManyBytes, .tooLongALine, .tooManyLines, .tooManyValues:
            "Raise that limit in RecordingLimits if you trust the file"
        }
    }
}
