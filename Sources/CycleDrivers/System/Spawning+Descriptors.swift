import CycleBase

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
            for number in namesInFolder("/proc/self/fd").compactMap({ Int32($0) }) where number > last {
                posix_spawn_file_actions_addclose(&actions, number)
            }
        #endif
    }

    #if !canImport(Darwin)
        /// - Returns: Whether this system can.
        private static func closeAll(from number: Int32, by actions: inout FileActions) -> Bool {
            #if canImport(Glibc)
                // Versions before 2.34 have no such function.
                typealias Function =
                    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
                let add = gnuFunction("posix_spawn_file_actions_addclosefrom_np", as: Function.self)
                return add?(&actions, number) == 0
            #else
                return false
            #endif
        }
    #endif
}
