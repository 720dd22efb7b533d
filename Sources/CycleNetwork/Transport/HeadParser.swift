/// Reads the lines of a response's header as a server sent them, and refuses what two readers could understand differently.
struct HeadParser {
    enum Outcome {
        case more
        /// The blank line after the header came. Interim answers (1xx) are not reported.
        case head(status: Int, HTTP.Headers)
    }

    private let limit: Int
    private var byteCount = 0
    private var status: Int?
    private var headers = HTTP.Headers()
    private(set) var isDone = false

    init(limit: Int) {
        self.limit = limit
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
        let parts = text.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count >= 2, parts[1].count == 3, let number = Int(String(decoding: parts[1], as: UTF8.self)),
            (100...999).contains(number)
        else { throw .malformed(.response) }
        status = number
        headers = HTTP.Headers()
    }

    private mutating func takeField(_ text: UnsafeRawBufferPointer) throws(HTTP.Failure) {
        guard !text.contains(0), status != nil else { throw .malformed(.response) }
        if text[0] == 32 || text[0] == 9 {
            // An old way to continue a value.
            guard !headers.fields.isEmpty else { throw .malformed(.response) }
            headers.fields[headers.fields.count - 1].value += " " + String(trimming: text)
            return
        }
        guard let colon = text.firstIndex(of: 58), colon > 0, text[colon - 1] != 32, text[colon - 1] != 9 else {
            throw .malformed(.response)
        }
        headers.append(
            String(decoding: text[..<colon], as: UTF8.self),
            String(trimming: UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])))
    }

    private mutating func finish() throws(HTTP.Failure) -> Outcome {
        guard let status else { throw .malformed(.response) }
        if (100..<200).contains(status) { return .more }
        guard headers.hasOneLength else { throw .malformed(.response) }
        isDone = true
        return .head(status: status, headers)
    }
}

extension HTTP.Headers {
    /// Whether there is only one way to tell where the body ends.
    var hasOneLength: Bool {
        let lengths = Set(values(of: "Content-Length"))
        let isNumber = lengths.allSatisfy { length in
            length.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) && Int(length) != nil
        }
        let encodings = values(of: "Transfer-Encoding").map { $0.lowercased() }
        return lengths.count <= 1 && isNumber && encodings.allSatisfy { $0 == "chunked" || $0 == "identity" }
    }
}

extension String {
    fileprivate init(trimming bytes: UnsafeRawBufferPointer) {
        let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let last = bytes.lastIndex { !isBlank($0) }
        self.init(decoding: last.map { bytes[start...$0] } ?? bytes[start..<start], as: UTF8.self)
    }
}
