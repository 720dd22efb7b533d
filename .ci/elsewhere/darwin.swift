// The additions of Apple's overlay alone.
func ioctl(_ fd: Int32, _ request: UInt, _ value: CInt) -> CInt { 0 }
func ioctl(_ fd: Int32, _ request: UInt) -> CInt { 0 }
var SIG_ERR: sig_t_ { unsafeBitCast(-1, to: sig_t_.self) }
var S_IRWXU: mode_t { 0o700 }
var S_IRUSR: mode_t { 0o400 }
var S_IWUSR: mode_t { 0o200 }
var S_IXUSR: mode_t { 0o100 }
var S_IRWXG: mode_t { 0o070 }
var S_IRGRP: mode_t { 0o040 }
var S_IWGRP: mode_t { 0o020 }
var S_IXGRP: mode_t { 0o010 }
var S_IRWXO: mode_t { 0o007 }
var S_IROTH: mode_t { 0o004 }
var S_IWOTH: mode_t { 0o002 }
var S_IXOTH: mode_t { 0o001 }
var S_ISUID: mode_t { 0o4000 }
var S_ISGID: mode_t { 0o2000 }
var S_ISVTX: mode_t { 0o1000 }
nonisolated(unsafe) var stdin: UnsafeMutablePointer<FILE>! = nil
nonisolated(unsafe) var stdout: UnsafeMutablePointer<FILE>! = nil
nonisolated(unsafe) var stderr: UnsafeMutablePointer<FILE>! = nil
var TIOCGWINSZ: UInt { 0x40087468 }
var TIOCSWINSZ: UInt { 0x80087467 }
var TIOCSTI: UInt { 0 }
var TIOCSCTTY: UInt { 0 }
var FIONREAD: UInt { 0 }
var FIONBIO: UInt { 0 }
func system_kevent(
    _ queue: Int32, _ changes: UnsafePointer<kevent>!, _ changeCount: Int32, _ events: UnsafeMutablePointer<kevent>!,
    _ eventCount: Int32, _ limit: UnsafePointer<timespec>!
) -> Int32 { 0 }
