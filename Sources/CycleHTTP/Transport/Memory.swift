import CycleBase

import CycleDrivers

/// Questions about the system's memory.
enum Memory {
    /// Whether so many bytes could be had just now.
    static func isLeft(_ byteCount: Int) -> Bool {
        let memory = malloc(byteCount)
        free(memory)
        return memory != nil
    }
}

extension HTTP.Resource {
    /// The resource that an error number of the system calls exhausted; `nil` for other errors.
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
