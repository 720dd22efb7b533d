import Foundation

/// A frame or an event as a recording holds it: JSON on one line.
public struct RecordedValue: Hashable, Sendable {
    /// The value, if its type is `Encodable`; else its description, as a JSON string.
    ///
    /// Keys are sorted. Numbers that JSON does not have are the strings `NaN`, `Infinity` and `-Infinity`.
    public let json: String

    init(json: String) {
        self.json = json
    }

    /// - Parameter byteLimit: What would be longer is left out, and a note about it stands in its place.
    public init(_ value: Any, byteLimit: Int = .max) {
        let text = UnsafeMutablePointer<JSONText>.make()
        defer { text.free() }
        text.append(recorded: value, byteLimit: byteLimit)
        json = String(decoding: text.pointee.text.elements, as: UTF8.self)
    }

    /// The value itself, of the type that was recorded.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(type, from: Data(json.utf8))
    }
}

extension UnsafeMutablePointer<JSONText> {
    /// Appends a value as a recording holds it.
    ///
    /// - Parameters:
    ///   - value: Of its own type: an `Any` is opened by the call.
    ///   - byteLimit: What would be longer is left out, and a note about it stands in its place.
    func append<Value>(recorded value: Value, byteLimit: Int) {
        let start = pointee.text.count
        let isWritten =
            if let type = pointee.encodable(Value.self) {
                append(value, as: type)
            } else if let value = value as? any Encodable {
                // Of a protocol's type, which says nothing of the value in it.
                append(value) || appendTree(of: value)
            } else {
                false
            }
        // A value that cannot be encoded after all still has a description, which is better than a gap.
        if !isWritten { pointee.text.append(quoted: String(describing: value)) }
        let byteCount = pointee.text.count - start
        guard byteCount > byteLimit else { return }
        pointee.text.truncate(to: start)
        pointee.text.append(quoted: "left out: \(byteCount) bytes, a recording holds \(byteLimit) of one value")
    }

    /// - Parameter type: Of the value, which says that it is `Encodable`.
    private func append<Value, Known: Encodable>(_ value: Value, as type: Known.Type) -> Bool {
        let value = unsafeBitCast(value, to: type)
        return append(value) || appendTree(of: value)
    }

    /// For what cannot be written in one go.
    private func appendTree(of value: some Encodable) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        do {
            try encoder.encode(value).withUnsafeBytes { pointee.text.append($0.bindMemory(to: UInt8.self)) }
            return true
        } catch {
            return false
        }
    }
}
