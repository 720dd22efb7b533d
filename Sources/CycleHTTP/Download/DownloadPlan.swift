/// The constants of one download: what its request asks for, and what an earlier try has left.
package struct DownloadPlan: Hashable, Sendable {
    /// The bytes of an earlier try, and the server's name for their content.
    package struct Kept: Hashable, Sendable {
        package let byteCount: Int
        package let info: PartInfo
    }

    /// The position at which the server goes on.
    package struct Start: Hashable, Sendable {
        package let byteCount: Int
        /// `nil` where the bytes could not be told from others later.
        package let info: PartInfo?
    }

    package let url: String
    /// Whether the part of a body that was cut is kept.
    package let resumes: Bool
    package let kept: Kept?
    /// The shortest time between two reports of how much has come, and before the first.
    package let reportInterval: Duration
    /// Identifies this start of the system.
    let boot: String

    /// - Parameters:
    ///   - found: The size of the part that lies beside the file, and its description.
    ///   - boot: Identifies this start of the system; empty where the system has no such identifier.
    package init(
        _ message: HTTP.Message, resumes: Bool, found: (byteCount: Int, info: PartInfo)?, boot: String,
        reportInterval: Duration
    ) {
        let url = message.address.description
        self.url = url
        self.resumes = resumes
        self.boot = boot
        self.reportInterval = reportInterval
        kept = found.flatMap { found in
            let byteCount = found.info.usableCount(of: found.byteCount, boot: boot)
            guard resumes, found.info.url == url, byteCount > 0 else { return nil }
            return Kept(byteCount: byteCount, info: found.info)
        }
    }

    /// Whether the body of a message can be resumed at all.
    package static func canResume(_ message: HTTP.Message) -> Bool {
        guard case .file(_, let resumes) = message.delivery else { return false }
        return resumes && message.method == .get && message.headers["Range"] == nil
    }

    /// The header fields that ask for the missing rest only.
    package var headers: [HTTP.Headers.Field] {
        guard resumes else { return [] }
        // Half of an encoded body cannot be decoded.
        let identity = [HTTP.Headers.Field("Accept-Encoding", "identity")]
        guard let kept else { return identity }
        return identity + [.init("Range", "bytes=\(kept.byteCount)-"), .init("If-Range", kept.info.validator)]
    }

    /// The position of the first byte that follows the head of a response.
    ///
    /// - Throws: The failure of a rest that does not go on with ``kept``.
    package func start(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) -> Start {
        guard resumes else { return Start(byteCount: 0, info: nil) }
        guard status == 206 else {
            // Some servers send a part and call it the whole: its beginning would be missing from the file.
            guard headers.contentRange?.isWhole != false else { throw .malformed(.response) }
            return Start(byteCount: 0, info: PartInfo(headers, url, restOf: nil, boot: boot))
        }
        // Nothing can be known of an encoded rest: it would be put into a file without its beginning.
        guard let kept, kept.info.isContinued(from: kept.byteCount, by: headers),
            let info = PartInfo(headers, url, restOf: kept.info, boot: boot)
        else { throw .malformed(.response) }
        return Start(byteCount: kept.byteCount, info: info)
    }
}
