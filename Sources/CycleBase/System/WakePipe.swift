/// Wakes a thread that waits in `poll`. Any thread, and a signal handler, may write a byte. A byte that is written
/// before the thread waits is not lost.
package final class WakePipe: Sendable {
    package let reading: Int32
    package let writing: Int32

    /// - Throws: When the process is out of descriptors.
    package init() throws(SystemFailure) {
        (reading, writing) = try Descriptors.makePipe()
    }

    deinit {
        Descriptors.close(reading)
        Descriptors.close(writing)
    }

    /// Never blocks: in a pipe that is full there is something to look at already.
    package func send(_ word: UInt8 = 0) {
        var byte = word
        _ = write(writing, &byte, 1)
    }

    /// The bytes that were written since the last call.
    package func take() -> [UInt8] {
        guard case .bytes(let bytes) = Descriptors.read(reading, upTo: 256) else { return [] }
        return bytes
    }
}
