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
