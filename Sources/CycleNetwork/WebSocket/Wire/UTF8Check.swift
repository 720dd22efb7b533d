import CycleBase

/// Checks a text that comes in pieces: the first wrong byte is found when it comes.
package struct UTF8Check: Hashable, Sendable {
    /// The scalar whose last byte has not come.
    private var begun: UTF8Collector?

    package init() {}

    /// Whether no scalar is cut.
    package var isWhole: Bool { begun == nil }

    /// - Returns: Whether the text may go on like this.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> Bool {
        for byte in bytes {
            guard var scalar = begun else {
                if byte < 0x80 { continue }
                begun = UTF8Collector(lead: byte)
                if begun == nil { return false }
                continue
            }
            switch scalar.take(byte) {
            case .incomplete: begun = scalar
            case .complete: begun = nil
            case .broken: return false
            }
        }
        return true
    }
}
