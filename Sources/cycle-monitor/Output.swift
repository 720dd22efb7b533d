import CycleDrivers
import CycleMonitor
import CycleBase

/// Writes all of it, also where the reader is slow; where the reader has gone, the system ends the program.
func write(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
            Descriptors.waitForRoom(file, milliseconds: -1)
        } else if errno != EINTR {
            exit(1)
        }
    }
}
