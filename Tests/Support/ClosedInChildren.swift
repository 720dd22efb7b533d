import Foundation

/// Makes a descriptor one that no child inherits. Where a child of another test holds the end of a pipe, a connection or a
/// terminal, it does not end when this test closes it.
package func closedInChildren(_ descriptor: Int32) -> Int32 {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
}
