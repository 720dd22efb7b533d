import CycleBase

/// Information about an unfinished download, in a small text file beside it. It holds the server's validator of the
/// content, so that two halves of different contents are never put together.
///
///     cycle-part 1
///     url http://127.0.0.1/a.zip
///     validator "33a64df5"
///     total 1048576
///     boot 0f2c…
///     synced 0
package struct PartInfo: Hashable, Sendable {
    package var url: String
    /// A strong `ETag`, or a date that is as good.
    var validator: String
    /// The size of it all, if the server has said it.
    package var total: Int?
    /// The start of the system during which the bytes were written: a crash of it may have lost those that were not synced.
    package var boot: String
    /// How many bytes are on the disk for certain.
    var synced: Int

    var text: String {
        """
        cycle-part 1
        url \(url)
        validator \(validator)
        total \(total.map(String.init) ?? "-")
        boot \(boot)
        synced \(synced)

        """
    }

    init(url: String, validator: String, total: Int?, boot: String, synced: Int = 0) {
        self.url = url
        self.validator = validator
        self.total = total
        self.boot = boot
        self.synced = synced
    }

    /// - Returns: `nil` for what is not whole: the process may have been killed while it was written.
    init?(_ text: String) {
        guard text.ends(with: "\n") else { return nil }
        let lines = text.parts(between: "\n")
        guard lines.count == 7, lines[0] == "cycle-part 1" else { return nil }
        let values = zip(["url", "validator", "total", "boot", "synced"], lines[1...5]).compactMap { key, line in
            line.begins(with: key + " ") ? String(line.behind(key.utf8.count + 1)) : nil
        }
        guard values.count == 5, let synced = Int(digits: values[4]) else { return nil }
        let total = Int(digits: values[2])
        guard total != nil || values[2] == "-" else { return nil }
        self.init(url: values[0], validator: values[1], total: total, boot: values[3], synced: synced)
    }

    /// How many of `count` bytes that are there can be trusted.
    ///
    /// One byte less than all, so that there is something to ask for.
    func usableCount(of count: Int, boot: String) -> Int {
        let written = boot == self.boot && !boot.isEmpty ? count : min(count, synced)
        return max(0, min(written, (total ?? count) - 1))
    }
}

extension PartInfo {
    /// - Parameter known: The information about the first part, where `headers` belong to the rest.
    init?(_ headers: HTTP.Headers, _ url: String, restOf known: PartInfo?, boot: String) {
        guard let validator = known?.validator ?? headers.strongValidator, headers.contentEncodings.isEmpty,
            validator.isFieldValue
        else { return nil }
        self.init(
            url: url, validator: validator, total: known == nil ? headers.contentLength : headers.contentRange?.total,
            boot: boot, synced: known?.synced ?? 0)
    }

    /// Whether a response is the rest from `count` on.
    func isContinued(from count: Int, by headers: HTTP.Headers) -> Bool {
        guard let range = headers.contentRange, range.start == count, total == nil || range.total == total,
            range.end < range.total ?? .max, headers.contentLength ?? range.byteCount == range.byteCount
        else { return false }
        // Some servers do not look at `If-Range`, and send the rest of what there is now.
        return headers[validator.begins(with: "\"") ? "ETag" : "Last-Modified"].map { $0 == validator } ?? true
    }
}

extension HTTP.Headers {
    /// A validator that changes with every change of the resource (RFC 9110, 8.8).
    var strongValidator: String? {
        if let tag = self["ETag"] {
            return tag.begins(with: "\"") && tag.ends(with: "\"") && tag.utf8.count >= 2 ? tag : nil
        }
        // A date of seconds is one only if the resource has rested since.
        guard let modified = self["Last-Modified"], let then = httpDate(modified),
            let now = self["Date"].flatMap(httpDate),
            now - then >= 60
        else { return nil }
        return modified
    }

    /// The first byte, the last and the total of `Content-Range: bytes 5-9/10`.
    package var contentRange: ContentRange? {
        guard let text = self["Content-Range"], text.lowercased().begins(with: "bytes ") else { return nil }
        let halves = text.behind(6).parts(between: "/")
        let ends = halves[0].parts(between: "-")
        guard halves.count == 2, ends.count == 2, let start = Int(digits: ends[0]), let end = Int(digits: ends[1]),
            start <= end, end < .max
        else { return nil }
        if halves[1] == "*" { return ContentRange(start: start, end: end, total: nil) }
        guard let total = Int(digits: halves[1]) else { return nil }
        return ContentRange(start: start, end: end, total: total)
    }
}

/// The bytes of the whole body that a partial response carries.
package struct ContentRange {
    let start: Int
    let end: Int
    package let total: Int?

    var byteCount: Int { end - start + 1 }

    /// Whether it is all of the body, as far as that is known.
    var isWhole: Bool { start == 0 && end == (total ?? end + 1) - 1 }
}
