/// The lines of a stream, whose pieces are cut anywhere.
package struct Lines: Codable, Hashable {
    /// The beginning of a line whose end has not come yet.
    private var begun: [UInt8] = []

    package init() {}

    /// - Returns: The lines that are whole by now.
    package mutating func take(_ bytes: [UInt8]) -> [String] {
        begun += bytes
        let parts = begun.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        begun = Array(parts.last ?? [])
        return parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
    }
}
