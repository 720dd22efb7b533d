import CycleBase

/// A frame or an event as a recording holds it: a JSON value.
///
///     let frame = try moment.effect.decoded(as: Counter.self)
///     RecordedValue(Counter()).json   // {"total":0}
public struct RecordedValue: Hashable, Sendable {
    let value: JSON

    init(_ value: JSON) {
        self.value = value
    }

    /// The value, if its type is `Encodable`; else its description, as a JSON string.
    ///
    /// Numbers that JSON does not have are the strings `NaN`, `Infinity` and `-Infinity`.
    ///
    /// - Parameters:
    ///   - value: Of any type.
    ///   - byteLimit: A longer value is replaced by a note about it.
    public init(_ value: Any, byteLimit: Int = .max) {
        self.init(JSONEncoding.json(of: value, byteLimit: byteLimit))
    }

    /// - Throws: ``RecordedValue/NotJSON``, with what is wrong.
    public init(json: String) throws(NotJSON) {
        do { value = try JSONParser.parse(Array(json.utf8)) } catch { throw NotJSON(reason: error.reason) }
    }

    /// On one line, with its fields in the order of their keys.
    public var json: String { value.text }

    /// The value itself, of the type that was recorded.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONEncoding.decode(type, from: value)
    }

    /// A text that was to be JSON and is not.
    public struct NotJSON: Error, Hashable, Sendable, CustomStringConvertible {
        /// The place where the text stops being JSON, in words.
        public let reason: String
        public var description: String { "not JSON: \(reason)" }
    }
}

extension RecordedValue: Codable {
    /// Reads the text of ``json``.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        do {
            try self.init(json: text)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
        }
    }

    /// Writes the text of ``json``, so that any encoder can hold it.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
