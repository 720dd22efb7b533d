import CycleBase

/// Reads the requests of one connection from its bytes, wherever they are cut, and refuses what two programs could read in two ways.
///
///     idle --a byte--> head --an empty line--> body --its end--> idle
///                          \-- a line that is none, too large --> refused
///
/// Nothing is read behind a refusal.
struct RequestReader: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case request(RequestHead, body: [UInt8])
        case refused(RequestRefusal)
    }

    /// The part of a request that the reader waits for.
    enum Stage: Hashable, Sendable {
        case idle, head, body, refused
    }

    private enum State: Hashable, Sendable {
        /// - Parameter searched: Where the search for the end of a line goes on.
        case head(searched: Int)
        case bytes(count: Int)
        case chunks(ChunkDecoder)
        case refused(isHead: Bool)
    }

    private let headLimit: Int
    private let bodyLimit: Int
    private var state = State.head(searched: 0)
    /// Beside the state, so that fields and bytes are appended where they are.
    private var head = RequestHead()
    private var body: [UInt8] = []
    /// Bytes that were not read, from `start` on.
    private var buffer: [UInt8] = []
    private var start = 0
    /// Bytes of the head that was begun.
    private var headCount = 0
    /// Whether the client waits for `100 Continue`.
    private(set) var owesWord = false

    init(headLimit: Int, bodyLimit: Int) {
        self.headLimit = headLimit
        self.bodyLimit = bodyLimit
    }

    var stage: Stage {
        switch state {
        case .head: head.isBegun || start < buffer.count ? .head : .idle
        case .bytes, .chunks: .body
        case .refused: .refused
        }
    }

    mutating func append(_ bytes: [UInt8]) {
        if stage != .refused { buffer += bytes }
    }

    /// The word was sent.
    mutating func haveSentWord() { owesWord = false }

    /// Gives away what was not read, and reads nothing more.
    mutating func hand() -> [UInt8] {
        defer { close() }
        return Array(buffer[start...])
    }

    /// Whether what is read, or was refused, is a `HEAD`: no body follows its response.
    var isHead: Bool {
        if case .refused(let isHead) = state { return isHead }
        return head.isBegun ? head.method == "HEAD" : buffer[start...].starts(with: "HEAD ".utf8)
    }

    /// Refuses whatever comes.
    mutating func close() {
        (state, head, body, buffer, start, owesWord) = (.refused(isHead: isHead), RequestHead(), [], [], 0, false)
    }

    /// The next request, or the refusal; `nil` until more bytes come.
    mutating func next() -> Outcome? {
        do throws(RequestRefusal) {
            let outcome = try read()
            drop()
            return outcome
        } catch {
            close()
            return .refused(error)
        }
    }

    /// Drops what was read.
    private mutating func drop() {
        guard start > 0, start == buffer.count || start > 65_536 else { return }
        if start == buffer.count { buffer = [] } else { buffer.removeFirst(start) }
        if case .head(let searched) = state { state = .head(searched: searched - start) }
        start = 0
    }

    private mutating func read() throws(RequestRefusal) -> Outcome? {
        while true {
            switch state {
            case .refused: return nil
            case .head(let searched): guard try readLine(from: searched) else { return nil }
            case .bytes(let count):
                guard buffer.count - start >= count else { return nil }
                body = Array(buffer[start..<(start + count)])
                start += count
                return finish()
            case .chunks(let decoder): return try readChunks(decoder)
            }
        }
    }

    private mutating func finish() -> Outcome {
        defer { (state, head, body, headCount, owesWord) = (.head(searched: start), RequestHead(), [], 0, false) }
        return .request(head, body: body)
    }

    // MARK: The head

    /// - Returns: Whether a line was read.
    private mutating func readLine(from searched: Int) throws(RequestRefusal) -> Bool {
        // A client that encrypts, or speaks another protocol, may send no end of a line, and wait for an answer.
        if !head.isBegun, let first = buffer[start...].first, first != 0x0D, first != 0x0A, !first.isOfToken {
            throw .requestLine
        }
        guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
            state = .head(searched: buffer.count)
            try check(headCount + buffer.count - start)
            return false
        }
        headCount += end + 1 - start
        try check(headCount)
        guard end > start, buffer[end - 1] == 0x0D else { throw .lineBreak }
        let line = buffer[start..<(end - 1)]
        guard !line.contains(0x0D) else { throw .lineBreak }
        start = end + 1
        state = .head(searched: start)
        try take(line)
        return true
    }

    private func check(_ count: Int) throws(RequestRefusal) {
        guard count > headLimit else { return }
        throw head.isBegun ? .largeHead : .longTarget
    }

    private mutating func take(_ line: ArraySlice<UInt8>) throws(RequestRefusal) {
        guard head.isBegun else {
            // Some clients send a line break behind a body.
            if !line.isEmpty { try head.takeLine(line) }
            return
        }
        if line.isEmpty { try begin() } else { try head.takeField(line) }
    }

    private mutating func begin() throws(RequestRefusal) {
        let length = try head.length()
        owesWord = try head.expectsWord()
        switch length {
        case .chunked: state = .chunks(ChunkDecoder(limit: headLimit, isStrict: true))
        case .bytes(let count):
            guard count <= bodyLimit else { throw .largeBody }
            if count == 0 { owesWord = false }
            state = .bytes(count: count)
        }
    }

    // MARK: Chunks

    private mutating func readChunks(_ decoder: ChunkDecoder) throws(RequestRefusal) -> Outcome? {
        var decoder = decoder
        let (bytes, limit) = (buffer[start...], bodyLimit)
        let result = Result { () throws(HTTP.Failure) in try decoder.decode(bytes, into: &body, upTo: limit) }
        switch result {
        case .success(let readCount): start += readCount
        case .failure(.tooLarge): throw body.count > limit ? .largeBody : .largeHead
        case .failure: throw .chunk
        }
        if decoder.isAtEnd { return finish() }
        state = .chunks(decoder)
        return nil
    }
}

extension ChunkDecoder {
    /// - Returns: How many bytes belong to the message.
    fileprivate mutating func decode(
        _ bytes: ArraySlice<UInt8>, into body: inout [UInt8], upTo limit: Int
    ) throws(HTTP.Failure) -> Int {
        let result: Result<Int, HTTP.Failure> = bytes.withUnsafeBytes { bytes in
            Result { () throws(HTTP.Failure) in
                try decode(bytes) { piece throws(HTTP.Failure) in
                    body += piece.prefix(limit + 1 - body.count)
                    guard body.count <= limit else { throw .tooLarge }
                }
            }
        }
        return try result.get()
    }
}
