import CycleHTTP

/// Reads the header of a response from bytes that are cut anywhere.
package struct HeadReader: Hashable, Sendable {
    private let limit: Int
    private var parser: HeadParser
    /// The beginning of a line.
    private var line: [UInt8] = []

    /// - Parameters:
    ///   - limit: The most bytes of the header.
    ///   - upgrades: Whether 101 ends it.
    package init(limit: Int, upgrades: Bool = false) {
        self.limit = limit
        parser = HeadParser(limit: limit, upgrades: upgrades)
    }

    /// Takes bytes up to the end of the header; those behind it are left.
    ///
    /// - Returns: `nil` until the header is whole.
    package mutating func read(
        _ bytes: inout ArraySlice<UInt8>
    ) throws(HTTP.Failure) -> (status: Int, headers: HTTP.Headers)? {
        while let byte = bytes.popFirst() {
            line.append(byte)
            guard line.count <= limit else { throw .tooLarge }
            guard byte == UInt8(ascii: "\n") else { continue }
            let whole = line
            line = []
            let outcome = whole.withUnsafeBytes { bytes in
                Result { () throws(HTTP.Failure) in try parser.take(bytes) }
            }
            if case .head(let status, let headers) = try outcome.get() { return (status, headers) }
        }
        return nil
    }
}
