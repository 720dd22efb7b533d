import CycleBase

/// The processes of the system, by `/proc`. There are none where that is missing.
enum RunningProcesses {
    /// Also of those that have ended and are not waited for.
    static var numbers: [pid_t] { namesInFolder("/proc").compactMap { pid_t($0) } }

    /// The content of a file about a process; empty where the process is gone, or another user's.
    static func content(of file: String, _ process: pid_t) -> [UInt8] {
        let descriptor: Int32
        do { descriptor = try Descriptors.open("/proc/\(process)/\(file)", O_RDONLY) } catch { return [] }
        defer { Descriptors.close(descriptor) }
        var content: [UInt8] = []
        while case .bytes(let bytes) = Descriptors.read(descriptor, upTo: 65_536) { content += bytes }
        return content
    }
}
