/// The file of the program that this process runs, however it was found: the first argument may be a name that was looked up.
package enum RunningProgram {
    private static var byteCount: Int { 1 << 20 }

    /// Leads to the file, in this process alone. Empty where the system does not tell it.
    private static var path: String {
        #if canImport(Darwin)
            var request = [CTL_KERN, KERN_PROCARGS2, getpid()]
            var size = 0
            guard sysctl(&request, UInt32(request.count), nil, &size, nil, 0) == 0 else { return "" }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctl(&request, UInt32(request.count), &bytes, &size, nil, 0) == 0 else { return "" }
            // Behind the number of arguments.
            return String(decoding: bytes.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
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
