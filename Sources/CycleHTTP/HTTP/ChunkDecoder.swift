import CycleBase

/// Takes a body that is sent in chunks (RFC 9112, 7.1) apart, wherever its bytes are cut.
///
/// The limit counts what stands around the bytes of the body: extensions of chunks and the trailer. The sizes of chunks are
/// not counted: a server may send a byte at a time.
///
/// A strict decoder ends lines by CR and LF alone, and sizes by a line break or a semicolon, and reads a trailer of fields only: two
/// programs that disagree on any of these see two messages.
package struct ChunkDecoder: Hashable, Sendable {
    private enum Place: Hashable {
        /// In the digits of the size of a chunk.
        case size(byteCount: Int, digitCount: Int)
        /// Behind these digits, up to the line break.
        case extensions(byteCount: Int)
        /// In the bytes of a chunk; so many are to come.
        case bytes(leftCount: Int)
        /// Behind them, up to the line break.
        case lineBreak
        /// Behind the last chunk. An empty line is the end.
        case trailer(FieldPart)
        case end
    }

    /// A place in a line of the trailer.
    private enum FieldPart: Hashable {
        case start, name, value
    }

    private let limit: Int
    private let isStrict: Bool
    private var isBehindReturn = false
    private var place = Place.size(byteCount: 0, digitCount: 0)
    private var aroundCount = 0

    /// - Parameter limit: How many bytes may stand around those of the body.
    package init(limit: Int, isStrict: Bool = false) {
        self.limit = limit
        self.isStrict = isStrict
    }

    /// Whether the last byte of the trailer has come. Later bytes belong to another message.
    package var isAtEnd: Bool {
        if case .end = place { true } else { false }
    }

    /// Hands on what of `bytes` belongs to the body.
    ///
    /// - Returns: How many of them belong to the message.
    @discardableResult
    package mutating func decode(
        _ bytes: UnsafeRawBufferPointer, _ give: (UnsafeRawBufferPointer) throws(HTTP.Failure) -> Void
    ) throws(HTTP.Failure) -> Int {
        var index = 0
        while index < bytes.count, !isAtEnd {
            if case .bytes(let leftCount) = place {
                let count = min(leftCount, bytes.count - index)
                try give(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + count)]))
                index += count
                place = count == leftCount ? .lineBreak : .bytes(leftCount: leftCount - count)
            } else {
                guard !isStrict || (bytes[index] == UInt8(ascii: "\n")) == isBehindReturn else {
                    throw .malformed(.response)
                }
                isBehindReturn = bytes[index] == UInt8(ascii: "\r")
                place = try after(bytes[index])
                index += 1
            }
        }
        return index
    }

    /// The place after a byte that is none of the body's.
    private mutating func after(_ byte: UInt8) throws(HTTP.Failure) -> Place {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        switch place {
        case .size(let byteCount, let digitCount):
            if let digit = byte.hexadecimalDigit {
                // 15 digits are fewer bytes than an `Int` counts.
                guard digitCount < 15 || byteCount == 0 else { throw .malformed(.response) }
                return .size(byteCount: byteCount << 4 | digit, digitCount: byteCount == 0 ? 1 : digitCount + 1)
            }
            guard digitCount > 0, !isStrict || byte == carriageReturn || byte == UInt8(ascii: ";") else {
                throw .malformed(.response)
            }
            if byte == lineFeed { return start(of: byteCount) }
            if byte != carriageReturn { try count() }
            return .extensions(byteCount: byteCount)
        case .extensions(let byteCount):
            if byte == lineFeed { return start(of: byteCount) }
            if byte != carriageReturn { try count() }
            guard !isStrict || byte == carriageReturn || byte.isOfFieldValue else { throw .malformed(.response) }
            return place
        case .lineBreak:
            guard byte == lineFeed || byte == carriageReturn else { throw .malformed(.response) }
            return byte == lineFeed ? .size(byteCount: 0, digitCount: 0) : .lineBreak
        case .trailer(let part):
            guard byte != lineFeed else {
                // A line without a colon may be the first of another request to another reader.
                guard part != .name || !isStrict else { throw .malformed(.response) }
                return part == .start ? .end : .trailer(.start)
            }
            try count()
            return byte == carriageReturn ? place : .trailer(try self.part(after: part, byte))
        case .bytes, .end: return place
        }
    }

    private func part(after part: FieldPart, _ byte: UInt8) throws(HTTP.Failure) -> FieldPart {
        if part == .name, byte == UInt8(ascii: ":") { return .value }
        guard !isStrict || (part == .value ? byte.isOfFieldValue : byte.isOfToken) else { throw .malformed(.response) }
        return part == .value ? .value : .name
    }

    private func start(of byteCount: Int) -> Place {
        byteCount == 0 ? .trailer(.start) : .bytes(leftCount: byteCount)
    }

    private mutating func count() throws(HTTP.Failure) {
        aroundCount += 1
        guard aroundCount <= limit else { throw .tooLarge }
    }
}
