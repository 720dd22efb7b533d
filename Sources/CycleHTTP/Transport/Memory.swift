#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import CycleDrivers

/// What of the system's the transports ask for.
enum Memory {
    /// Whether so many bytes could be had just now.
    static func isLeft(_ byteCount: Int) -> Bool {
        let memory = malloc(byteCount)
        free(memory)
        return memory != nil
    }
}

extension HTTP.Resource {
    /// What there is too little of, if that is what an error number says.
    package init?(code: Int32) {
        switch code {
        case EMFILE, ENFILE: self = .descriptors
        case ENOMEM: self = .memory
        case ENOSPC, EDQUOT, EFBIG: self = .disk
        default: return nil
        }
    }
}

extension HTTP.Failure {
    /// Why a thread could not be started.
    package init(startingThread failure: SystemFailure) {
        self = .exhausted(HTTP.Resource(code: failure.code) ?? .threads)
    }
}
