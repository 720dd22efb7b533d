#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns frames and events into JSON, and back.
struct JSONEncoding {
    /// How the note begins that stands in the place of what a recording cannot hold.
    static let leftOut = "left out: "

    private let encoder = JSONEncoder()

    init() {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    }

    /// - Parameters:
    ///   - value: Of any type: a value that is not `Encodable`, or whose encoding fails, is described.
    ///   - byteLimit: A longer text is replaced by a note about it.
    func text(of value: some Any, byteLimit: Int = .max) -> JSONText {
        let text = encoded(value) ?? Array(String(describing: value).quotedJSON.utf8)
        guard text.count > byteLimit else { return text }
        return Array("\(Self.leftOut)\(text.count) bytes, a recording holds \(byteLimit) of one value".quotedJSON.utf8)
    }

    private func encoded(_ value: some Any) -> JSONText? {
        guard let value = value as? any Encodable else { return nil }
        do { return try encoder.encode(value).withUnsafeBytes { JSONText($0) } } catch { return nil }
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
