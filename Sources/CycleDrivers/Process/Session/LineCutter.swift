/// Cuts the output of a program into lines.
struct LineCutter: Hashable, Sendable {
    private static let limit = 65_536
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []

    /// - Returns: The lines that end in these bytes, without their ends.
    mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
                lines.append(rest)
                rest = []
            } else {
                rest.append(byte)
                if rest.count == Self.limit {
                    lines.append(rest)
                    rest = []
                }
            }
        }
        return lines
    }

    /// - Returns: The last line, if it has no end.
    mutating func finish() -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        defer { rest = [] }
        return rest
    }
}
