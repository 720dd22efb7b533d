import CycleBase

/// Identifies this start of the system; empty where the system has no such identifier.
package let bootIdentifier: String = {
    #if canImport(Darwin)
        var size = 64
        var text = [CChar](repeating: 0, count: size)
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
        let file: Int32
        do { file = try Descriptors.open("/proc/sys/kernel/random/boot_id", O_RDONLY) } catch { return "" }
        defer { Descriptors.close(file) }
        guard case .bytes(let bytes) = Descriptors.read(file, upTo: 64) else { return "" }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    #endif
}()
