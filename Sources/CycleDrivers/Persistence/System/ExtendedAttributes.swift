import CycleBase

/// A file has more than its content, mode and owner: labels of users and programs, and access lists, which Linux keeps
/// among them.
enum ExtendedAttributes {
    /// Gives `file` what the file of this name has. The name is no link.
    ///
    /// On Linux a program that is linked statically copies nothing: the calls are not in the system's module, and it cannot
    /// look them up.
    static func copy(of name: FileName, in folder: Int32, to file: Int32) throws(SystemFailure) {
        #if canImport(Darwin)
            try copyAll(of: name, in: folder, to: file)
        #else
            guard let calls else { return }
            try copyEach(from: FileName(bytes: Array("/proc/self/fd/\(folder)/".utf8) + name.bytes), to: file, calls)
        #endif
    }
}

#if canImport(Darwin)
    extension ExtendedAttributes {
        private static func copyAll(of name: FileName, in folder: Int32, to file: Int32) throws(SystemFailure) {
            let old = name.withCString { openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
            guard old >= 0 else {
                // Another program has removed it since.
                if errno == ENOENT { return }
                throw SystemFailure(code: errno)
            }
            defer { Descriptors.close(old) }
            let outcome = fcopyfile(old, file, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR))
            // A file system that keeps no such things has none to lose.
            guard outcome == 0 || errno == ENOTSUP else { throw SystemFailure(code: errno) }
        }
    }
#else
    extension ExtendedAttributes {
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
            guard let list = dlsym(nil, "llistxattr"), let get = dlsym(nil, "lgetxattr"),
                let set = dlsym(nil, "fsetxattr")
            else { return nil }
            return Calls(
                list: unsafeBitCast(list, to: List.self), get: unsafeBitCast(get, to: Get.self),
                set: unsafeBitCast(set, to: Set.self))
        }()

        private static func copyEach(from path: FileName, to file: Int32, _ calls: Calls) throws(SystemFailure) {
            for attribute in try names(of: path, calls) where isKept(attribute) {
                guard let value = try value(of: attribute, path, calls) else { continue }
                let outcome = attribute.withCString { name in
                    value.withUnsafeBytes { calls.set(file, name, $0.baseAddress, $0.count, 0) }
                }
                guard outcome == 0 else { throw SystemFailure(code: errno) }
            }
        }

        /// The system labels each new file itself.
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
#endif
