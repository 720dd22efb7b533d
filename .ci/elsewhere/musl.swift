// The additions of the compiler's module map and overlay to musl's headers alone.
// Sendable by the `@preconcurrency import` of the module.
nonisolated(unsafe) var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>! = nil

// Those of CLinux, whose module is empty here.
func CLinuxRealtimeLimit(_ process: pid_t) -> UInt64 { .max }
func CLinuxSetRealtimeLimit(_ process: pid_t, _ limit: UInt64) -> Int32 { 0 }
