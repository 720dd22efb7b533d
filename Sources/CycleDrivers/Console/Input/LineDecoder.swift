/// Turns bytes into lines. A value: the same bytes give the same lines, however they are cut into pieces.
package struct LineDecoder: Hashable, Sendable {
    /// A longer line comes in pieces, so that input without line ends cannot fill the memory.
    static let longestLine = 1 << 20

    private var bytes: [UInt8] = []

    package init() {}

    package mutating func decode(_ more: some Sequence<UInt8>, _ emit: (ConsoleDriver.Event) -> Void) {
        for byte in more {
            if byte == UInt8(ascii: "\n") {
                if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
                flush(emit)
            } else {
                // Not inside of a character.
                if bytes.count >= LineDecoder.longestLine, byte & 0xc0 != 0x80 { flush(emit) }
                bytes.append(byte)
            }
        }
    }

    /// The last line, if it has no end.
    package mutating func finish(_ emit: (ConsoleDriver.Event) -> Void) {
        if !bytes.isEmpty { flush(emit) }
    }

    /// Takes the bytes of a line that has no end yet.
    mutating func takeUnfinished() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private mutating func flush(_ emit: (ConsoleDriver.Event) -> Void) {
        emit(.line(String(decoding: bytes, as: UTF8.self)))
        bytes.removeAll(keepingCapacity: true)
    }
}
