import CycleBase
import CycleHTTP

/// Reads the head of the answer to a handshake from bytes that are cut anywhere.
package struct WebSocketAnswerReader: Hashable, Sendable {
    /// The most bytes of a head.
    package static let byteLimit = 16 << 10

    private var parser = HeadParser(limit: byteLimit, upgrades: true)
    /// The beginning of a line.
    private var line: [UInt8] = []

    package init() {}

    /// Takes bytes up to the end of the head; those behind it are left.
    ///
    /// - Returns: `nil` until the head is whole.
    package mutating func read(
        _ bytes: inout ArraySlice<UInt8>
    ) throws(WebSocketViolation) -> (status: Int, headers: HTTP.Headers)? {
        while let byte = bytes.popFirst() {
            line.append(byte)
            guard line.count <= Self.byteLimit else { throw .head }
            guard byte == UInt8(ascii: "\n") else { continue }
            let whole = line
            line = []
            do throws(HTTP.Failure) {
                let outcome = whole.withUnsafeBytes { bytes in
                    Result { () throws(HTTP.Failure) in try parser.take(bytes) }
                }
                if case .head(let status, let headers) = try outcome.get() { return (status, headers) }
            } catch {
                throw .head
            }
        }
        return nil
    }
}
