// The additions of Swift's overlays to the headers of both C libraries, as declarations without meaning; only to type-check against.
// `CycleBase.close` is `system_close` there, and so on.
var errno: Int32 {
    get { 0 }
    set {}
}
func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { 0 }
func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
func ioctl(_ fd: Int32, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { 0 }
func system_close(_ fd: Int32) -> Int32 { 0 }
func system_write(_ fd: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { 0 }
typealias sig_t_ = @convention(c) (Int32) -> Void
var SIG_DFL: sig_t_? { nil }
var SIG_IGN: sig_t_ { unsafeBitCast(1, to: sig_t_.self) }
var S_IFMT: mode_t { 0o170000 }
var S_IFIFO: mode_t { 0o010000 }
var S_IFCHR: mode_t { 0o020000 }
var S_IFDIR: mode_t { 0o040000 }
var S_IFBLK: mode_t { 0o060000 }
var S_IFREG: mode_t { 0o100000 }
var S_IFLNK: mode_t { 0o120000 }
var S_IFSOCK: mode_t { 0o140000 }
var MAP_FAILED: UnsafeMutableRawPointer! { UnsafeMutableRawPointer(bitPattern: -1) }
func system_read(_ fd: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int) -> Int { 0 }
func system_exit(_ code: Int32) -> Never { fatalError() }
func system_kill(_ process: pid_t, _ signal: Int32) -> Int32 { 0 }
func system_send(_ fd: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ flags: Int32) -> Int { 0 }
func system_listen(_ fd: Int32, _ count: Int32) -> Int32 { 0 }
func system_connect(_ fd: Int32, _ address: UnsafePointer<sockaddr>!, _ size: socklen_t) -> Int32 { 0 }
func system_accept(_ fd: Int32, _ address: UnsafeMutablePointer<sockaddr>!, _ size: UnsafeMutablePointer<socklen_t>!)
    -> Int32
{ 0 }
func system_poll(_ requests: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ milliseconds: Int32) -> Int32 { 0 }
func system_select(
    _ count: Int32, _ reading: UnsafeMutablePointer<fd_set>!, _ writing: UnsafeMutablePointer<fd_set>!,
    _ failing: UnsafeMutablePointer<fd_set>!, _ limit: UnsafeMutablePointer<timeval>!
) -> Int32 { 0 }
func system_open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
