import Foundation

/// Makes a descriptor one that no child inherits. Where a child of another test holds the end of a pipe, a connection or a
/// terminal, it does not end when this test closes it.
@discardableResult
package func closedInChildren(_ descriptor: Int32) -> Int32 {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
}

/// A socket of streams, closed in children.
package func streamSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
        closedInChildren(socket(family, Int32(SOCK_STREAM.rawValue), 0))
    #else
        closedInChildren(socket(family, SOCK_STREAM, 0))
    #endif
}
