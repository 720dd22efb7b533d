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
        let json = RecordedValue.encoded(value) ?? String(describing: value).quotedJSON
        guard json.utf8.count > byteLimit else {
            self.json = json
            return
        }
        self.json = "left out: \(json.utf8.count) bytes, a recording holds \(byteLimit) of one value".quotedJSON
    }

    /// The value itself, of the type that was recorded.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(type, from: Data(json.utf8))
    }

    private static func encoded(_ value: Any) -> String? {
        guard let value = value as? any Encodable else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            // A value that cannot be encoded after all still has a description, which is better than a gap.
            return nil
        }
    }
}
