import CycleBase
import CycleDrivers

/// Performs the operations of one download on the disk.
///
/// Belongs to the thread of the disk from the first operation on, before it to the thread that made it.
struct DownloadDisk {
    let path: String
    /// The part of an earlier try, or the one that grows.
    private var part: PartFile?
    /// The description that lies beside the part.
    private var info: PartInfo?

    /// Locks the part of an earlier try, if there is one and `resumes`.
    init(_ path: String, resumes: Bool) throws(HTTP.Failure) {
        self.path = path
        guard resumes else { return }
        do throws(SystemFailure) {
            part = try PartFile.open(PartFile.resumable(path), creates: false)
        } catch {
            throw failure(error)
        }
        info = part == nil ? nil : SmallFile.text(PartFile.info(path)).flatMap(PartInfo.init)
    }

    /// The size of the part of an earlier try, and its description.
    var found: (byteCount: Int, info: PartInfo)? {
        guard let part, let info else { return nil }
        return (part.byteCount, info)
    }

    mutating func perform(_ operation: DownloadSession.Operation) -> DownloadSession.Outcome {
        do throws(SystemFailure) {
            switch operation {
            case .open(let byteCount, let info):
                try open(byteCount, info)
                return .opened(isDescribed: isResumable)
            case .write(let bytes): try part?.write(bytes)
            case .complete: try complete()
            case .keep(let info): try keep(info)
            }
            return .succeeded
        } catch {
            return .failed(failure(error))
        }
    }

    mutating func remove() {
        guard let part else { return }
        if isResumable { unlink(PartFile.info(path)) }
        unlink(part.path)
    }

    mutating func close() {
        part?.close()
        part = nil
    }

    private var isResumable: Bool { part?.path == PartFile.resumable(path) }

    private func failure(_ failure: SystemFailure) -> HTTP.Failure {
        HTTP.Resource(code: failure.code).map { .exhausted($0) } ?? .unwritable(path: path)
    }

    private mutating func open(_ byteCount: Int, _ info: PartInfo?) throws(SystemFailure) {
        try PartFile.makeFolder(of: path)
        PartFile.sweep(path)
        if part == nil, info != nil { part = try PartFile.open(PartFile.resumable(path), creates: true) }
        // Another download has locked the part, or nothing is known that could be compared later.
        if info == nil || part == nil {
            remove()
            close()
            part = try PartFile.open(PartFile.unique(path), creates: true)
        }
        do throws(SystemFailure) {
            try prepare(byteCount, info)
        } catch {
            if !isResumable { remove() }
            throw error
        }
    }

    private func prepare(_ byteCount: Int, _ info: PartInfo?) throws(SystemFailure) {
        guard let part, part.truncate(to: byteCount) else { throw SystemFailure(code: errno) }
        if isResumable, let info, info != self.info { try PartFile.describe(path, info) }
        // The new file gets the permissions of the one that it replaces.
        var status = stat()
        if stat(path, &status) == 0 { try FileMode.set(status.st_mode & 0o777, of: part.descriptor) }
    }

    private mutating func complete() throws(SystemFailure) {
        guard let part else { throw SystemFailure(code: EIO) }
        // Without this a crash of the system can leave an empty file under the name.
        guard flushToDrive(part.descriptor) == 0 else { throw SystemFailure(code: errno) }
        guard PartFile.mayBecome(path), rename(part.path, path) == 0 else { throw SystemFailure(code: EACCES) }
        if !isResumable { PartFile.remove(PartFile.resumable(path)) }
        unlink(PartFile.info(path))
    }

    private func keep(_ info: PartInfo) throws(SystemFailure) {
        guard let part, flushToDrive(part.descriptor) == 0 else { throw SystemFailure(code: errno) }
        do throws(SystemFailure) {
            try PartFile.describe(path, info)
        } catch {
            // The description that was written earlier is true as well.
            return
        }
    }
}
