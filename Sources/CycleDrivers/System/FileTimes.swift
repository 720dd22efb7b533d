import CycleBase

extension stat {
    /// When the content was changed last.
    var contentTime: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}
