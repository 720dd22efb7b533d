import CCurl

/// Decodes a gzip body a piece at a time, so that a small body that becomes a huge one is noticed while it is small.
final class GzipDecoder {
    static let pieceSize = 65_536
    private let stream: UnsafeMutableRawPointer
    /// Whether the last byte of the encoding has come, or of a part of it that could be all.
    private(set) var isComplete = false

    init?() {
        guard let stream = cycle_gzip_new() else { return nil }
        self.stream = stream
    }

    deinit {
        cycle_gzip_free(stream)
    }

    /// Decodes what follows after `offset` bytes of `input`, up to a piece of output.
    ///
    /// Zeros behind a member are padding, as they are for gzip(1): tapes and some servers fill their blocks with them. Anything else
    /// is another member, or malformed.
    ///
    /// - Returns: How many bytes of it were used, and what they became.
    func decode(_ input: [UInt8], from offset: Int) throws(HTTP.Failure) -> (usedCount: Int, output: [UInt8]) {
        // A stream may have several members (RFC 1952, 2.2).
        if isComplete, offset < input.count {
            let padding = input[offset...].prefix { $0 == 0 }.count
            guard padding == 0 else { return (padding, []) }
            cycle_gzip_reset(stream)
            isComplete = false
        }
        var usedCount = input.count - offset
        var code: Int32 = 0
        let output = [UInt8](unsafeUninitializedCapacity: GzipDecoder.pieceSize) { buffer, count in
            input.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress, let output = buffer.baseAddress else { return }
                count = buffer.count
                code = cycle_gzip_decode(stream, start + offset, &usedCount, output, &count)
            }
        }
        guard code >= 0, code < 2 else { throw .malformed(.encoding) }
        isComplete = code == 1
        return (usedCount, output)
    }
}
