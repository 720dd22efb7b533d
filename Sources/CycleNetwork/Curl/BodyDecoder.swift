/// The body of a response as it stands on the wire: counts it, and takes chunks and gzip off it.
///
/// Confined to the thread of libcurl.
struct BodyDecoder {
    /// How much of the body is still to come.
    private enum Framing {
        /// After so many bytes.
        case length(leftCount: Int)
        /// After the last chunk.
        case chunks(ChunkDecoder)
        /// With the connection.
        case connection
    }

    /// The position in a piece that was decoded in part, because the receiver had no room for more. libcurl hands over the
    /// same bytes again, and perhaps more behind them.
    private struct Held {
        let wireByteCount: Int
        let bytes: [UInt8]
        let givenCount: Int
    }

    private var framing: Framing
    private let gzip: GzipDecoder?
    private var held: Held?
    private var encodedByteCount = 0

    /// - Parameters:
    ///   - gzip: `nil` for a body that is not encoded.
    ///   - headerLimit: How many bytes may stand around those of the chunks.
    init(_ framing: CurlTransfer.BodyForm.Framing, _ gzip: GzipDecoder?, headerLimit: Int) {
        self.framing =
            switch framing {
            case .length(let byteCount): .length(leftCount: byteCount)
            case .chunks: .chunks(ChunkDecoder(limit: headerLimit))
            case .connection: .connection
            }
        self.gzip = gzip
    }

    /// Whether all of the body has come and was handed on. Of one that ends with its connection that is not known.
    var isWhole: Bool {
        guard held == nil else { return false }
        return switch framing {
        case .length(let leftCount): leftCount == 0
        case .chunks(let chunks): chunks.isAtEnd
        case .connection: false
        }
    }

    /// Why a body that the server has ended is not whole, if it is not.
    var failureAtEnd: HTTP.Failure? {
        switch framing {
        case .chunks(let chunks) where !chunks.isAtEnd: return .disconnected
        case .length, .chunks, .connection: break
        }
        if let gzip, encodedByteCount > 0, !gzip.isComplete { return .malformed(.encoding) }
        return nil
    }

    /// Hands on what `wire` contains of the body.
    ///
    /// - Returns: Whether there was room for everything. If not, the same bytes have to come again.
    mutating func decode(
        _ wire: UnsafeRawBufferPointer, _ receiver: ResponseReceiver
    ) throws(HTTP.Failure) -> Bool {
        guard let gzip else {
            try unframe(wire) { bytes throws(HTTP.Failure) in try receiver.body(bytes) }
            return true
        }
        var bytes = held?.bytes ?? []
        let knownCount = min(held?.wireByteCount ?? 0, wire.count)
        try unframe(UnsafeRawBufferPointer(rebasing: wire[knownCount...])) { bytes.append(contentsOf: $0) }
        let givenCount = try unzip(bytes, from: held?.givenCount ?? 0, gzip, receiver)
        held = givenCount.map { Held(wireByteCount: wire.count, bytes: bytes, givenCount: $0) }
        return held == nil
    }

    private mutating func unframe(
        _ wire: UnsafeRawBufferPointer, _ give: (UnsafeRawBufferPointer) throws(HTTP.Failure) -> Void
    ) throws(HTTP.Failure) {
        switch framing {
        case .length(let leftCount):
            framing = .length(leftCount: leftCount - min(leftCount, wire.count))
            try give(wire)
        case .chunks(var chunks):
            defer { framing = .chunks(chunks) }
            try chunks.decode(wire, give)
        case .connection: try give(wire)
        }
    }

    /// - Returns: How many bytes were used before the room ended; `nil`: there was room for all.
    private mutating func unzip(
        _ bytes: [UInt8], from start: Int, _ gzip: GzipDecoder, _ receiver: ResponseReceiver
    ) throws(HTTP.Failure) -> Int? {
        var offset = start
        // Bytes that were decoded earlier may have become more than the receiver had room for.
        var mayHoldMore = held != nil
        while offset < bytes.count || mayHoldMore {
            guard receiver.hasRoom else { return offset }
            let (usedCount, output) = try gzip.decode(bytes, from: offset)
            offset += usedCount
            encodedByteCount += usedCount
            mayHoldMore = output.count == GzipDecoder.pieceSize && !gzip.isComplete
            try receiver.body(output)
        }
        return nil
    }
}
