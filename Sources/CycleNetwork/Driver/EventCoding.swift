import CycleDrivers

extension NetworkDriver.Model: Codable where ID: Codable {
    private enum Key: String, CodingKey {
        case version, requests
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let version = try values.decodeIfPresent(Int.self, forKey: .version) ?? 1
        guard version == 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: values, debugDescription: "written by a later version of CycleNetwork")
        }
        requests = try values.decode([NetworkDriver.Request].self, forKey: .requests)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(1, forKey: .version)
        try values.encode(requests, forKey: .requests)
    }
}

extension NetworkDriver.Event: Codable where ID: Codable {
    private enum Kind: String, CodingKey {
        case head, chunk, progress, response, failed
    }

    private enum Key: String, CodingKey {
        case id, response, bytes, progress, failure
    }

    public init(from decoder: any Decoder) throws {
        let (kind, values) = try decoder.onlyCase(Kind.self, with: Key.self)
        let id = try values.decode(ID.self, forKey: .id)
        switch kind {
        case .head: self = .head(id, try values.decode(HTTP.Response.self, forKey: .response))
        case .chunk: self = .chunk(id, try values.decode(BytesInJSON.self, forKey: .bytes).bytes)
        case .progress: self = .progress(id, try values.decode(HTTP.Progress.self, forKey: .progress))
        case .response: self = .response(id, try values.decode(HTTP.Response.self, forKey: .response))
        case .failed: self = .failed(id, try values.decode(HTTP.Failure.self, forKey: .failure))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var all = encoder.container(keyedBy: Kind.self)
        func values(_ kind: Kind, _ id: ID) throws -> KeyedEncodingContainer<Key> {
            var values = all.nestedContainer(keyedBy: Key.self, forKey: kind)
            try values.encode(id, forKey: .id)
            return values
        }
        switch self {
        case .head(let id, let response):
            var values = try values(.head, id)
            try values.encode(response, forKey: .response)
        case .chunk(let id, let bytes):
            var values = try values(.chunk, id)
            try values.encode(BytesInJSON(bytes), forKey: .bytes)
        case .progress(let id, let progress):
            var values = try values(.progress, id)
            try values.encode(progress, forKey: .progress)
        case .response(let id, let response):
            var values = try values(.response, id)
            try values.encode(response, forKey: .response)
        case .failed(let id, let failure):
            var values = try values(.failed, id)
            try values.encode(failure, forKey: .failure)
        }
    }
}
