import CycleBase

/// A file that the system maps, for a table that is larger than the memory of the machine: the system writes out the parts that are not read.
///
/// The file has no name any more once it is open, so a process that is killed leaves nothing behind.
///
/// Unchecked: only the thread that changes the table asks for room.
package final class SpillFile: @unchecked Sendable {
    private let file: Int32
    private var length = 0

    /// - Returns: `nil` where there is no such file to be made; `errno` says why.
    package init?(_ path: String) {
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 { return nil }
        unlink(path)
    }

    deinit { close(file) }

    /// Room at the end of the file, filled with zeros; `nil` where the disk is full.
    func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        // Written, and not only promised: the first use of a page that has no place on the disk would end the process.
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var written = 0
        while written < byteCount {
            let count = pwrite(file, zeros, min(zeros.count, byteCount - written), off_t(length + written))
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return nil }
            written += count
        }
        let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, off_t(length))
        guard let start, start != MAP_FAILED else { return nil }
        length += byteCount
        return start
    }
}
