#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tells a thread that waits in `poll` that there is something else to look at. Any thread, and a signal handler, may
/// tell it.
final class WakePipe: Sendable {
    enum Word: UInt8 {
        case room = 1
        case stop, resized, resumed
    }

    let reading: Int32
    let writing: Int32

    init() {
        (reading, writing) = Descriptors.makePipe()
    }

    deinit {
        Descriptors.close(reading)
        Descriptors.close(writing)
    }

    /// Never blocks: in a pipe that is full there is something to look at already.
    func send(_ word: Word) {
        var byte = word.rawValue
        _ = write(writing, &byte, 1)
    }

    /// What has been told since the last time.
    func take() -> Set<Word> {
        guard case .bytes(let bytes) = Descriptors.read(reading, upTo: 256) else { return [] }
        return Set(bytes.compactMap(Word.init(rawValue:)))
    }
}
