/// The file of the program that this process runs, however it was found: the first argument may be a name that was looked up.
package enum RunningProgram {
    private static var byteCount: Int { 1 << 20 }

    /// Leads to the file, in this process alone.
    package static var path: String {
        #if canImport(Darwin)
            var count: UInt32 = 0
            _NSGetExecutablePath(nil, &count)
            var bytes = [CChar](repeating: 0, count: Int(count) + 1)
            _NSGetExecutablePath(&bytes, &count)
            return String(cString: &bytes)
        #else
            return "/proc/self/exe"
        #endif
    }

    /// Hands over all bytes of the file, a piece at a time.
    package static func read(_ take: ([UInt8]) -> Void) throws(SystemFailure) {
        let file = try Descriptors.open(path, O_RDONLY)
        defer { close(file) }
        while true {
            switch Descriptors.read(file, upTo: byteCount) {
            case .bytes(let bytes): take(bytes)
            case .nothingYet: continue
            case .end: return
            case .lost: throw SystemFailure(code: EIO)
            case .failed(let code): throw SystemFailure(code: code)
            }
        }
    }
}
