import CycleBase

/// Functions of the system under names that no method of ours hides.
enum System {
    static func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ byteCount: Int) -> Int {
        write(file, bytes, byteCount)
    }

    static func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ byteCount: Int, _ offset: off_t) -> Int {
        pwrite(file, bytes, byteCount, offset)
    }

    static func closeFile(_ file: Int32) -> Int32 { close(file) }
}
