import CCurl

/// The message of one exchange, as libcurl has it. Confined to the thread of libcurl.
struct CurlMessage {
    /// The body of the request while it is sent.
    let upload: Upload?
    private let headerList: UnsafeMutableRawPointer?

    /// Sets the message on `easy`.
    init(_ message: HTTP.Message, on easy: UnsafeMutableRawPointer, canDecodeGzip: Bool) throws(HTTP.Failure) {
        let upload = try Upload(message.body)
        self.upload = upload
        cycle_curl_set_text(easy, Int32(CYCLE_CURL_URL), message.address.description)
        // A kept connection may turn out closed, and then libcurl sends the message again, which some must not be.
        cycle_curl_set_long(easy, Int32(CYCLE_CURL_FRESH_CONNECT), message.method.isIdempotent ? 0 : 1)
        switch message.method {
        case .get where upload == nil: break
        case .head: cycle_curl_set_long(easy, Int32(CYCLE_CURL_NOBODY), 1)
        case .get, .post, .put, .patch, .delete, .options:
            cycle_curl_set_text(easy, Int32(CYCLE_CURL_CUSTOMREQUEST), message.method.rawValue)
        }
        let mayHaveBody = [.post, .put, .patch].contains(message.method)
        if upload != nil || mayHaveBody, message.method != .head {
            cycle_curl_set_long(easy, Int32(CYCLE_CURL_UPLOAD), 1)
            if let byteCount = upload.map(\.byteCount) ?? 0 {
                cycle_curl_set_offset(easy, Int32(CYCLE_CURL_INFILESIZE_LARGE), Int64(byteCount))
            }
        }
        var lines = message.headers.fields.map(CurlMessage.line)
        // Half a gzip stream cannot be decoded.
        let asksForGzip =
            canDecodeGzip && message.headers["Accept-Encoding"] == nil && message.headers["Range"] == nil
        if asksForGzip { lines.append("Accept-Encoding: gzip") }
        lines.append("Expect:")
        headerList = lines.reduce(nil) { list, line in cycle_curl_append(list, line) ?? list }
        _ = cycle_curl_set_headers(easy, headerList)
    }

    /// libcurl leaves a field without a value out if it has a colon.
    private static func line(_ field: HTTP.Headers.Field) -> String {
        let isBlank = field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 }
        return isBlank ? "\(field.name);" : "\(field.name): \(field.value)"
    }

    func free() {
        cycle_curl_list_free(headerList)
    }
}
