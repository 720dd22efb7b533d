/// The permissions of a file.
package enum FileMode {
    /// Sets them, where they are others.
    ///
    /// A disk that gives all files one owner and one mode, as a share or a card of a camera does, refuses to set them, also to what they
    /// are already.
    package static func set(_ mode: mode_t, of file: Int32) throws(SystemFailure) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & 0o7777 == mode || fchmod(file, mode) == 0 else {
            throw SystemFailure(code: errno)
        }
    }
}
