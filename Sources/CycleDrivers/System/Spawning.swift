#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The parts of `posix_spawn` that differ between the systems.
enum Spawning {
    #if canImport(Darwin)
        /// Darwin allocates these two behind a pointer, which is `nil` before.
        typealias FileActions = posix_spawn_file_actions_t?
        typealias Attributes = posix_spawnattr_t?
    #else
        typealias FileActions = posix_spawn_file_actions_t
        typealias Attributes = posix_spawnattr_t
    #endif

    static func makeFileActions() -> FileActions {
        #if canImport(Darwin)
            nil
        #else
            posix_spawn_file_actions_t()
        #endif
    }

    static func makeAttributes() -> Attributes {
        #if canImport(Darwin)
            nil
        #else
            posix_spawnattr_t()
        #endif
    }

    /// The environment of this process, as a child receives it.
    static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
            // No header of Darwin declares `environ`, and a library cannot link it.
            _NSGetEnviron().pointee
        #else
            environ
        #endif
    }
}
