extension ProcessDriver.Event: Codable where ID: Codable {
    private enum Kind: String, CodingKey {
        case output, errors, inputTaken, inputClosed, ended, failed
    }

    private enum Key: String, CodingKey {
        case id, bytes, end, status, failure
    }

    public init(from decoder: any Decoder) throws {
        let all = try decoder.container(keyedBy: Kind.self)
        let kind = try all.onlyField(of: decoder)
        let values = try all.nestedContainer(keyedBy: Key.self, forKey: kind)
        let id = try values.decode(ID.self, forKey: .id)
        switch kind {
        case .output: self = .output(id, try values.decode(BytesInJSON.self, forKey: .bytes).bytes)
        case .errors: self = .errors(id, try values.decode(BytesInJSON.self, forKey: .bytes).bytes)
        case .inputTaken: self = .inputTaken(id, end: try values.decode(Int.self, forKey: .end))
        case .inputClosed: self = .inputClosed(id)
        case .ended: self = .ended(id, try values.decode(ProgramStatus.self, forKey: .status))
        case .failed: self = .failed(id, try values.decode(ProcessFailure.self, forKey: .failure))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var all = encoder.container(keyedBy: Kind.self)
        func encode(_ kind: Kind, _ key: Key, _ value: some Encodable) throws {
            var values = all.nestedContainer(keyedBy: Key.self, forKey: kind)
            try values.encode(id, forKey: .id)
            try values.encode(value, forKey: key)
        }
        switch self {
        case .output(_, let bytes): try encode(.output, .bytes, BytesInJSON(bytes))
        case .errors(_, let bytes): try encode(.errors, .bytes, BytesInJSON(bytes))
        case .inputTaken(_, let end): try encode(.inputTaken, .end, end)
        case .inputClosed:
            var values = all.nestedContainer(keyedBy: Key.self, forKey: .inputClosed)
            try values.encode(id, forKey: .id)
        case .ended(_, let status): try encode(.ended, .status, status)
        case .failed(_, let failure): try encode(.failed, .failure, failure)
        }
    }
}
