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

    /// Sleeps until a byte is written, or until `other` can be read, and then removes the bytes.
    ///
    /// - Parameter other: A negative descriptor is passed over.
    /// - Returns: Whether `other` can be read.
    package func wait(orFor other: Int32 = -1) -> Bool {
        var requests = [
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&requests, 2, -1) < 0 {}
        if requests[0].revents != 0 { while take().count == 256 {} }
        return requests[1].revents != 0
    }
}
