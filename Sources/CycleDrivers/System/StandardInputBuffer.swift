#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    @preconcurrency import Darwin
#endif

/// Whether the C library has read ahead of what the program has taken from its standard input, for `readLine`. musl does not
/// tell.
var isStandardInputBuffered: Bool {
    #if canImport(Glibc)
        guard let input = stdin else { return false }
        return input.pointee._IO_read_ptr != input.pointee._IO_read_end
    #elseif canImport(Darwin)
        return stdin.pointee._r > 0
    #else
        return false
    #endif
}
