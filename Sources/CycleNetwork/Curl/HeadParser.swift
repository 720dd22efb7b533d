import CycleBase

/// Reads the lines of a response's header as a server sent them, and refuses what two readers could understand differently.
struct HeadParser: Hashable, Sendable {
    enum Outcome {
        case more
        /// The blank line after the header came. Interim answers (1xx) are not reported.
        case head(status: Int, HTTP.Headers)
    }

    private let limit: Int
    /// Whether 101, which HTTP/1.1 alone has, ends the header: another protocol was asked for, whose bytes follow.
    private let upgrades: Bool
    private var byteCount = 0
    private var status: Int?
    private var isOld = false
    private var headers = HTTP.Headers()
    private(set) var isDone = false

    init(limit: Int, upgrades: Bool = false) {
        self.limit = limit
        self.upgrades = upgrades
    }

    /// - Parameter line: With its line break. After the header it may be a trailer's; those are counted, nothing more.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(HTTP.Failure) -> Outcome {
        byteCount += line.count
        guard byteCount <= limit else { throw .tooLarge }
        guard !isDone else { return .more }
        var end = line.count
        while end > 0, line[end - 1] == 13 || line[end - 1] == 10 { end -= 1 }
        let text = UnsafeRawBufferPointer(rebasing: line[..<end])
        if text.starts(with: "HTTP/".utf8) {
            try takeStatus(text)
            return .more
        }
        if text.isEmpty { return try finish() }
        try takeField(text)
        return .more
    }

    private mutating func takeStatus(_ text: UnsafeRawBufferPointer) throws(HTTP.Failure) {
        // A second one in one header is the message's to some readers, and a field to others.
        guard status == nil else { throw .malformed(.response) }
        let parts = text.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count >= 2, parts[1].count == 3,
            let number = Int(digits: String(decoding: parts[1], as: UTF8.self)), (100...999).contains(number),
            number != 101 || parts[0].elementsEqual("HTTP/1.1".utf8)
        else { throw .malformed(.response) }
        status = number
        isOld = parts[0].elementsEqual("HTTP/1.0".utf8)
        headers = HTTP.Headers()
    }

    private mutating func takeField(_ text: UnsafeRawBufferPointer) throws(HTTP.Failure) {
        // A line break of half a kind is one to some readers and none to others.
        guard !text.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }), status != nil else {
            throw .malformed(.response)
        }
        if text[0] == 32 || text[0] == 9 {
            // An old way to continue a value.
            guard !headers.fields.isEmpty else { throw .malformed(.response) }
            let more = text[...].trimmingBlanks
            guard !more.isEmpty else { return }
            let last = headers.fields.count - 1
            if !headers.fields[last].value.isEmpty { headers.fields[last].value += " " }
            headers.fields[last].value += String(decoding: more, as: UTF8.self)
            return
        }
        guard let colon = text.firstIndex(of: 58) else { throw .malformed(.response) }
        let name = String(decoding: text[..<colon], as: UTF8.self)
        guard name.isToken else { throw .malformed(.response) }
        let value = text[(colon + 1)...].trimmingBlanks
        headers.append(
            name, name.isSameName(as: "Location") ? value.asReference : String(decoding: value, as: UTF8.self))
    }

    private mutating func finish() throws(HTTP.Failure) -> Outcome {
        guard let status else { throw .malformed(.response) }
        // The bytes behind it belong to another protocol, which no request has asked for.
        guard status != 101 || upgrades else { throw .malformed(.response) }
        if status < 200, status != 101 {
            self.status = nil
            return .more
        }
        guard headers.hasOneLength(isOld: isOld) else { throw .malformed(.response) }
        isDone = true
        return .head(status: status, headers)
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var trimmingBlanks: Slice<UnsafeRawBufferPointer> {
        let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 }
        let rest = drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return rest.prefix(0) }
        return rest[...last]
    }

    /// As text; where the bytes are not UTF-8, escaped as in a URL, so that they stay those that the server meant.
    fileprivate var asReference: String {
        if let text = String(validating: self, as: UTF8.self) { return text }
        return reduce(into: "") { text, byte in
            if byte < 128 {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte.percentEncoded
            }
        }
    }
}
