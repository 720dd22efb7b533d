#if os(Linux)
    import Glibc

    /// The memory that the system has given this process.
    enum Memory {
        static var residentByteCount: Int {
            guard let file = fopen("/proc/self/statm", "r") else { preconditionFailure("no /proc/self/statm") }
            defer { fclose(file) }
            var text = [CChar](repeating: 0, count: 128)
            fgets(&text, Int32(text.count), file)
            let fields = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
            guard fields.count > 1, let pageCount = Int(fields[1]) else {
                preconditionFailure("not a statm: \(fields)")
            }
            return pageCount * Int(getpagesize())
        }
    }
#endif
