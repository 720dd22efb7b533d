import CycleBase

/// Turns frames and events into JSON, and back.
enum JSONEncoding {
    /// How the note begins that stands in the place of what a recording cannot hold.
    static let leftOut = "left out: "
    /// A control character takes this many bytes in a text.
    private static let longestEscape = 6

    /// - Parameters:
    ///   - value: Of any type: a value that is not `Encodable`, or whose encoding fails, is described.
    ///   - byteLimit: A value whose text is longer is replaced by a note about it.
    ///   - arrays: Those of the value before, which are not encoded again. They become those of this value.
    static func json(of value: some Any, byteLimit: Int = .max, reusing arrays: EncodedArrays = EncodedArrays()) -> JSON
    {
        arrays.begin()
        let json = encoded(value, arrays)
        guard byteLimit < .max, arrays.byteCount > byteLimit / longestEscape else { return json }
        let count = JSONText(json).count
        guard count > byteLimit else { return json }
        return .string("\(leftOut)\(count) bytes, a recording holds \(byteLimit) of one value")
    }

    private static func encoded(_ value: some Any, _ arrays: EncodedArrays) -> JSON {
        do {
            if let encodable = value as? any Encodable {
                return try JSONValueEncoder.encode(encodable, reusing: arrays)
            }
        } catch let flaw as JSONParser.Flaw {
            // Nested deeper than a reader of the recording allows.
            return .string(leftOut + flaw.reason)
        } catch {}
        let text = JSON.string(String(describing: value))
        arrays.count(text)
        return text
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from json: JSON) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(type, from: Data(json.text.utf8))
    }
}

extension JSONEncoding {
    /// Where a value does not decode, and why.
    static func explanation(of error: any Error) -> (JSONPath, reason: String) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            (JSONPath(context.codingPath), "it has no \(key.stringValue.quotedJSON)")
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            (JSONPath(context.codingPath), "it is no \(type)")
        case DecodingError.dataCorrupted(let context): (JSONPath(context.codingPath), context.debugDescription)
        default: (JSONPath(), "\(error)")
        }
    }

    static func text(of error: any Error) -> String {
        let (path, reason) = explanation(of: error)
        return path.steps.isEmpty ? reason : "\(path.keyPath(root: "")): \(reason)"
    }
}

extension JSONPath {
    fileprivate init(_ codingPath: [any CodingKey]) {
        steps = codingPath.map { key in key.intValue.map(Step.index) ?? .key(key.stringValue) }
    }
}
