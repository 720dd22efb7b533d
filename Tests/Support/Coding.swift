import Foundation
package import Testing

/// The JSON of a value, with its keys in the order of the alphabet.
package func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// A value that was written as JSON and read again.
package func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

/// Expects a value that was written and read again to be the same, and to have the same hash.
package func expectSameAgain<Value: Codable & Hashable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let again = try copy(value)
    #expect(again == value, sourceLocation: sourceLocation)
    #expect(again.hashValue == value.hashValue, sourceLocation: sourceLocation)
}
