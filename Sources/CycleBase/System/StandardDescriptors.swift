/// The descriptors 0, 1 and 2, which a shell may have closed (`program >&-`).
///
/// The system gives the lowest number that is free: the next file, pipe or connection that the process opened would be
/// the standard output, and printed text would be written into it.
package enum StandardDescriptors {
    /// Occupies those that are closed, so that no later call gets them, and in such a way that they still behave as
    /// closed: reading from 0, and writing to 1 and 2, fails with `EBADF`. A program that is started does not inherit
    /// them.
    ///
    /// Call this before opening a descriptor, and before calling a library that opens one. Only the first call costs
    /// anything.
    package static func reserve() {
        _ = reserved
    }

    /// As glibc does for programs that run for another user.
    private static let reserved: Void = {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            let opened = open("/dev/null", (descriptor == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
            guard opened >= 0, opened != descriptor else { continue }
            // A lower one is in use, or was taken by another thread just now.
            close(opened)
        }
    }()
}
