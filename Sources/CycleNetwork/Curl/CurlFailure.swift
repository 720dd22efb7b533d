import CCurl

extension HTTP.Failure {
    /// The failure behind a result code of libcurl, and behind its text where one code has several meanings.
    init(curl code: Int, _ words: String, isHeadDone: Bool) {
        self =
            switch code {
            case CYCLE_CURL_COULDNT_RESOLVE_HOST, CYCLE_CURL_COULDNT_RESOLVE_PROXY:
                words.hasSuffix("thread failed to start") ? .exhausted(.threads) : .unresolved
            case CYCLE_CURL_COULDNT_CONNECT: .refused
            case CYCLE_CURL_URL_MALFORMAT: .malformed(.url)
            // The first is a reply without a status line, which it takes for another protocol; the last a number that is
            // none.
            case CYCLE_CURL_UNSUPPORTED_PROTOCOL, CYCLE_CURL_WEIRD_SERVER_REPLY, CYCLE_CURL_BAD_FUNCTION_ARGUMENT:
                .malformed(.response)
            case CYCLE_CURL_TOO_LARGE: .tooLarge
            // A header line beyond libcurl's own limit.
            case CYCLE_CURL_OUT_OF_MEMORY: isHeadDone ? .exhausted(.memory) : .tooLarge
            case CYCLE_CURL_PROXY_FAILED: .proxyRefused(status: nil)
            // "Proxy CONNECT aborted", and others of its kind.
            case CYCLE_CURL_RECV_ERROR where !isHeadDone && words.contains("CONNECT"): .proxyRefused(status: nil)
            case CYCLE_CURL_RECV_ERROR where words.contains("alert certificate required"):
                .clientCertificateRequired
            case CYCLE_CURL_RECV_ERROR where words.split(separator: " ").contains(where: { $0.hasPrefix("chunk") }):
                .malformed(.response)
            case CYCLE_CURL_HTTP2, CYCLE_CURL_PARTIAL_FILE, CYCLE_CURL_GOT_NOTHING,
                CYCLE_CURL_SEND_ERROR, CYCLE_CURL_RECV_ERROR, CYCLE_CURL_HTTP2_STREAM:
                .disconnected
            case CYCLE_CURL_SSL_CONNECT_ERROR, CYCLE_CURL_SSL_CERTPROBLEM,
                CYCLE_CURL_SSL_CIPHER, CYCLE_CURL_PEER_FAILED_VERIFICATION,
                CYCLE_CURL_SSL_CACERT_BADFILE:
                .tls
            default: .other(words.isEmpty ? String(cString: cycle_curl_describe(Int32(code))) : words)
            }
    }
}
