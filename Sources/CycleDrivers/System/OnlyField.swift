extension KeyedDecodingContainer {
    /// The field that says which case it is.
    package func onlyField(of decoder: any Decoder) throws -> Key {
        guard allKeys.count == 1, let field = allKeys.first else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "an object with one known field is expected")
            throw DecodingError.dataCorrupted(context)
        }
        return field
    }
}

extension Decoder {
    /// The case of an enum that is an object with one field, and the values of that case.
    package func onlyCase<Kind: CodingKey, Key: CodingKey>(
        _ kind: Kind.Type, with key: Key.Type
    ) throws -> (kind: Kind, values: KeyedDecodingContainer<Key>) {
        let all = try container(keyedBy: kind)
        let only = try all.onlyField(of: self)
        return (only, try all.nestedContainer(keyedBy: key, forKey: only))
    }
}
