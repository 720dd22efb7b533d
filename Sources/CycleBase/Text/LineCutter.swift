/// Cuts bytes into lines: the one way of the house, for the console's input, for the output of programs, for sockets.
///
/// A line ends with LF or CRLF, which are not part of it. A value: the same bytes give the same lines, however they are cut into
/// pieces. A line that is longer than the limit comes in several pieces, so that input without line ends cannot fill the memory;
/// no piece ends inside of a character of UTF-8 or between CR and LF.
package struct LineCutter: Hashable, Sendable, Codable {
    /// The most bytes that may follow the limit: the rest of a character.
    private static let longestRest = 3

    /// The most bytes of a line that comes in one piece.
    package let limit: Int
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []

    /// - Parameter limit: The length of a piece of a line that is longer.
    package init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Takes bytes, and hands on the lines that end in them.
    package mutating func take(_ bytes: some Sequence<UInt8>, _ emit: ([UInt8]) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
                flush(emit)
            } else {
                if rest.count >= limit, isBoundary(before: byte) { flush(emit) }
                rest.append(byte)
            }
        }
    }

    /// Takes bytes, and returns the lines that end in them, with U+FFFD in the place of what is not UTF-8.
    package mutating func takeTexts(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        take(bytes) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }

    /// Takes bytes, and returns the lines that end in them, each with an LF behind it.
    package mutating func takeTogether(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var ended: [UInt8] = []
        take(bytes) { ended += $0 + [UInt8(ascii: "\n")] }
        return ended
    }

    /// Hands on the last line, if it has no end.
    package mutating func finish(_ emit: ([UInt8]) -> Void) {
        if !rest.isEmpty { flush(emit) }
    }

    /// Takes the bytes of a line that has no end yet.
    package mutating func takeUnfinished() -> [UInt8] {
        defer { rest = [] }
        return rest
    }

    /// Whether a line that is too long may be cut here. Bytes that are not UTF-8 are cut all the same.
    private func isBoundary(before byte: UInt8) -> Bool {
        if byte & 0xc0 == 0x80 { return rest.count >= limit + LineCutter.longestRest }
        // It may be the beginning of the line's end.
        if byte == UInt8(ascii: "\r") { return rest.last == byte }
        return true
    }

    private mutating func flush(_ emit: ([UInt8]) -> Void) {
        emit(rest)
        rest.removeAll(keepingCapacity: true)
    }
}

extension Collection<UInt8> {
    /// The lines between LFs, as text with a sign in the place of what is not UTF-8; an empty one of no bytes.
    package var linesBetweenEnds: [String] {
        split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
