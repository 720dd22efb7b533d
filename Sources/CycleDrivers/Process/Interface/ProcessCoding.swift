extension ProcessDriver.Event: Codable where ID: Codable {
    private enum Kind: String, CodingKey {
        case started, output, errors, inputTaken, inputClosed, signalled, ended, failed
    }

    private enum Key: String, CodingKey {
        case id, pid, bytes, end, status, failure
    }

    public init(from decoder: any Decoder) throws {
        let (kind, values) = try decoder.onlyCase(Kind.self, with: Key.self)
        let id = try values.decode(ID.self, forKey: .id)
        switch kind {
        case .started: self = .started(id, pid: try values.decode(Int32.self, forKey: .pid))
        case .output: self = .output(id, try values.decode(BytesInJSON.self, forKey: .bytes).bytes)
        case .errors: self = .errors(id, try values.decode(BytesInJSON.self, forKey: .bytes).bytes)
        case .inputTaken: self = .inputTaken(id, end: try values.decode(Int.self, forKey: .end))
        case .inputClosed: self = .inputClosed(id)
        case .signalled: self = .signalled(id, end: try values.decode(Int.self, forKey: .end))
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
        case .started(_, let pid): try encode(.started, .pid, pid)
        case .output(_, let bytes): try encode(.output, .bytes, BytesInJSON(bytes))
        case .errors(_, let bytes): try encode(.errors, .bytes, BytesInJSON(bytes))
        case .inputTaken(_, let end): try encode(.inputTaken, .end, end)
        case .inputClosed:
            var values = all.nestedContainer(keyedBy: Key.self, forKey: .inputClosed)
            try values.encode(id, forKey: .id)
        case .signalled(_, let end): try encode(.signalled, .end, end)
        case .ended(_, let status): try encode(.ended, .status, status)
        case .failed(_, let failure): try encode(.failed, .failure, failure)
        }
    }
}

extension ProcessCommand.Output: Codable {
    private enum Kind: String, CodingKey {
        case whole
    }

    private enum Key: String, CodingKey {
        case upTo
    }

    /// `nil` for the one with a number.
    private var name: String? {
        switch self {
        case .lines: "lines"
        case .wholeLines: "wholeLines"
        case .pieces: "pieces"
        case .none: "none"
        case .whole: nil
        }
    }

    public init(from decoder: any Decoder) throws {
        let kinds: KeyedDecodingContainer<Kind>
        do {
            kinds = try decoder.container(keyedBy: Kind.self)
        } catch {
            let name = try decoder.singleValueContainer().decode(String.self)
            guard let named = [Self.lines, .wholeLines, .pieces, .none].first(where: { $0.name == name }) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "\"\(name)\" is no form of an output"))
            }
            self = named
            return
        }
        let values = try kinds.nestedContainer(keyedBy: Key.self, forKey: .whole)
        self = .whole(upTo: try values.decode(Int.self, forKey: .upTo))
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .lines, .wholeLines, .pieces, .none:
            var container = encoder.singleValueContainer()
            try container.encode(name)
        case .whole(let limit):
            var kinds = encoder.container(keyedBy: Kind.self)
            var values = kinds.nestedContainer(keyedBy: Key.self, forKey: .whole)
            try values.encode(limit, forKey: .upTo)
        }
    }
}
