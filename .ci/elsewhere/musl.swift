// The additions of the compiler's module map and overlay to musl's headers alone.
// Sendable by the `@preconcurrency import` of the module.
nonisolated(unsafe) var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>! = nil
