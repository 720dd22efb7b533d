import CycleBase

/// The row of a terminal in which printed bytes have ended. A value.
///
/// A terminal gets text: bytes that mean something else to it are left out, so that a file that is printed cannot set its modes.
struct PrintedRow: Hashable, Sendable {
    /// The bytes of a character whose rest has not come yet.
    private var begun: [UInt8] = []
    private var isBegun = false

    /// Text that goes on where the bytes before have ended.
    mutating func goOn(_ piece: [UInt8], newLine: String) -> [UInt8] {
        let bytes = begun + piece
        let whole = bytes.count - Self.begunCount(bytes)
        begun = Array(bytes[whole...])
        guard whole > 0 else { return [] }
        isBegun = bytes[whole - 1] != 0x0a
        let text = String(decoding: bytes[..<whole], as: UTF8.self)
        return PrintedText.plain(text, newLine: newLine)
    }

    /// The end of the row, if something stands in it.
    mutating func end(newLine: String) -> [UInt8] {
        defer { self = PrintedRow() }
        return isBegun ? Array(newLine.utf8) : []
    }

    /// How many bytes at the end are a character's first, and not all of it.
    private static func begunCount(_ bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            guard var character = UTF8Collector(lead: bytes[bytes.count - count]) else { continue }
            let isBegun = bytes.suffix(count - 1).allSatisfy { byte in
                if case .incomplete = character.take(byte) { true } else { false }
            }
            return isBegun ? count : 0
        }
        return 0
    }
}
