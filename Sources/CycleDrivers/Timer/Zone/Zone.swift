import CycleBase

extension TimeOfDay {
    /// The place whose clocks a schedule goes by.
    ///
    /// A schedule needs the moments at which clocks show a time of day, and no more: there are no dates, names of months or languages
    /// here. The rules are read from the system's time zone data (RFC 8536) and computed by this driver itself: libc knows
    /// one zone at a time for the whole process, and Foundation's would cost a program without any other use for it 30 MB.
    ///
    /// In JSON: `{"system": {}}`, `{"named": {"name": "Europe/Berlin"}}`, `{"posix": {"text": "UTC0"}}`.
    public enum Zone: Hashable, Codable, Sendable {
        /// Where this machine is: the variable `TZ`, else `/etc/localtime`, else universal time. Looked up at least once an
        /// hour, so that it may travel.
        case system
        /// By its name in the system's time zone data: `Europe/Berlin`.
        case named(String)
        /// As POSIX writes it, without any file: `CET-1CEST,M3.5.0,M10.5.0/3`.
        case posix(String)

        /// Universal time: no summer time, no rules to be read.
        public static let utc = Zone.posix("UTC0")

        enum NamedCodingKeys: String, CodingKey {
            case _0 = "name"
        }

        enum PosixCodingKeys: String, CodingKey {
            case _0 = "text"
        }
    }
}

extension TimeOfDay.Zone {

    /// `nil` when there is no such zone here.
    func rules() -> ZoneRules? {
        switch self {
        case .posix(let text): ZoneRules(posix: text)
        case .named(let name): Self.file(named: name)
        case .system: Self.systemRules()
        }
    }

    private static func systemRules() -> ZoneRules {
        guard let variable = getenv("TZ") else { return file("/etc/localtime") ?? .utc }
        var text = String(cString: variable)
        if text.hasPrefix(":") { text.removeFirst() }
        return (text.hasPrefix("/") ? file(text) : file(named: text)) ?? ZoneRules(posix: text) ?? .utc
    }

    private static func file(named name: String) -> ZoneRules? {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // A name comes from an application's frame, and must not lead out of the folder.
        guard parts.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.contains(0) }) else { return nil }
        return file("/usr/share/zoneinfo/" + name)
    }

    private static func file(_ path: String) -> ZoneRules? {
        let largest = 1 << 20
        let descriptor: Int32
        do { descriptor = try Descriptors.open(path, O_RDONLY | O_NONBLOCK) } catch { return nil }
        defer { Descriptors.close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: largest) { buffer, count in
            while count < largest, let start = buffer.baseAddress {
                let newCount = read(descriptor, start + count, largest - count)
                if newCount < 0, errno == EINTR { continue }
                if newCount <= 0 { break }
                count += newCount
            }
        }
        return ZoneRules(tzif: bytes)
    }
}
