/// The lines of a stream, whose pieces are cut anywhere.
struct Lines: Codable, Equatable {
    /// The beginning of a line whose end has not come yet.
    private var begun: [UInt8] = []

    /// - Returns: The lines that are whole by now.
    mutating func take(_ bytes: [UInt8]) -> [String] {
        begun += bytes
        let parts = begun.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        begun = Array(parts.last ?? [])
        return parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
    }
}
