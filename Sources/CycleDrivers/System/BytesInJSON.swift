import CycleBase

/// Bytes in JSON: a string when they are UTF-8, else `{"base64":"…"}`. An array of numbers, the older form, can be read
/// too.
package struct BytesInJSON: Hashable, Sendable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension BytesInJSON: Codable {
    private enum Key: String, CodingKey {
        case base64
    }

    package init(from decoder: any Decoder) throws {
        let values: KeyedDecodingContainer<Key>
        do {
            values = try decoder.container(keyedBy: Key.self)
        } catch DecodingError.typeMismatch {
            let value = try decoder.singleValueContainer()
            do { bytes = [UInt8](try value.decode(String.self).utf8) } catch { bytes = try value.decode([UInt8].self) }
            return
        }
        let text = try values.decode(String.self, forKey: .base64)
        guard let decoded = Base64.decode(text) else {
            throw DecodingError.dataCorruptedError(forKey: .base64, in: values, debugDescription: "not base64")
        }
        bytes = decoded
    }

    package func encode(to encoder: any Encoder) throws {
        if let text = String(validating: bytes, as: UTF8.self) {
            var value = encoder.singleValueContainer()
            try value.encode(text)
        } else {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(Base64.encode(bytes), forKey: .base64)
        }
    }
}
