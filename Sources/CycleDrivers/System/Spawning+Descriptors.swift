#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Spawning {
    /// A child has its three standard descriptors and those that it was given: a pipe or a connection that it held would not end
    /// before the child does.
    static func closeOthers(than given: some Collection<Int32>, by actions: inout FileActions) {
        let last = max(given.max() ?? 2, 2)
        #if canImport(Darwin)
            // The flag POSIX_SPAWN_CLOEXEC_DEFAULT closes all that no action names.
            for number in Set<Int32>(0...2).subtracting(given) {
                posix_spawn_file_actions_addinherit_np(&actions, number)
            }
        #else
            guard !closeAll(from: last + 1, by: &actions) else { return }
            for number in openDescriptors() where number > last { posix_spawn_file_actions_addclose(&actions, number) }
        #endif
    }

    #if !canImport(Darwin)
        /// - Returns: Whether this system can.
        private static func closeAll(from number: Int32, by actions: inout FileActions) -> Bool {
            #if canImport(Glibc)
                // Versions before 2.34 have no such function, and the header declares it only for GNU's dialect of C.
                guard let address = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return false }
                typealias Function =
                    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
                return unsafeBitCast(address, to: Function.self)(&actions, number) == 0
            #else
                return false
            #endif
        }

        /// Those that are open now.
        private static func openDescriptors() -> [Int32] {
            guard let folder = opendir("/proc/self/fd") else { return [] }
            defer { closedir(folder) }
            var found: [Int32] = []
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if let number = Int32(name) { found.append(number) }
            }
            return found
        }
    #endif
}
