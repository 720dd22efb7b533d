#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

exit(
    Program(output: { write($0, to: STDOUT_FILENO) }, complaint: { write($0, to: STDERR_FILENO) })
        .run(Array(CommandLine.arguments.dropFirst())))
