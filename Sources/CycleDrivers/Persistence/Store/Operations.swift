import CycleBase

/// The operations that the sessions of jobs and watches ask for.
extension FileStore {
    /// - Parameter format: Of a typed value.
    func outcome(of operation: JobSession.Operation, in format: ValueFormat?) -> JobSession.Outcome {
        do throws(Failure) {
            return try perform(operation, format)
        } catch {
            return .failed(error)
        }
    }

    private func perform(
        _ operation: JobSession.Operation, _ format: ValueFormat?
    ) throws(Failure) -> JobSession.Outcome {
        switch operation {
        case .read(let path): return content(try read(path), format)
        case .readPrevious(let path):
            return content(try read(PathParts(path).appending(PersistenceDriver.Path.previousSuffix)), format)
        case .readPart(let path, let offset, let limit):
            let part = try read(path, from: offset, upTo: limit)
            return .part(part?.bytes, byteCount: part?.byteCount ?? 0)
        case .list(let path): return .entries(try entries(of: path))
        case .write(let path, let bytes, let keepsPrevious):
            return .written(try write(bytes, to: path, keepsPrevious: keepsPrevious))
        case .append(let path, let lines, let start):
            let bytes = try bytes(of: lines, from: start)
            guard let log = try append(bytes, to: path) else { return .locked }
            return .appended(log.version, cutByteCount: log.cutByteCount)
        case .delete(let path):
            try delete(path)
            return .deleted
        case .deletePrevious(let path):
            try delete(PathParts(path).appending(PersistenceDriver.Path.previousSuffix))
            return .deleted
        case .setAside(let path, let kind): return .setAside(try setAside(path, as: kind))
        }
    }

    private func content(_ bytes: [UInt8]?, _ format: ValueFormat?) -> JobSession.Outcome {
        .content(bytes, bytes.flatMap { format?.flaw($0) })
    }

    /// - Parameter start: Lines before this position are on the disk already.
    private func bytes(of lines: PersistenceDriver.Lines, from start: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var isValid = true
        lines.forEach(from: start) { line in
            var line = line
            line.withUTF8 { text in
                for byte in text where byte == UInt8(ascii: "\n") || byte == 0 { isValid = false }
                bytes.append(contentsOf: text)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        guard isValid else { throw .invalidLine }
        return bytes
    }
}
