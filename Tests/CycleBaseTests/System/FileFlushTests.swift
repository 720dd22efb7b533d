import Testing

@testable import CycleBase

@Suite("Flushing a file")
struct FileFlushTests {
    @Test("a file is flushed by the weaker call where there is no stronger one, and not where the drive has failed")
    func flushes() throws {
        let file = try Descriptors.open("/dev/null", O_WRONLY)
        defer { Descriptors.close(file) }
        func flush(_ outcome: Int32, _ code: Int32) -> (Int32, Int32) {
            let outcome = flushToDrive(file) { _ in
                errno = code
                return outcome
            }
            return (outcome, errno)
        }
        #expect(flush(0, 0) == (0, 0))
        for code in [EIO, ENOSPC, EBADF, EINTR] { #expect(flush(-1, code) == (-1, code)) }
        // The weaker call is made. Of a device Linux says that it has none.
        let weaker = (fsync(file), errno)
        for code in [ENOTSUP, EOPNOTSUPP, ENOTTY] { #expect(flush(-1, code) == weaker) }
    }
}
