#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file has more than its content, mode and owner: labels of users and programs, and access lists, which Linux keeps
/// among them.
///
/// Nothing is copied on Apple's systems, and in a program that is linked statically, which cannot look the calls up: they
/// are not in the system's module.
enum ExtendedAttributes {
    private typealias List = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, Int) -> Int
    private typealias Get =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int)
        -> Int
    private typealias Set = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    private struct Calls {
        let list: List
        let get: Get
        let set: Set
    }

    private static let calls: Calls? = {
        #if os(Linux) || os(Android)
            guard let list = dlsym(nil, "llistxattr"), let get = dlsym(nil, "lgetxattr"),
                let set = dlsym(nil, "fsetxattr")
            else { return nil }
            return Calls(
                list: unsafeBitCast(list, to: List.self), get: unsafeBitCast(get, to: Get.self),
                set: unsafeBitCast(set, to: Set.self))
        #else
            return nil
        #endif
    }()

    /// - Parameter folder: A path with a slash at its end. The name is no link.
    static func copy(from folder: String, _ name: FileName, to file: Int32) throws(SystemFailure) {
        guard let calls else { return }
        let path = FileName(bytes: Array(folder.utf8) + name.bytes)
        for attribute in try names(of: path, calls) where isKept(attribute) {
            guard let value = try value(of: attribute, path, calls) else { continue }
            let outcome = attribute.withCString { name in
                value.withUnsafeBytes { calls.set(file, name, $0.baseAddress, $0.count, 0) }
            }
            guard outcome == 0 else { throw SystemFailure(code: errno) }
        }
    }

    /// The system itself labels files, the new one as well.
    private static func isKept(_ attribute: FileName) -> Bool {
        attribute.hasPrefix("user.") || attribute.hasPrefix("system.posix_acl_")
    }

    private static func names(of path: FileName, _ calls: Calls) throws(SystemFailure) -> [FileName] {
        // Most files have none: asking for the size first would cost them a call.
        var buffer = [CChar](repeating: 0, count: 1_024)
        while true {
            let count = path.withCString { calls.list($0, &buffer, buffer.count) }
            if count >= 0 {
                return buffer[..<count].split(separator: 0).map { FileName(bytes: $0.map(UInt8.init(bitPattern:))) }
            }
            switch errno {
            case ERANGE where buffer.count < 1 << 20: buffer = [CChar](repeating: 0, count: buffer.count * 8)
            case ENOTSUP, ENOENT: return []
            case let code: throw SystemFailure(code: code)
            }
        }
    }

    /// `nil`: it has gone.
    private static func value(of attribute: FileName, _ path: FileName, _ calls: Calls) throws(SystemFailure)
        -> [UInt8]?
    {
        // No attribute of Linux is larger.
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = path.withCString { path in
            attribute.withCString { name in
                buffer.withUnsafeMutableBytes { calls.get(path, name, $0.baseAddress, $0.count) }
            }
        }
        guard count < 0 else { return Array(buffer[..<count]) }
        if errno == ENODATA { return nil }
        throw SystemFailure(code: errno)
    }
}
