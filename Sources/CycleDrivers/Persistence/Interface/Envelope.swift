import CycleBase

/// The form in which a typed value is written: one line with a version, the length and a checksum, then the
/// bytes, so that a part of a file, or another program's, is never taken for a value.
///
///     cycle-value 3 12 8c0f3b1e77a4d2f1
///
package struct Envelope: Hashable, Sendable {
    private static let mark = "cycle-value"
    private static let longestHeader = 80

    package var version: Int
    package var payload: [UInt8]

    package init(version: Int, payload: [UInt8]) {
        self.version = version
        self.payload = payload
    }

    package var bytes: [UInt8] { Array(header.utf8) + payload }

    /// `nil`: these bytes are no envelope, or not as they were written.
    package init?(_ bytes: [UInt8]) {
        guard let end = bytes.prefix(Envelope.longestHeader).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let parts = bytes[..<end].split(separator: UInt8(ascii: " "))
        guard parts.count == 4, let version = Int(digits: String(decoding: parts[1], as: UTF8.self)) else {
            return nil
        }
        self.version = version
        payload = Array(bytes[(end + 1)...])
        // There is one way only to write it.
        guard bytes[...end].elementsEqual(header.utf8) else { return nil }
    }

    private var header: String {
        "\(Envelope.mark) \(version) \(payload.count) \(String(Checksum.of(payload, seed: UInt64(version)), radix: 16))\n"
    }
}

/// CRC-64 with the polynomial of ECMA-182, reflected, as in XZ.
enum Checksum {
    private static let table: [UInt64] = (0..<256).map { index in
        (0..<8).reduce(UInt64(index)) { value, _ in
            value & 1 == 1 ? (value >> 1) ^ 0xC96C_5795_D787_0F42 : value >> 1
        }
    }

    /// - Parameter seed: Counts as what stands before the bytes.
    static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        let table = table
        return ~bytes.reduce(~seed) { value, byte in table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8)
        }
    }
}
