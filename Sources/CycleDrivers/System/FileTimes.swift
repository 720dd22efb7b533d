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

    /// When anything of the file was changed last. No program can set it.
    var changeTime: timespec {
        #if canImport(Darwin)
            st_ctimespec
        #else
            st_ctim
        #endif
    }
}
